//! The computer players, in a thread of their own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use abaque_client::local::{Answer, Task};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

type Then = Box<dyn FnOnce(Result<Answer, String>)>;
/// What hears the thread; it must live as long as the thread does.
type Ear = Closure<dyn FnMut(MessageEvent)>;

#[derive(Default)]
struct Inner {
    worker: Option<(Worker, Ear)>,
    waiting: HashMap<u32, Then>,
    next: u32,
}

/// Where tasks are sent. The thread and its module are loaded with the first one.
#[derive(Clone, Default)]
pub(crate) struct Engine(Rc<RefCell<Inner>>);

impl Engine {
    /// Sends a task; the answer comes later.
    pub(crate) fn ask(&self, task: &Task, then: impl FnOnce(Result<Answer, String>) + 'static) {
        let text = match serde_json::to_string(task) {
            Ok(text) => text,
            Err(error) => return then(Err(error.to_string())),
        };
        let id = {
            let mut inner = self.0.borrow_mut();
            inner.next += 1;
            let id = inner.next;
            inner.waiting.insert(id, Box::new(then));
            id
        };
        if let Err(error) = self.post(id, &text) {
            self.answered(id, Err(format!("{error:?}")));
        }
    }

    /// Forgets everything it was asked; a thought in progress ends with its thread.
    pub(crate) fn stop(&self) {
        let mut inner = self.0.borrow_mut();
        if !inner.waiting.is_empty() {
            inner.waiting.clear();
            if let Some((worker, _)) = inner.worker.take() {
                worker.terminate();
            }
        }
    }

    fn post(&self, id: u32, text: &str) -> Result<(), JsValue> {
        let worker = self.worker()?;
        worker.post_message(&js_sys::Array::of2(&id.into(), &text.into()))
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
        let answered = Ear::new(move |event: MessageEvent| {
            let message: js_sys::Array = event.data().unchecked_into();
            let id = message.get(0).as_f64().unwrap_or(0.0) as u32;
            let text = message.get(1).as_string().unwrap_or_default();
            this.answered(id, read(&text));
        });
        worker.set_onmessage(Some(answered.as_ref().unchecked_ref()));
        self.0.borrow_mut().worker = Some((worker.clone(), answered));
        Ok(worker)
    }

    fn answered(&self, id: u32, answer: Result<Answer, String>) {
        let then = self.0.borrow_mut().waiting.remove(&id);
        if let Some(then) = then {
            then(answer);
        }
    }
}

fn read(text: &str) -> Result<Answer, String> {
    serde_json::from_str(text).map_err(|error| {
        let told: Option<serde_json::Value> = serde_json::from_str(text).ok();
        let told = told.and_then(|told| told["error"].as_str().map(String::from));
        told.unwrap_or_else(|| error.to_string())
    })
}
