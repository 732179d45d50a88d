// Thinks in a thread of its own: a task comes in as JSON, an answer goes out; before it, what is found on the way.
import init, { explain, judge, ponder, review, think } from "/{{GLUE}}";

const ready = init({ module_or_path: "/{{WASM}}" });
const works = { explain, judge, ponder, review, think };

onmessage = async (event) => {
  const [id, task, work] = event.data;
  await ready;
  const say = (text) => postMessage([id, text, true]);
  postMessage([id, works[work](task, say), false]);
};
