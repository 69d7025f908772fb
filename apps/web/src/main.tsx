import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { openStream } from './data/api.ts';
import { sharedStream } from './data/shared-stream.ts';
import { createProgram } from './program.ts';
import { createAppRouter } from './router.tsx';

/** A page rendered with its graph is rendered once, not twice; but nobody waits for a page longer than this. */
const PATIENCE_MILLIS = 100;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id “root”.');

const { live, client } = createProgram(sharedStream(openStream));
const graph = new Promise<void>((resolve) => live.stream.subscribe(resolve));
live.stream.connect();
await Promise.race([graph, new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLIS))]);
createRoot(root).render(
  <StrictMode>
    <App live={live} client={client} router={createAppRouter()} />
  </StrictMode>,
);
