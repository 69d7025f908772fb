import { afterEach } from 'vitest';
import { endApp } from './start-app.tsx';

// Whatever a test leaves open ends with it.
afterEach(endApp);
