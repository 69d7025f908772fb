import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type ServerAddress, serverAddress } from '../../server/src/routes/address.ts';
import { buildApp } from '../../server/src/routes/app.ts';
import { SyntheticCluster } from './synthetic-cluster.ts';

// A process of its own: serves the built page on a synthetic cluster, as `gcscope serve` would. The cluster changes on demand.

/** A request to the process. */
export interface ChurnRequest {
  readonly perSecond: number;
}

const WEB_ROOT = fileURLToPath(new URL('../../../dist/web', import.meta.url));
const CHURN_MILLIS = 100;

const synthetic = new SyntheticCluster(Number(process.argv[2]));
let address: ServerAddress = serverAddress('127.0.0.1', 0);
const app = await buildApp({
  cluster: synthetic.cluster,
  address: () => address,
  webRoot: WEB_ROOT,
});
await app.listen({ host: '127.0.0.1', port: 0 });
address = serverAddress('127.0.0.1', (app.server.address() as AddressInfo).port);
process.on('message', ({ perSecond }: ChurnRequest) => {
  setInterval(() => synthetic.change((perSecond * CHURN_MILLIS) / 1000), CHURN_MILLIS);
});
process.send?.(address.url);
