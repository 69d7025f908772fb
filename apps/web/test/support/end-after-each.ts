import { afterEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { endApp } from './start-app.tsx';

// Files share a page and its modules: whatever a test leaves open ends with it.
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await endApp();
  // The library does so by itself, but only in the first file that imports it.
  await cleanup();
  document.body.replaceChildren();
});
