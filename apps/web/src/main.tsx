import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/theme.css';
import './ui/base.css';
import './ui/controls.css';
import { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { fetchSnapshot, invalidateTouched, openStream } from './api.ts';
import { App } from './app.tsx';
import { GraphStore } from './live/graph-store.ts';
import { GraphStream } from './live/graph-stream.ts';
import { createAppRouter } from './router.tsx';
import { publishMarkColours } from './ui/theme.ts';

const store = new GraphStore();
const stream = new GraphStream(store, {
  fetchSnapshot,
  openStream,
  now: () => Date.now(),
  setTimer: (callback, millis) => window.setTimeout(callback, millis),
  clearTimer: (timer) => window.clearTimeout(timer),
  random: () => Math.random(),
});
const client = new QueryClient();
invalidateTouched(store, client);
publishMarkColours();
stream.connect();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id “root”.');
createRoot(root).render(
  <StrictMode>
    <App live={{ store, stream }} client={client} router={createAppRouter()} />
  </StrictMode>,
);
