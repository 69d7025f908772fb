import type { PatchType, RequestTarget } from '../../src/apiserver/api-request.ts';
import type { ApiResult } from '../../src/apiserver/api-result.ts';
import { ApiServer } from '../../src/apiserver/api-server.ts';
import type { ApiObject, Manifest, WatchEventType } from '../../src/meta/object-meta.ts';
import { parseTimestamp } from '../../src/meta/object-meta.ts';
import type { DeleteOptions } from '../../src/meta/propagation-policy.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import type { ResourceTable } from '../../src/meta/resource-table.ts';
import type { Recording } from './recording.ts';

type Attempt = Recording['attempts'][number];

/** A request with both answers. */
interface ComparedAnswer {
  readonly request: string;
  readonly recorded: string;
  readonly ours: string;
}

/** What our server stored and answered when it got the recorded requests. */
export interface ServerReplay {
  readonly answers: readonly ComparedAnswer[];
  /** Stored changes by uid, as lines. */
  readonly events: ReadonlyMap<string, readonly string[]>;
}

const MIDNIGHT = parseTimestamp('2026-11-21T00:00:00Z') ?? 0;

/** Sends the requests of a case to our API server, in the order of their answers. */
export function replayOnServer(recording: Recording, table: ResourceTable): ServerReplay {
  let now = MIDNIGHT;
  const versions = new ResourceVersions(recording);
  const newUid = ({ kind }: { kind: string }, name: string): string =>
    versions.nextUid(kind, name) ?? `uid-of-${name}`;
  const server = new ApiServer({ release: RELEASES['v1.36'], table, now: () => now, newUid });
  // The first resourceVersion belongs to something else, as in a cluster: requests ask for it as one that is long gone.
  server.put([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'first', uid: 'first' } }]);
  const events = new Map<string, string[]>();
  server.subscribe(({ type, object }) => {
    const { uid } = object.metadata;
    events.set(uid, [...(events.get(uid) ?? []), eventLine(type, object)]);
    versions.stored(object);
  });
  createUnsent(recording, table, server);
  const answers = recording.attempts.map((attempt) => {
    now = MIDNIGHT + attempt.at / 1000;
    const result = send(server, table, attempt, versions);
    return {
      request: `${attempt.verb} ${attempt.path}`,
      recorded: answerText(attempt.code, attempt.message),
      ours: result.ok
        ? answerText(result.code)
        : answerText(result.status.code ?? 0, result.status.message),
    };
  });
  return { answers, events };
}

/** A stored change as far as deletion depends on it. */
export function eventLine(type: WatchEventType, object: ApiObject): string {
  const { deletionTimestamp, deletionGracePeriodSeconds, generation } = object.metadata;
  const { finalizers = [], ownerReferences = [] } = object.metadata;
  const owners = ownerReferences.map(
    ({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }) =>
      `${apiVersion}/${kind} ${name} ${uid} ${controller} ${blockOwnerDeletion}`,
  );
  const deleted =
    deletionTimestamp === undefined ? '' : ` deleted, grace ${deletionGracePeriodSeconds}`;
  return `${type}${deleted} generation ${generation} [${finalizers}] [${owners}]`;
}

/** Objects whose creation is not in the audit log exist from the beginning. */
function createUnsent(recording: Recording, table: ResourceTable, server: ApiServer): void {
  const names = recording.attempts
    .filter(({ verb }) => verb === 'create')
    .map(({ body }) => (body as Manifest).metadata.name);
  for (const [first] of recording.versions.values()) {
    if (!first || names.includes(first.object.metadata.name)) continue;
    const { apiVersion, kind, metadata } = first.object;
    const resource = table.forKind(apiVersion, kind);
    const { name, finalizers = [], ownerReferences = [] } = metadata;
    const manifest = { apiVersion, kind, metadata: { name, finalizers, ownerReferences } };
    if (resource) server.create(resource, metadata.namespace ?? '', manifest);
  }
}

function send(
  server: ApiServer,
  table: ResourceTable,
  { verb, path, body, code, collector }: Attempt,
  versions: ResourceVersions,
): ApiResult {
  const target = targetOf(table, path);
  const ours = versions.translate(body);
  switch (verb) {
    case 'create':
      return server.create(target.resource, target.namespace, ours as Manifest);
    case 'delete':
      return server.delete(target, ours as DeleteOptions);
    default:
      return server.patch(target, patchType(body, code, collector), ours);
  }
}

/** The audit log does not name the patch type. */
function patchType(body: unknown, code: number, collector: boolean): PatchType {
  const { metadata } = (body ?? {}) as { metadata?: { resourceVersion?: string } };
  if (!collector || metadata?.resourceVersion !== undefined) return 'merge';
  return code === 415 || metadata !== undefined ? 'strategic-merge' : 'merge';
}

const PATH =
  /^\/apis?\/(?<apiVersion>v1|[^/]+\/[^/]+)(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<resource>[^/]+)(?:\/(?<name>[^/]+))?$/;

function targetOf(table: ResourceTable, path: string): RequestTarget {
  const {
    apiVersion = '',
    namespace = '',
    resource = '',
    name = '',
  } = PATH.exec(path)?.groups ?? {};
  const found = table.forPath(apiVersion, resource);
  if (!found) throw new Error(`${path} is not served`);
  return { resource: found, namespace, name };
}

/** Messages tell the stored resourceVersion, which is another counter here. Of what is invalid the fields are compared. */
function answerText(code: number, message = ''): string {
  const fields = message.matchAll(
    /(?<=is invalid: \[?|[,;] )(?:metadata\.)?[a-zA-Z]+(?:[.[][\w\]]+)*(?=: )/g,
  );
  const what =
    code === 422 ? [...new Set([...fields].map(([field]) => field))].join(', ') : message;
  return `${code} ${what.replace(/(ResourceVersion in record \()\d+/, '$1…')}`.trim();
}

/** Maps recorded resourceVersions to ours: the n-th of an object is the n-th here. */
class ResourceVersions {
  readonly #recorded: Recording['versions'];
  readonly #stored = new Map<string, number>();
  readonly #ours = new Map<string, string>();

  constructor(recording: Recording) {
    this.#recorded = recording.versions;
  }

  /** The uid of the next recorded object of that kind and name. */
  nextUid(kind: string, name: string): string | undefined {
    const unborn = [...this.#recorded].filter(([uid]) => !this.#stored.has(uid));
    return unborn.find(([, [first]]) => {
      return first?.object.kind === kind && first.object.metadata.name === name;
    })?.[0];
  }

  stored({ metadata }: ApiObject): void {
    const index = this.#stored.get(metadata.uid) ?? 0;
    this.#stored.set(metadata.uid, index + 1);
    const recorded = this.#recorded.get(metadata.uid)?.[index]?.object.metadata.resourceVersion;
    if (recorded !== undefined && metadata.resourceVersion !== undefined) {
      this.#ours.set(recorded, metadata.resourceVersion);
    }
  }

  translate(body: unknown): unknown {
    if (body === undefined) return { metadata: {} };
    return JSON.parse(
      JSON.stringify(body, (key, value: unknown) =>
        key === 'resourceVersion' ? (this.#ours.get(String(value)) ?? value) : value,
      ),
    );
  }
}
