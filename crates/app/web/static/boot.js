// Starts the app. External and without inline code, so that the strictest content policy allows it.

// The styles of the chunk, for the app to load with it.
let style;
globalThis.abaqueLoadStyle = () => style ??= new Promise((done) => {
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: "/{{MORE_STYLE}}", onload: done, onerror: done });
  document.head.append(link);
});

// All of it is on its way at once: the main module, and the chunk that pages beyond the first ones need.
const module = fetch("/{{WASM}}");
if (location.search || !/^\/($|new(\/|$))/.test(location.pathname)) {
  for (const chunk of {{CHUNKS}}) fetch(chunk).catch(() => {});
  globalThis.abaqueLoadStyle();
}

// The colours first: no page flashes in the wrong ones while the app loads.
try {
  document.documentElement.dataset.shade = JSON.parse(localStorage.getItem("abaque.prefs"))?.shade ?? "auto";
} catch {
  // Nothing is stored, or nothing can be: the app starts with the system's colours.
}

globalThis.abaqueWorker = "/{{WORKER}}";
const { default: init, start_app } = await import("/{{GLUE}}");
await init({ module_or_path: module });
start_app();

// Some browsers have none, some refuse it in private windows: then the app needs the network.
const registration = await navigator.serviceWorker?.register("/service-worker.js").catch(() => undefined);
if (registration) {
  const tell = () => window.dispatchEvent(new Event("abaque-update"));
  // A version that waits while another one serves this page is an update.
  const watch = (worker) => worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && navigator.serviceWorker.controller) tell();
  });
  if (registration.waiting && navigator.serviceWorker.controller) tell();
  registration.addEventListener("updatefound", () => watch(registration.installing));
  let asked = false;
  window.addEventListener("abaque-take-over", () => {
    asked = true;
    registration.waiting?.postMessage("take over");
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (asked) location.reload();
  });
}
