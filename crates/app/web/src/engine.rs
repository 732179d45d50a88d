//! The bots, in a web worker.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use abaque_client::local::{BotAnswer, BotTask};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// Called with each answer, and whether more follow.
type AnswerCallback = Rc<dyn Fn(Result<String, String>, bool)>;
/// The worker's message listener; must live as long as the worker.
type WorkerListener = Closure<dyn FnMut(MessageEvent)>;

#[derive(Default)]
struct EngineState {
    worker: Option<(Worker, WorkerListener)>,
    callbacks: HashMap<u32, AnswerCallback>,
    last_id: u32,
}

/// Client of the bot worker. The worker and its module load with the first task.
#[derive(Clone, Default)]
pub(crate) struct Engine(Rc<RefCell<EngineState>>);

impl Engine {
    /// Asks for a search result; the callback gets it later.
    pub(crate) fn search(
        &self,
        task: &BotTask,
        then: impl FnOnce(Result<BotAnswer, String>) + 'static,
    ) {
        self.request("think", task, then);
    }

    /// Sends a request that gets one answer.
    pub(crate) fn request<A: DeserializeOwned + 'static>(
        &self,
        work: &str,
        task: &impl Serialize,
        then: impl FnOnce(Result<A, String>) + 'static,
    ) {
        let then = RefCell::new(Some(then));
        self.request_stream(work, task, move |answer, _| {
            // Only the first answer counts.
            if let Some(then) = then.borrow_mut().take() {
                then(answer);
            }
        });
    }

    /// Sends a request that gets several answers; `then` gets each, and whether more follow.
    pub(crate) fn request_stream<A: DeserializeOwned>(
        &self,
        work: &str,
        task: &impl Serialize,
        then: impl Fn(Result<A, String>, bool) + 'static,
    ) {
        let text = match serde_json::to_string(task) {
            Ok(text) => text,
            Err(error) => return then(Err(error.to_string()), false),
        };
        let id = {
            let mut inner = self.0.borrow_mut();
            inner.last_id += 1;
            let id = inner.last_id;
            let read = move |text: Result<String, String>, more: bool| {
                then(text.and_then(|text| parse_answer(&text)), more);
            };
            inner.callbacks.insert(id, Rc::new(read));
            id
        };
        if let Err(error) = self.post(id, &text, work) {
            self.deliver_answer(id, Err(format!("{error:?}")), false);
        }
    }

    /// Drops every pending request; ends a running search by terminating the worker.
    pub(crate) fn stop(&self) {
        let mut inner = self.0.borrow_mut();
        if !inner.callbacks.is_empty() {
            inner.callbacks.clear();
            if let Some((worker, _)) = inner.worker.take() {
                worker.terminate();
            }
        }
    }

    fn post(&self, id: u32, text: &str, work: &str) -> Result<(), JsValue> {
        let worker = self.worker()?;
        worker.post_message(&js_sys::Array::of3(&id.into(), &text.into(), &work.into()))
    }

    fn worker(&self) -> Result<Worker, JsValue> {
        if let Some((worker, _)) = &self.0.borrow().worker {
            return Ok(worker.clone());
        }
        let script = js_sys::Reflect::get(&js_sys::global(), &"abaqueWorker".into())?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&script.as_string().unwrap_or_default(), &options)?;
        let this = self.clone();
        let answered = WorkerListener::new(move |event: MessageEvent| {
            let message: js_sys::Array = event.data().unchecked_into();
            let id = message.get(0).as_f64().unwrap_or(0.0) as u32;
            let text = message.get(1).as_string().unwrap_or_default();
            this.deliver_answer(id, Ok(text), message.get(2).is_truthy());
        });
        worker.set_onmessage(Some(answered.as_ref().unchecked_ref()));
        self.0.borrow_mut().worker = Some((worker.clone(), answered));
        Ok(worker)
    }

    fn deliver_answer(&self, id: u32, answer: Result<String, String>, more: bool) {
        let then = match more {
            true => self.0.borrow().callbacks.get(&id).cloned(),
            false => self.0.borrow_mut().callbacks.remove(&id),
        };
        if let Some(then) = then {
            then(answer, more);
        }
    }
}

fn parse_answer<A: DeserializeOwned>(text: &str) -> Result<A, String> {
    serde_json::from_str(text).map_err(|error| {
        let reported: Option<serde_json::Value> = serde_json::from_str(text).ok();
        let reported = reported.and_then(|reported| reported["error"].as_str().map(String::from));
        reported.unwrap_or_else(|| error.to_string())
    })
}
