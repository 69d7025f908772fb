import type { AddressInfo } from 'node:net';
import type { LightMyRequestResponse } from 'fastify';
import { type ServerAddress, serverAddress } from '../../../src/routes/address.ts';
import type { Api } from '../../../src/routes/api.ts';
import { type AppDeps, buildApp } from '../../../src/routes/app.ts';
import { ScriptedCluster } from '../../live/support/scripted-cluster.ts';

/** An application over a scripted cluster. */
export interface ScriptedApp {
  readonly scripted: ScriptedCluster;
  readonly app: Api;
  /** Listens on a free loopback port; the answer is the address. */
  listen(): Promise<string>;
}

interface ScriptedAppOptions extends Partial<Omit<AppDeps, 'cluster' | 'address'>> {
  readonly scripted?: ScriptedCluster;
  readonly publicUrl?: string;
}

/** As a server on 127.0.0.1:7070 until it listens elsewhere. */
export async function scriptedApp({
  scripted = new ScriptedCluster().sync(),
  publicUrl,
  ...deps
}: ScriptedAppOptions = {}): Promise<ScriptedApp> {
  let address: ServerAddress = serverAddress('127.0.0.1', 7070, publicUrl);
  const app = await buildApp({ cluster: scripted.cluster, address: () => address, ...deps });
  return {
    scripted,
    app,
    listen: async () => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      address = serverAddress('127.0.0.1', (app.server.address() as AddressInfo).port);
      return address.url;
    },
  };
}

/** What a request of the program's own page carries. */
export const OWN = { host: '127.0.0.1:7070', 'sec-fetch-site': 'same-origin' };
/** The same for a request that starts something. */
export const OWN_POST = { ...OWN, origin: 'http://127.0.0.1:7070', 'x-gcscope': '1' };

/** What the program's own page is answered there. */
export function get(app: Api, url: string): Promise<LightMyRequestResponse> {
  return app.inject({ url, headers: OWN });
}

/** What it is answered when it sends this as JSON; a text goes as it is. */
export function post(
  app: Api,
  url: string,
  payload: string | object,
): Promise<LightMyRequestResponse> {
  const headers = { ...OWN_POST, 'content-type': 'application/json' };
  return app.inject({ method: 'POST', url, headers, payload });
}
