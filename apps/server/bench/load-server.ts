import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { encodeList } from '../src/embedded/http/encode-protobuf.ts';
import { type LoadedKind, loadedKinds } from './loaded-kinds.ts';

/**
 * An API server that has `--objects`, in a process of its own. `--encoding` is `protobuf` or `json`: it knows no other. `--seed` makes
 * another cluster of the same size. With `--lost-owners` the ReplicaSets are gone, so every Pod has an owner that does not exist. With
 * `--plain-lists` it refuses watch lists. Any label selector selects every hundredth object.
 *
 * Prints its URL. `/events?count=N` answers once the watch of Pods was sent so many changes and one new Pod, with the uid of that.
 * From `/moving?rate=N` on, the watch of Pods is sent N changes a second: of ten, eight show nothing new, one brings a Pod that was
 * never there and one takes the oldest one away.
 */
const { values: flags } = parseArgs({
  options: {
    objects: { type: 'string', default: '1000' },
    encoding: { type: 'string', default: 'protobuf' },
    seed: { type: 'string', default: '1' },
    'lost-owners': { type: 'boolean', default: false },
    'plain-lists': { type: 'boolean', default: false },
  },
});
const encoding = flags.encoding === 'json' ? 'json' : 'protobuf';
const kinds = loadedKinds({
  objects: Number(flags.objects),
  seed: Number(flags.seed),
  areOwnersLost: flags['lost-owners'],
});
/** A label selector selects one of so many objects. */
const SELECTED = 100;
const TYPE = encoding === 'json' ? 'application/json' : 'application/vnd.kubernetes.protobuf';
/** Later than what is listed. */
let version = 2_000_000_000;
interface Watch {
  readonly response: ServerResponse;
  /** The resourceVersion that the client has seen. */
  readonly seen: number;
}
const watches = new Map<LoadedKind, Watch>();

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function groupList(group: string): object {
  const version = { groupVersion: group === '' ? 'v1' : `${group}/v1`, version: 'v1' };
  return { name: group, versions: [version], preferredVersion: version };
}

function resourceList(group: string): object {
  const resources = kinds
    .filter((kind) => kind.group === group)
    .map(({ resource, kind, namespaced }) => ({
      name: resource,
      kind,
      namespaced,
      verbs: ['delete', 'get', 'list', 'patch', 'watch'],
    }));
  return { kind: 'APIResourceList', groupVersion: group === '' ? 'v1' : `${group}/v1`, resources };
}

/** Stops when the client goes away, as gcscope does when a list has more objects than it keeps. */
async function write(response: ServerResponse, pieces: Iterable<Buffer>): Promise<void> {
  await pipeline(Readable.from(pieces), response, { end: false }).catch((error: unknown) => {
    if (!response.closed) throw error;
  });
}

async function list(response: ServerResponse, kind: LoadedKind, step: number): Promise<void> {
  response.writeHead(200, { 'content-type': TYPE });
  await write(response, kind.list(encoding, step));
  response.end();
}

/** The first object and how many more there are: so a copy is compared. */
function countOf(response: ServerResponse, { kind, namespaced, uid, count }: LoadedKind): void {
  const metadata = {
    resourceVersion: String(version),
    continue: 'more',
    remainingItemCount: count - 1,
  };
  const namespace = namespaced ? { namespace: 'team0000' } : {};
  const first = { name: kind, ...namespace, uid: uid(0), resourceVersion: '1' };
  response.writeHead(200, { 'content-type': TYPE });
  if (encoding === 'protobuf') response.end(encodeList(metadata, [first]));
  else response.end(JSON.stringify({ metadata, items: [{ metadata: first }] }));
}

/** The client closes the connection when it has seen the mark of the end. */
async function watchList(response: ServerResponse, kind: LoadedKind): Promise<void> {
  response.writeHead(200, { 'content-type': TYPE });
  await write(response, kind.watchList(encoding));
}

/** Events that a watch is being sent: its end waits for them, because the next watch has no history. */
let sending: Promise<void> = Promise.resolve();

/** Ends when it was asked to, with a bookmark as API servers send it. */
function watch(response: ServerResponse, kind: LoadedKind, query: URLSearchParams): void {
  response.writeHead(200, { 'content-type': TYPE }).flushHeaders();
  watches.set(kind, { response, seen: Number(query.get('resourceVersion')) });
  const seconds = Number(query.get('timeoutSeconds') ?? 60);
  const timer = setTimeout(
    () => void sending.then(() => response.end(kind.bookmark(version, encoding))),
    seconds * 1000,
  );
  response.on('close', () => {
    clearTimeout(timer);
    if (watches.get(kind)?.response === response) watches.delete(kind);
  });
}

/** Nine changes of ten show nothing new, as heartbeats do; the tenth deletes a Pod and brings it back. A new Pod ends them. */
function* events(kind: LoadedKind, many: number, from: number, seen: number): Generator<Buffer> {
  const batch: Buffer[] = [];
  for (let sent = 0; sent < many; ) {
    // Far apart, as in a cluster where everything happens at once.
    const index = (sent * 7919) % kind.count;
    for (const type of sent % 10 === 0 ? ['DELETED', 'ADDED'] : ['MODIFIED']) {
      sent++;
      if (from + sent > seen) batch.push(kind.event(type, index, from + sent, encoding));
    }
    if (batch.length >= 100) yield Buffer.concat(batch.splice(0));
  }
  yield Buffer.concat([...batch, kind.event('ADDED', kind.count, version, encoding)]);
}

/** A client that closes its watch meanwhile gets the rest in its next one. */
async function sendEvents(response: ServerResponse, many: number): Promise<void> {
  const pods = kinds.find(({ resource }) => resource === 'pods');
  if (!pods || !watches.has(pods)) {
    response.writeHead(409).end('Nobody watches Pods.');
    return;
  }
  const from = version;
  // A pair may be one more than was asked for, and the new Pod comes last.
  version += many + 2;
  for (let isSent = false; !isSent; ) {
    const watching = watches.get(pods);
    if (watching) {
      sending = write(watching.response, events(pods, many, from, watching.seen));
      await sending;
      isSent = !watching.response.closed;
    } else await wait(TICK);
  }
  response.end(pods.uid(pods.count));
}

/** Index of the oldest Pod; those before it are gone. */
let oldest = 0;
const TICK = 20;
let moving: NodeJS.Timeout | undefined;

function movingBatch(pods: LoadedKind, many: number): Buffer {
  const batch: Buffer[] = [];
  for (let turn = 0; turn < many; turn++) {
    version++;
    const at = oldest + ((version * 7919) % pods.count);
    if (version % 10 === 0) batch.push(pods.event('ADDED', oldest + pods.count, version, encoding));
    else if (version % 10 === 1) batch.push(pods.event('DELETED', oldest++, version, encoding));
    else batch.push(pods.event('MODIFIED', at, version, encoding));
  }
  return Buffer.concat(batch);
}

/** While nobody watches, nothing changes: a watch that comes back has missed nothing. */
function move(rate: number): void {
  clearInterval(moving);
  if (rate === 0) return;
  let last = performance.now();
  moving = setInterval(() => {
    const pods = kinds.find(({ resource }) => resource === 'pods');
    const watching = pods && watches.get(pods)?.response;
    const many = Math.floor(((performance.now() - last) / 1000) * rate);
    last += (many / rate) * 1000;
    if (watching && !watching.writableEnded) watching.write(movingBatch(pods, many));
  }, TICK);
}

/** A list, its length, a watch, or both in one. */
function answer(response: ServerResponse, kind: LoadedKind, query: URLSearchParams): void {
  if (query.has('sendInitialEvents')) {
    // As a server answers that does not know them.
    if (flags['plain-lists']) response.writeHead(422).end();
    else void watchList(response, kind);
  } else if (query.get('watch') === 'true') {
    watch(response, kind, query);
  } else if (query.get('limit') === '1') countOf(response, kind);
  else void list(response, kind, query.has('labelSelector') ? SELECTED : 1);
}

const DISCOVERY: Readonly<Record<string, () => object>> = {
  '/version': () => ({ gitVersion: 'v1.36.3' }),
  '/api': () => ({ kind: 'APIVersions', versions: ['v1'] }),
  '/apis': () => ({ kind: 'APIGroupList', groups: [groupList('apps')] }),
  '/api/v1': () => resourceList(''),
  '/apis/apps/v1': () => resourceList('apps'),
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const kind = kinds.find((each) => each.path === pathname);
  const found = DISCOVERY[pathname];
  if (kind) answer(response, kind, searchParams);
  else if (found) send(response, found());
  else if (pathname === '/events') void sendEvents(response, Number(searchParams.get('count')));
  else if (pathname === '/moving') {
    move(Number(searchParams.get('rate')));
    response.end();
  } else response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
