import { openStream } from './api.ts';
import { StreamHub, serveTab } from './stream-hub.ts';

const hub = new StreamHub({
  openStream,
  now: () => Date.now(),
  setTimer: (callback, millis) => setTimeout(callback, millis),
  clearTimer: (timer) => clearTimeout(timer),
});

self.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) serveTab(hub, port);
});
