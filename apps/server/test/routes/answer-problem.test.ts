import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../src/base/errors.ts';
import { serverAddress } from '../../src/routes/address.ts';
import { buildApp } from '../../src/routes/app.ts';
import { ScriptedCluster } from '../live/support/scripted-cluster.ts';
import { OWN } from './support/scripted-app.ts';

describe('requests that fail', () => {
  it('for the same reason again and again have a line in the log each minute, which counts them', async () => {
    const lines: { readonly times: number; readonly err: { readonly message: string } }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const { cluster, clock } = new ScriptedCluster().sync();
    const app = await buildApp({ cluster, log, address: () => serverAddress('127.0.0.1', 7070) });
    app.get('/busy', async () => {
      throw new RequestError(503, 'busy', 'gcscope is busy.');
    });
    app.get('/broken', async () => {
      throw new Error('a fault of the program');
    });
    const fail = async (path: string, times: number): Promise<void> => {
      for (let asked = 0; asked < times; asked++) {
        expect((await app.inject({ url: path, headers: OWN })).statusCode).toBeGreaterThan(499);
      }
    };
    const said = () => lines.splice(0).map(({ times, err }) => `${times} ${err.message}`);
    await fail('/busy', 100);
    expect(said()).toEqual(['1 gcscope is busy.']);
    clock.advance(60_000);
    await fail('/busy', 2);
    expect(said()).toEqual(['100 gcscope is busy.']);
    // Each of these may be another one.
    await fail('/broken', 2);
    expect(said()).toEqual(['1 a fault of the program', '1 a fault of the program']);
  });
});
