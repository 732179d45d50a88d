//! The computer players, in a thread of their own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use abaque_client::local::{Answer, Task};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// Hears an answer, and whether more follows.
type Then = Rc<dyn Fn(Result<String, String>, bool)>;
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
        self.ask_once("think", task, then);
    }

    /// Sends any work that is answered once.
    pub(crate) fn ask_once<A: DeserializeOwned + 'static>(
        &self,
        work: &str,
        task: &impl Serialize,
        then: impl FnOnce(Result<A, String>) + 'static,
    ) {
        let then = RefCell::new(Some(then));
        self.follow(work, task, move |answer, _| {
            // What is said on the way is not the answer.
            if let Some(then) = then.borrow_mut().take() {
                then(answer);
            }
        });
    }

    /// Sends work that is answered bit by bit; `then` hears each answer, and whether more follows.
    pub(crate) fn follow<A: DeserializeOwned>(
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
            inner.next += 1;
            let id = inner.next;
            let read = move |text: Result<String, String>, more: bool| {
                then(text.and_then(|text| read(&text)), more);
            };
            inner.waiting.insert(id, Rc::new(read));
            id
        };
        if let Err(error) = self.post(id, &text, work) {
            self.answered(id, Err(format!("{error:?}")), false);
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
        let answered = Ear::new(move |event: MessageEvent| {
            let message: js_sys::Array = event.data().unchecked_into();
            let id = message.get(0).as_f64().unwrap_or(0.0) as u32;
            let text = message.get(1).as_string().unwrap_or_default();
            this.answered(id, Ok(text), message.get(2).is_truthy());
        });
        worker.set_onmessage(Some(answered.as_ref().unchecked_ref()));
        self.0.borrow_mut().worker = Some((worker.clone(), answered));
        Ok(worker)
    }

    fn answered(&self, id: u32, answer: Result<String, String>, more: bool) {
        let then = match more {
            true => self.0.borrow().waiting.get(&id).cloned(),
            false => self.0.borrow_mut().waiting.remove(&id),
        };
        if let Some(then) = then {
            then(answer, more);
        }
    }
}

fn read<A: DeserializeOwned>(text: &str) -> Result<A, String> {
    serde_json::from_str(text).map_err(|error| {
        let told: Option<serde_json::Value> = serde_json::from_str(text).ok();
        let told = told.and_then(|told| told["error"].as_str().map(String::from));
        told.unwrap_or_else(|| error.to_string())
    })
}
