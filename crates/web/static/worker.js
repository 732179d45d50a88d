// Thinks in a thread of its own: a task comes in as JSON, an answer goes out.
import init, { think } from "/{{GLUE}}";

const ready = init({ module_or_path: "/{{WASM}}" });

onmessage = async (event) => {
  const [id, task] = event.data;
  await ready;
  postMessage([id, think(task)]);
};
