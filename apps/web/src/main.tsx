import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { openStream } from './data/api.ts';
import { sharedStream } from './data/shared-stream.ts';
import { createProgram } from './program.ts';
import { createAppRouter } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id “root”.');

const { live, client } = createProgram(sharedStream(openStream));
live.stream.connect();
createRoot(root).render(
  <StrictMode>
    <App live={live} client={client} router={createAppRouter()} />
  </StrictMode>,
);
