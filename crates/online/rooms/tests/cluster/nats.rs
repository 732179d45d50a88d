//! Nodes on a real bus, which dies and comes back.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use abaque_protocol::{GameAct, GameStage};
use abaque_rooms::{BusConfig, ClusterConfig, NatsServers};

use crate::{TestCluster, eventually, open_node, seated, until};

/// A NATS server that ends with the test.
struct Bus(Child);

impl Bus {
    fn start(port: u16) -> Bus {
        let places = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "nats-server"];
        let program = places.iter().find(|path| Path::new(path).exists()).unwrap_or(&places[2]);
        let child = Command::new(program)
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("this test needs nats-server (apt-get install nats-server)");
        let (bus, since) = (Bus(child), Instant::now());
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(since.elapsed() < Duration::from_secs(10), "nats-server does not listen");
            std::thread::sleep(Duration::from_millis(50));
        }
        bus
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_cross_a_real_bus_and_its_loss_is_survived() {
    let site = TestCluster::new().await;
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let bus = Bus::start(port);
    let node = async |name: &str| {
        let servers = NatsServers::parse(&format!("nats://127.0.0.1:{port}")).unwrap();
        // Polling this rarely finds nothing before the hints do.
        let poll = Duration::from_secs(5);
        let config = ClusterConfig { poll, ..ClusterConfig::new(name, BusConfig::Nats(servers)) };
        open_node(site.place.url(), config).await
    };
    let (a, b) = (node("a").await, node("b").await);
    let connected = |rooms: &abaque_rooms::Rooms| rooms.cluster_stats().unwrap().is_connected;
    eventually("the bus", || async { connected(&a) && connected(&b) }).await;
    let (id, [mut one, mut other]) = seated(&a, &b, "abalone", "600+5", false).await;
    let since = Instant::now();
    let (mover, waiter) =
        if one.is_due() { (&mut one, &mut other) } else { (&mut other, &mut one) };
    let ply = mover.state().legal.as_ref().unwrap()[0].clone();
    mover.play(&id, &ply).await.unwrap();
    until(waiter, "the move", |guest| guest.state().version == 1).await;
    assert!(since.elapsed() < Duration::from_secs(3), "{:?}", since.elapsed());
    assert!(a.cluster_stats().unwrap().hints + b.cluster_stats().unwrap().hints > 0);

    drop(bus);
    eventually("the loss", || async { !connected(&a) && !connected(&b) }).await;
    one.act(&id, GameAct::Resign).await.unwrap();
    until(&mut other, "the end", |guest| guest.state().stage == GameStage::Over).await;
    let _bus = Bus::start(port);
    eventually("the return", || async { connected(&a) && connected(&b) }).await;
}
