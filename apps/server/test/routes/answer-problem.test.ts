import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../src/base/errors.ts';
import { get, scriptedApp } from './support/scripted-app.ts';

describe('requests that fail', () => {
  it('for the same reason again and again have a line in the log each minute, which counts them', async () => {
    const lines: { readonly times: number; readonly err: { readonly message: string } }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const { app, scripted } = await scriptedApp({ log });
    app.get('/busy', async () => {
      throw new RequestError(503, 'busy', 'gcscope is busy.');
    });
    app.get('/broken', async () => {
      throw new Error('a fault of the program');
    });
    const fail = async (path: string, times: number): Promise<void> => {
      for (let asked = 0; asked < times; asked++) {
        expect((await get(app, path)).statusCode).toBeGreaterThan(499);
      }
    };
    const said = () => lines.splice(0).map(({ times, err }) => `${times} ${err.message}`);
    await fail('/busy', 100);
    expect(said()).toEqual(['1 gcscope is busy.']);
    scripted.clock.advance(60_000);
    await fail('/busy', 2);
    expect(said()).toEqual(['100 gcscope is busy.']);
    // Each of these may be another one.
    await fail('/broken', 2);
    expect(said()).toEqual(['1 a fault of the program', '1 a fault of the program']);
  });
});
