// Keeps everything the app needs, by version: a new version is fetched whole beside the old one and takes over when the
// player says so or when no page of the old one is left.
const VERSION = "abaque-{{VERSION}}";
const FILES = {{LIST}};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  const old = (names) => Promise.all(
    names.filter((name) => name.startsWith("abaque-") && name !== VERSION).map((name) => caches.delete(name)),
  );
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || /^\/api(\/|$)/.test(url.pathname)) return;
  // Every page of the app is the same page; a name with an ending is a file, as it is to the server.
  const page = event.request.mode === "navigate" && !/\.[^/]*$/.test(url.pathname);
  const wanted = page ? "/index.html" : event.request;
  event.respondWith(
    caches.open(VERSION)
      .then((cache) => cache.match(wanted))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
