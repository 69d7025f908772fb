import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TestCertificate } from '../../../../tools/real-cluster/src/certificate.ts';
import { list, status } from './fake-answers.ts';
import { discover } from './fake-discovery.ts';
import { FakeStorage, keyOf, type StoredEvent } from './fake-storage.ts';
import { listen } from './listen.ts';
import { wire } from './wire.ts';

export interface FakeResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs?: readonly string[];
}

export interface FakeMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly [field: string]: unknown;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

type Respond = (response: ServerResponse, request: SeenRequest) => void;
type Purpose = 'list' | 'watch' | 'discovery';

interface Watch {
  readonly key: string;
  readonly namespace: string | undefined;
  readonly response: ServerResponse;
}

/** An API server on loopback that serves metadata and fails as a test asks. */
export class FakeApiServer {
  readonly requests: SeenRequest[] = [];
  readonly storage: FakeStorage;
  readonly staleGroups = new Set<string>();
  aggregated = true;
  /** Whether it knows watch lists; if not, it refuses them as before 1.34, and counts that. */
  watchLists = false;
  refusedWatchLists = 0;
  gitVersion = 'v1.36.3';
  /** Whether events reach the watches; a server behind its peers, or a dead connection. */
  delivering = true;
  /** Whether a new watch is told what happened since its version. */
  replaying = true;
  /** Answers every request, when set; `false` leaves one to the server. */
  answering: ((response: ServerResponse, request: SeenRequest) => boolean) | undefined;
  /** Connections so far. */
  accepted = 0;
  readonly #server: Server | SecureServer;
  #url = '';
  readonly #sockets = new Set<Socket>();
  readonly #watches = new Set<Watch>();
  readonly #scripts = new Map<Purpose, Respond[]>();
  #history: StoredEvent[] = [];
  #compacted = 0;
  readonly #publish = (event: StoredEvent): void => {
    this.#history.push(event);
    if (!this.delivering) return;
    for (const { key, namespace, response } of this.#watches) {
      if (key === event.key && isIn(namespace, event.meta))
        response.write(wire.event(event.type, event.meta));
    }
  };

  private constructor(server: Server | SecureServer, storage: FakeStorage) {
    this.#server = server;
    this.storage = storage;
    storage.servers.add(this.#publish);
  }

  /** With a certificate it speaks TLS. */
  static async start(
    resources: readonly FakeResource[],
    certificate?: TestCertificate,
  ): Promise<FakeApiServer> {
    const storage = new FakeStorage();
    for (const resource of resources) storage.resources.set(keyOf(resource), resource);
    return FakeApiServer.over(storage, certificate);
  }

  /** One more server of the cluster; it knows nothing of what happened before it started. */
  static async over(storage: FakeStorage, certificate?: TestCertificate): Promise<FakeApiServer> {
    const server = certificate ? createSecureServer(certificate) : createServer();
    const fake = new FakeApiServer(server, storage);
    if (storage.version > 100) fake.compact();
    server.on('connection', (socket) => {
      fake.accepted++;
      fake.#sockets.add(socket);
      socket.on('close', () => fake.#sockets.delete(socket));
      socket.on('error', () => undefined);
    });
    server.on('request', (request, response) => fake.#handle(request, response));
    fake.#url = await listen(server);
    return fake;
  }

  /** Served resources by `group/resource`. */
  get resources(): Map<string, FakeResource> {
    return this.storage.resources;
  }

  get version(): number {
    return this.storage.version;
  }

  set version(version: number) {
    this.storage.version = version;
  }

  get url(): string {
    return this.#url;
  }

  async stop(): Promise<void> {
    this.storage.servers.delete(this.#publish);
    this.endConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** New connections get another certificate. */
  secureWith(certificate: TestCertificate): void {
    if (this.#server instanceof SecureServer) this.#server.setSecureContext(certificate);
  }

  endConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  serve(resource: FakeResource): void {
    this.resources.set(keyOf(resource), resource);
  }

  /** The resource and its objects are gone, as with a deleted CRD. */
  unserve(resource: FakeResource): void {
    this.storage.drop(resource);
    this.endWatches();
  }

  /** The next requests of this purpose are answered by `respond`, one each. */
  next(purpose: Purpose, ...responds: readonly Respond[]): void {
    this.#scripts.set(purpose, [...(this.#scripts.get(purpose) ?? []), ...responds]);
  }

  /** How many of these answers nobody has asked for yet. */
  unasked(purpose: Purpose): number {
    return this.#scripts.get(purpose)?.length ?? 0;
  }

  put(resource: FakeResource, fields: Partial<FakeMeta> & { readonly name: string }): FakeMeta {
    return this.storage.put(resource, fields);
  }

  remove(resource: FakeResource, uid: string): void {
    this.storage.remove(resource, uid);
  }

  list(resource: FakeResource): readonly FakeMeta[] {
    return this.storage.list(resource);
  }

  /** The body of a list as of now. */
  listBody(
    resource: FakeResource,
    limit: number = Number.POSITIVE_INFINITY,
    namespace?: string,
  ): Buffer {
    const all = this.list(resource).filter((meta) => isIn(namespace, meta));
    const remaining = all.length - limit;
    const more = remaining > 0 ? { continue: 'more', remainingItemCount: remaining } : {};
    return wire.list({ resourceVersion: String(this.version), ...more }, all.slice(0, limit));
  }

  /** The events of a watch list as of now, up to the mark of its end. */
  watchListBody(resource: FakeResource, namespace?: string): Buffer {
    const all = this.list(resource).filter((meta) => isIn(namespace, meta));
    const events = all.map((meta) => wire.event('ADDED', meta));
    return Buffer.concat([...events, wire.listEnd(String(this.version))]);
  }

  /** Answers lists of the resource, of either form, as they are now. */
  listsAsNow(resource: FakeResource): Respond {
    const [body, events] = [this.listBody(resource), this.watchListBody(resource)];
    return (response, { query }) => {
      if (!query.has('sendInitialEvents')) return list(body)(response);
      response.writeHead(200, { 'content-type': wire.contentType });
      response.write(events);
    };
  }

  /** The history before now is forgotten: older watches and pages get 410. */
  compact(): void {
    this.#history = [];
    this.#compacted = this.version;
  }

  /** What happened so far reaches no watch any more, as when the server's cache loses it. */
  forgetEvents(): void {
    this.#history = [];
  }

  get watchCount(): number {
    return this.#watches.size;
  }

  /** Tells how many watches got it. */
  bookmark(resourceVersion = String(this.version)): number {
    return this.write(wire.event('BOOKMARK', { name: '', uid: '', resourceVersion }));
  }

  /** Bytes to every open watch, or to those of one resource; tells how many got them. */
  write(text: string | Uint8Array, to?: FakeResource): number {
    const reached = [...this.#watches].filter(({ key }) => to === undefined || key === keyOf(to));
    for (const { response } of reached) response.write(text);
    return reached.length;
  }

  /** Tells how many watches it ended. */
  endWatches(): number {
    const { size } = this.#watches;
    for (const { response } of this.#watches) response.end();
    this.#watches.clear();
    return size;
  }

  /** Cuts the connections of all watches with RST, and tells how many. */
  resetWatches(): number {
    const { size } = this.#watches;
    for (const { response } of this.#watches) response.socket?.resetAndDestroy();
    this.#watches.clear();
    return size;
  }

  seen(purpose: 'list' | 'watch'): readonly SeenRequest[] {
    return this.requests.filter((request) => purposeOf(request) === purpose);
  }

  #handle(message: IncomingMessage, response: ServerResponse): void {
    const url = new URL(message.url ?? '/', 'http://localhost');
    const request: SeenRequest = {
      method: message.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: message.headers,
    };
    if (request.query.has('sendInitialEvents') && !this.watchLists) {
      this.refusedWatchLists++;
      status(422, 'Invalid', 'sendInitialEvents: Forbidden: the feature gate is off')(response);
      return;
    }
    this.requests.push(request);
    const purpose = purposeOf(request);
    const scripted = this.#scripts.get(purpose)?.shift();
    if (this.answering?.(response, request)) return;
    if (scripted) scripted(response, request);
    else if (purpose === 'discovery') discover(this, request.path)(response);
    else this.#read(response, request, purpose);
  }

  #read(response: ServerResponse, request: SeenRequest, purpose: Purpose): void {
    const match = OBJECTS.exec(request.path);
    const key = `${match?.[1] ?? ''}/${match?.[4] ?? ''}`;
    const namespace = match?.[3];
    const resource = this.resources.get(key);
    if (resource?.version !== match?.[2] || !resource) {
      status(404, 'NotFound', 'the server could not find the requested resource')(response);
      return;
    }
    const version = Number(request.query.get('resourceVersion') ?? 0);
    const limit = Number(request.query.get('limit') ?? Number.POSITIVE_INFINITY);
    if (version > this.version) status(504, 'Timeout', 'Too large resource version')(response);
    else if (request.query.has('sendInitialEvents')) {
      response.writeHead(200, { 'content-type': wire.contentType });
      response.write(this.watchListBody(resource, namespace));
    } else if (purpose === 'list') list(this.listBody(resource, limit, namespace))(response);
    else if (version < this.#compacted)
      status(410, 'Expired', 'too old resource version')(response);
    else this.#watch({ key, namespace, response }, version);
  }

  #watch(watch: Watch, version: number): void {
    const { key, namespace, response } = watch;
    response.writeHead(200, { 'content-type': wire.contentType });
    response.flushHeaders();
    this.#watches.add(watch);
    response.on('close', () => this.#watches.delete(watch));
    for (const event of this.replaying ? this.#history : []) {
      if (
        event.key === key &&
        isIn(namespace, event.meta) &&
        Number(event.meta.resourceVersion) > version
      ) {
        response.write(wire.event(event.type, event.meta));
      }
    }
  }
}

/** Group, version, namespace, resource. */
const OBJECTS = /^\/(?:api|apis\/([^/]+))\/([^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)$/;

function isIn(namespace: string | undefined, meta: FakeMeta): boolean {
  return namespace === undefined || meta.namespace === namespace;
}

function purposeOf({ path, query }: SeenRequest): Purpose {
  if (query.get('watch') === 'true' && !query.has('sendInitialEvents')) return 'watch';
  return OBJECTS.test(path) ? 'list' : 'discovery';
}
