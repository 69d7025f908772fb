import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  applyDelta,
  type ClusterHealth,
  type GraphDelta,
  type KindHealth,
  type NodeRecord,
  type ObjectDetails,
  type Snapshot,
} from '@gcscope/gc-core/wire';
import { ownedBy, record } from './record.ts';
import { bigWorld, shopWorld } from './shop-world.ts';

// A stand-in for the server, to look at the built page with: `tsx test/support/stub-server.ts [port] [objects] [pace ms]`.
const [port = '8137', objects = '0', pace = '2000'] = process.argv.slice(2);
const DIST = fileURLToPath(new URL('../../../../dist/web', import.meta.url));
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const big = Number(objects);
const nodes = new Map<string, NodeRecord>(
  (big > 0 ? bigWorld(big, Date.now()) : shopWorld(Date.now())).map((each) => [each.uid, each]),
);
let seq = 1;
const clients = new Set<ServerResponse>();

function kind(
  name: string,
  group: string,
  state: KindHealth['state'],
  message?: string,
): KindHealth {
  return {
    group,
    version: 'v1',
    resource: `${name.toLowerCase()}s`,
    kind: name,
    namespaced: true,
    state,
    objects: [...nodes.values()].filter((each) => each.kind === name).length,
    since: new Date().toISOString(),
    ...(message !== undefined && { message }),
  };
}

const health: ClusterHealth = {
  state: 'live',
  since: new Date().toISOString(),
  kinds: [
    kind('Deployment', 'apps', 'synced'),
    kind('ReplicaSet', 'apps', 'synced'),
    kind('Pod', '', 'synced'),
    kind(
      'Secret',
      '',
      'forbidden',
      'Secrets may not be listed: grant “list” and “watch” on secrets.',
    ),
    kind(
      'Widget',
      'old.example.com',
      'degraded',
      'The conversion webhook of widgets fails: repair it.',
    ),
  ],
};

function push(delta: GraphDelta): void {
  applyDelta(nodes, delta);
  seq += 1;
  for (const client of clients) {
    client.write(`event: delta\nid: stub-${seq}\ndata: ${JSON.stringify(delta)}\n\n`);
  }
}

let turn = 0;
/** The cron job of the shop: a job with a pod comes, the oldest one goes. */
function change(): void {
  turn += 1;
  const all = [...nodes.values()];
  const cron = all.find((each) => each.kind === 'CronJob');
  const jobs = all.filter((each) => each.kind === 'Job' && each.owners[0]?.uid === cron?.uid);
  const oldest = jobs[0];
  if (!cron) return;
  if (oldest && jobs.length > 3) {
    const below = all.filter((each) => each.owners[0]?.uid === oldest.uid);
    push({ upserts: [], removes: [oldest.uid, ...below.map((each) => each.uid)] });
    return;
  }
  const job = record({
    uid: `job-${turn}`,
    apiVersion: 'batch/v1',
    kind: 'Job',
    name: `nightly-report-${29_387_580 + turn}`,
    namespace: cron.namespace,
    owners: [ownedBy(cron)],
    creationTimestamp: new Date().toISOString(),
    standing: { verdict: 'stays', rule: 'AD-20' },
  });
  const pod = record({
    ...job,
    uid: `pod-${turn}`,
    apiVersion: 'v1',
    kind: 'Pod',
    name: `${job.name}-p4s7x`,
    owners: [ownedBy(job)],
  });
  push({ upserts: [job, pod], removes: [] });
}

function details(uid: string): ObjectDetails | undefined {
  const found = nodes.get(uid);
  if (!found) return undefined;
  const owners = found.owners.flatMap((owner) => nodes.get(owner.uid) ?? []);
  const dependents = [...nodes.values()].filter((each) => each.owners.some((o) => o.uid === uid));
  const owner = owners[0];
  const named = owner ? `${owner.kind} \`${owner.namespace}/${owner.name}\`` : 'no owner is named';
  return {
    record: found,
    explanation: {
      object: found,
      verdict: found.standing?.verdict ?? 'stays',
      sentence: owner ? `Stays, because ${named} lives.` : `Stays, because ${named}.`,
      because: owner
        ? [
            {
              rule: 'AD-20',
              text: `Its owner ${named} exists with the uid it names.`,
              uids: [owner.uid],
            },
          ]
        : [
            {
              rule: 'AD-06',
              text: 'The collector only ever deletes objects that name an owner.',
              uids: [],
            },
          ],
      unread: [],
    },
    kubectl: `${found.kind.toLowerCase()}s/${found.name} -n ${found.namespace}`,
    owners,
    dependents,
    dependentsTotal: dependents.length,
    history: [{ at: found.creationTimestamp ?? '', text: 'First seen.' }],
  };
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://stub');
  const json = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (url.pathname === '/api/v1/snapshot') {
    const snapshot: Snapshot = {
      position: `stub-${seq}`,
      cluster: { context: 'stub', server: 'http://stub', version: 'v1.36.0', embedded: true },
      health,
      nodes: [...nodes.values()],
    };
    json(200, snapshot);
  } else if (url.pathname === '/api/v1/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': hello\n\n');
    clients.add(response);
    request.on('close', () => clients.delete(response));
  } else if (url.pathname.startsWith('/api/v1/objects/')) {
    const uid = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    const found = details(uid);
    if (found) json(200, found);
    else {
      const title = `No object with the uid ${uid} was ever seen.`;
      json(404, {
        type: 'about:blank',
        code: 'uid-unknown',
        status: 404,
        title,
        detail: 'Search for its name.',
      });
    }
  } else {
    void serveFile(url.pathname, response);
  }
});

async function serveFile(path: string, response: ServerResponse): Promise<void> {
  const file = extname(path) === '' ? '/index.html' : path;
  try {
    const body = await readFile(join(DIST, file));
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}

server.listen(Number(port), '127.0.0.1');
if (Number(pace) > 0) setInterval(change, Number(pace));
setInterval(() => {
  for (const client of clients) client.write(': ping\n\n');
}, 15_000);
