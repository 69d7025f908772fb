// Texts are as wide as in the page, whatever fonts the machine has.
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import { afterEach, beforeAll, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { endApp } from './start-app.tsx';

beforeAll(async () => {
  const fonts = ['Inter Variable', 'JetBrains Mono Variable'];
  await Promise.all(fonts.map((font) => document.fonts.load(`13px '${font}'`)));
});

// Files share a page and its modules: whatever a test leaves open ends with it.
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await endApp();
  // The library does so by itself, but only in the first file that imports it.
  await cleanup();
  document.body.replaceChildren();
});
