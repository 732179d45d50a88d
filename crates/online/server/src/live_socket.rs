//! The server's end of a WebSocket: what axum's own does, with less memory. The codec copies each
//! message into a buffer of the connection before it writes, and keeps a buffer as large as the
//! largest message ever sent; here a message goes from the shared text to the socket directly.

use abaque_protocol::MAX_MESSAGE_BYTES;
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use bytes::{Buf, BufMut, BytesMut};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::WebSocketStream;
use tungstenite::Message;
use tungstenite::error::{Error as WireError, ProtocolError};
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::protocol::{Role, WebSocketConfig};

/// Read buffer; it grows for a longer message.
const READ_BUFFER: usize = 512;

/// Header of a frame to a client.
const MAX_HEADER: usize = 10;

/// Control frames and the final message fit easily.
const MAX_WRITE_BUFFER: usize = 64 * 1024;

/// A WebSocket of a client.
pub(crate) struct LiveSocket {
    stream: WebSocketStream<TokioIo<Upgraded>>,
    /// Whether a message was written only in part: nothing may follow it.
    is_broken: bool,
}

impl LiveSocket {
    /// Takes over an upgraded connection.
    pub(crate) async fn new(upgraded: Upgraded) -> LiveSocket {
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_MESSAGE_BYTES))
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_write_buffer_size(MAX_WRITE_BUFFER);
        let io = TokioIo::new(upgraded);
        let stream = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
        LiveSocket { stream, is_broken: false }
    }

    /// The next message; `None` once the connection is closed.
    pub(crate) async fn recv(&mut self) -> Option<Result<Message, WireError>> {
        self.stream.next().await
    }

    /// Sends a control frame or a final message.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), WireError> {
        if self.is_broken {
            return Err(ProtocolError::SendAfterClosing.into());
        }
        self.stream.send(message).await
    }

    /// Sends a text without copying it.
    pub(crate) async fn send_text(&mut self, text: &str) -> Result<(), WireError> {
        // Replies to pings go first.
        self.stream.flush().await?;
        let header = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
        let mut start = BytesMut::with_capacity(MAX_HEADER);
        header.format(text.len() as u64, &mut (&mut start).writer())?;
        // If this is cancelled halfway, or fails, the rest of the message is missing.
        self.is_broken = true;
        let mut frame = start.chain(text.as_bytes());
        let io = self.stream.get_mut();
        io.write_all_buf(&mut frame).await?;
        io.flush().await?;
        self.is_broken = false;
        Ok(())
    }
}

/// The response that switches to the WebSocket protocol; the request is known to ask for it.
pub(crate) fn switching_protocols(request: &HeaderMap) -> Response {
    let key = request.get(header::SEC_WEBSOCKET_KEY).map_or(&b""[..], |key| key.as_bytes());
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, header::HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, header::HeaderValue::from_static("websocket"));
    if let Ok(accept) = derive_accept_key(key).parse() {
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    }
    response
}
