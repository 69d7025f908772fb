import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  encodeEvent,
  encodeList,
  encodeObject,
  PROTOBUF,
  type WrittenMeta,
} from '../src/embedded/http/encode-protobuf.ts';

/**
 * An API server whose Pods move, in a process of its own: `argv[2]` Pods, and `argv[4]` changes a second once it is told to
 * start. `argv[3]`: `change`, each is of another Pod, or `churn`, Pods come and go in turn. A change says when it was made, as
 * `t-<milliseconds>-<number>`: in a finalizer or in the name. Prints its URL.
 *
 * `POST /bench/start` and `/bench/stop`; both answer how many changes there were, and with all Pods: the uid, and what says when
 * it was changed.
 */
const [, , count = '1000', mode = 'change', rate = '100'] = process.argv;

interface Kind {
  readonly path: string;
  readonly resource: string;
  readonly kind: string;
  readonly objects: Map<string, WrittenMeta>;
  readonly watches: Set<ServerResponse>;
  /** Events that watches of an older version get first. */
  readonly events: { readonly version: number; readonly bytes: Buffer }[];
}

const kindOf = (path: string, kind: string): Kind => ({
  path,
  resource: path.split('/').at(-1) ?? '',
  kind,
  objects: new Map(),
  watches: new Set(),
  events: [],
});
const replicaSets = kindOf('/apis/apps/v1/replicasets', 'ReplicaSet');
const pods = kindOf('/api/v1/pods', 'Pod');
const KINDS = [replicaSets, pods];
const OWNERS = 100;
const KEPT_EVENTS = 5000;
const TICK = 10;

let version = 1;
let changes = 0;
let began = 0;
let timer: NodeJS.Timeout | undefined;
/** Pods that were made while it ran, the oldest first. */
const young: string[] = [];

function metaOf(
  kind: Kind,
  name: string,
  uid: string,
  more: Partial<WrittenMeta> = {},
): WrittenMeta {
  return {
    name,
    namespace: 'load',
    uid,
    resourceVersion: String(++version),
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...(kind === pods ? { ownerReferences: [ownerOf(uid)] } : {}),
    ...more,
  };
}

function ownerOf(uid: string): NonNullable<WrittenMeta['ownerReferences']>[number] {
  const owner = Number(uid.split('-').at(-1)) % OWNERS;
  const controller = { controller: true, blockOwnerDeletion: true };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: `rs-${owner}`,
    uid: `rs-${owner}`,
    ...controller,
  };
}

function publish(kind: Kind, type: 'ADDED' | 'MODIFIED' | 'DELETED', meta: WrittenMeta): void {
  if (type === 'DELETED') kind.objects.delete(meta.uid);
  else kind.objects.set(meta.uid, meta);
  const bytes = encodeEvent(type, encodeObject(meta));
  kind.events.push({ version, bytes });
  if (kind.events.length > 2 * KEPT_EVENTS) kind.events.splice(0, KEPT_EVENTS);
  for (const response of kind.watches) response.write(bytes);
}

/** One change: of the Pod whose turn it is, or a Pod comes, or the oldest of the new ones goes. */
function move(): void {
  const now = `t-${Date.now()}-${changes}`;
  if (mode === 'change') {
    const uid = `pod-${changes % Number(count)}`;
    const finalizers = [`bench.example.com/${now}`];
    publish(pods, 'MODIFIED', metaOf(pods, uid, uid, { finalizers }));
  } else if (changes % 2 === 0) {
    const uid = `new-${changes}`;
    young.push(uid);
    publish(pods, 'ADDED', metaOf(pods, now, uid));
  } else {
    const meta = young.length > 100 ? pods.objects.get(young.shift() ?? '') : undefined;
    if (meta) publish(pods, 'DELETED', { ...meta, resourceVersion: String(++version) });
  }
  changes++;
}

function moveOn(): void {
  const due = ((Date.now() - began) / 1000) * Number(rate);
  while (changes < due) move();
}

function watch(kind: Kind, response: ServerResponse, from: number, seconds: number): void {
  response.writeHead(200, { 'content-type': PROTOBUF }).flushHeaders();
  for (const event of kind.events) if (event.version > from) response.write(event.bytes);
  kind.watches.add(response);
  const ending = setTimeout(() => {
    const meta = { name: '', uid: '', resourceVersion: String(version) };
    response.end(encodeEvent('BOOKMARK', encodeObject(meta)));
  }, seconds * 1000);
  response.on('close', () => {
    clearTimeout(ending);
    kind.watches.delete(response);
  });
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function resources(groupVersion: string, { resource, kind }: Kind): object {
  const verbs = ['delete', 'get', 'list', 'patch', 'watch'];
  const served = [{ name: resource, kind, namespaced: true, verbs }];
  return { kind: 'APIResourceList', groupVersion, resources: served };
}

const DISCOVERY: Readonly<Record<string, object>> = {
  '/version': { gitVersion: 'v1.36.3' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': {
    kind: 'APIGroupList',
    groups: [
      {
        name: 'apps',
        versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
        preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
      },
    ],
  },
  '/api/v1': resources('v1', pods),
  '/apis/apps/v1': resources('apps/v1', replicaSets),
};

for (let owner = 0; owner < OWNERS; owner++) {
  publish(replicaSets, 'ADDED', metaOf(replicaSets, `rs-${owner}`, `rs-${owner}`));
}
for (let pod = 0; pod < Number(count); pod++) {
  publish(pods, 'ADDED', metaOf(pods, `pod-${pod}`, `pod-${pod}`));
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const kind = KINDS.find(({ path }) => path === pathname);
  const found = DISCOVERY[pathname];
  if (searchParams.has('sendInitialEvents')) response.writeHead(422).end();
  else if (kind && searchParams.get('watch') === 'true') {
    const seconds = Number(searchParams.get('timeoutSeconds') ?? 30);
    watch(kind, response, Number(searchParams.get('resourceVersion')), seconds);
  } else if (kind) {
    response.writeHead(200, { 'content-type': PROTOBUF });
    response.end(encodeList({ resourceVersion: String(version) }, kind.objects.values()));
  } else if (found) send(response, found);
  else if (pathname.startsWith('/bench/')) {
    clearInterval(timer);
    if (pathname === '/bench/start') {
      began = Date.now();
      timer = setInterval(moveOn, TICK);
    }
    const now = [...pods.objects.values()].map((meta) => [
      meta.uid,
      meta.finalizers?.[0] ?? meta.name,
    ]);
    send(response, { changes, pods: now });
  } else response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
