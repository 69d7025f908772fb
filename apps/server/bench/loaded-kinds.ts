import {
  bytesField,
  encodeDocument,
  encodeEvent,
  encodeObject,
  partialObject,
  textField,
  type WrittenMeta,
} from '../src/embedded/http/encode-protobuf.ts';

/** Objects of one write. */
const AT_ONCE = 200;
const OBJECTS_A_NAMESPACE = 500;
const RESOURCE_VERSION = '2000000000';
/** When the first objects were created, in seconds; Namespaces were there before. */
const FIRST_CREATED = Date.UTC(2025, 8, 1) / 1000;
/** So long after its owner an object was created at most. */
const LATEST_AFTER_OWNER = 120 * 86_400;

/** Placeholders in a template, each as long as its replacement. */
const HOLES = {
  name: '<name-of-object>',
  namespace: '<namesp>',
  uid: '<uid-of-object-in-the-length-of-one>',
  ownerName: '<name-of-owner.>',
  ownerUid: '<uid-of-owner--in-the-length-of-one>',
  version: '<version>>',
  created: '2026-01-01T00:00:00Z',
} as const;

type Values = Readonly<Record<keyof typeof HOLES, string>>;

type Encoding = 'protobuf' | 'json';

/** A kind with many objects, whose lists are made piece by piece. */
export interface LoadedKind {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly path: string;
  readonly count: number;
  /** A list of the first object, and of each that is `step` further. */
  list(encoding: Encoding, step?: number): Iterable<Buffer>;
  /** The same as a watch list, up to the mark of its end. */
  watchList(encoding: Encoding): Iterable<Buffer>;
  /** An event of a watch: the object with this index in this version. */
  event(type: string, index: number, version: number, encoding: Encoding): Buffer;
  bookmark(version: number, encoding: Encoding): Buffer;
  uid(index: number): string;
}

/** A cluster of the bench. */
export interface LoadedCluster {
  readonly objects: number;
  /** Another one has other uids and times, but the same names and sizes. */
  readonly seed?: number;
  /** All ReplicaSets but one are gone. */
  readonly areOwnersLost?: boolean;
}

/**
 * A seeded cluster: Deployments with ReplicaSets with Pods, and ConfigMaps; two thirds are Pods. A few namespaces hold much of it: of a
 * thousand, the first a thirty-second part.
 */
export function loadedKinds(cluster: LoadedCluster): readonly LoadedKind[] {
  const { objects, seed = 1, areOwnersLost = false } = cluster;
  const of = (share: number): number => Math.max(1, Math.round(objects * share));
  const namespaces = of(1 / OBJECTS_A_NAMESPACE);
  const [deployments, replicaSets, pods] = [of(0.06), of(0.2), of(0.67)];
  const rest = Math.max(1, objects - namespaces - deployments - replicaSets - pods);
  const made = (group: string, resource: string, kind: string, count: number): Made => ({
    ...{ group, resource, kind, count, owners: [], namespaces, seed },
  });
  const owner = ['Deployment', deployments] as const;
  const listedSets = areOwnersLost ? 1 : replicaSets;
  return [
    loadedKind(made('', 'namespaces', NAMESPACE, namespaces)),
    loadedKind(made('apps', 'deployments', 'Deployment', deployments)),
    loadedKind({ ...made('apps', 'replicasets', 'ReplicaSet', listedSets), owners: [owner] }),
    loadedKind({
      ...made('', 'pods', 'Pod', pods),
      owners: [['ReplicaSet', replicaSets], owner],
    }),
    loadedKind(made('', 'configmaps', 'ConfigMap', rest)),
  ];
}

const NAMESPACE = 'Namespace';

/** How a kind is made. */
interface Made {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly count: number;
  /** Kind and number of the owners, of their owners, and so on. */
  readonly owners: readonly (readonly [kind: string, count: number])[];
  readonly namespaces: number;
  readonly seed: number;
}

/** The values of one object after the other. */
function valuesOf(made: Made): (index: number, encoding: Encoding, version?: number) => Values {
  const { kind, count, owners, namespaces, seed } = made;
  const [[ownerKind = '', ownerCount = 1] = []] = owners;
  const [, roots] = owners.at(-1) ?? ['', count];
  const [uid, ownerUid, createdAt] = [uids(kind, seed), uids(ownerKind, seed), times(made)];
  return (index, encoding, version = 999_999_999) => {
    // Objects live where their first owner lives. Squared: the first namespaces are the largest.
    const root = owners.reduce((at, [, many]) => at % many, index) % roots;
    const namespace = kind === NAMESPACE ? index : Math.floor((root / roots) ** 2 * namespaces);
    const created = createdAt(index);
    const ownerIndex = index % ownerCount;
    return {
      name: nameOf(kind, index),
      namespace: `team${String(namespace).padStart(4, '0')}`,
      uid: uid(index),
      ownerName: nameOf(ownerKind, ownerIndex),
      ownerUid: ownerUid(ownerIndex),
      version: String(version).padStart(10, '1'),
      created: encoding === 'protobuf' ? varintText(created) : timeText(created),
    };
  };
}

/** When each object was created, in seconds: later than its owner. */
function times({ kind, owners, seed }: Made): (index: number) => number {
  const later = (hash: number): number => Math.floor((hash / 2 ** 32) * LATEST_AFTER_OWNER);
  const ownHash = hashes(kind, seed);
  if (kind === NAMESPACE) return (index) => FIRST_CREATED - later(ownHash(index));
  const chain = owners.map(([owner, many]) => [hashes(owner, seed), many] as const);
  return (index) => {
    let sum = FIRST_CREATED + later(ownHash(index));
    let at = index;
    for (const [hash, many] of chain) {
      at %= many;
      sum += later(hash(at));
    }
    return sum;
  };
}

function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '');
}

/** A number as in protobuf, a character for each byte; five for each time of these years. */
function varintText(number: number): string {
  return varintOf(number).toString('latin1');
}

function loadedKind(made: Made): LoadedKind {
  const { group, resource, kind, count, owners, seed } = made;
  const template = templateMeta(kind, owners[0]?.[0]);
  const values = valuesOf(made);
  const fill = (item: Buffer, holes: Holes, at: number, filled: Values): void => {
    for (const [hole, offset] of holes) item.write(filled[hole], at + offset, 'latin1');
  };
  function* pieces(
    encoding: Encoding,
    [head, item, tail]: readonly [Buffer, Buffer, Buffer],
    { step = 1, last = NOTHING }: { readonly step?: number; readonly last?: Buffer } = {},
  ): Generator<Buffer> {
    const holes = holesOf(item, encoding);
    const length = Math.ceil(count / step);
    yield head;
    for (let from = 0; from < length; from += AT_ONCE) {
      const many = Math.min(AT_ONCE, length - from);
      const piece = Buffer.alloc(item.length * many);
      for (let at = 0; at < many; at++) {
        item.copy(piece, at * item.length);
        fill(piece, holes, at * item.length, values((from + at) * step, encoding));
      }
      yield from + many === length ? piece.subarray(0, piece.length - last.length) : piece;
    }
    yield tail;
  }
  const lists: Record<Encoding, (step: number) => Iterable<Buffer>> = {
    protobuf: (step) => {
      const metadata = bytesField(1, textField(2, RESOURCE_VERSION));
      const item = bytesField(2, partialObject(template));
      const document = encodeDocument('meta.k8s.io/v1', 'PartialObjectMetadataList');
      const beforeLength = document.subarray(0, document.length - TAIL.length - 1);
      const length = varintOf(metadata.length + item.length * Math.ceil(count / step));
      // A copy: the decoder overwrites what it has read.
      const head = Buffer.concat([beforeLength, length, metadata]);
      return pieces('protobuf', [head, item, Buffer.from(TAIL)], { step });
    },
    json: (step) => {
      const list = { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' };
      const metadata = { resourceVersion: RESOURCE_VERSION };
      const head = JSON.stringify({ ...list, metadata, items: [] }).slice(0, -2);
      const item = Buffer.from(`${JSON.stringify(partialJson(template))},`);
      const last = Buffer.from(',');
      return pieces('json', [Buffer.from(head), item, Buffer.from(']}')], { step, last });
    },
  };
  const templates = new Map<string, readonly [Buffer, Holes]>();
  return {
    group,
    resource,
    kind,
    namespaced: kind !== NAMESPACE,
    count,
    path: `${group === '' ? '/api' : `/apis/${group}`}/v1/${resource}`,
    uid: uids(kind, seed),
    list: (encoding, step = 1) => lists[encoding](step),
    watchList: (encoding) => {
      const annotations = { 'k8s.io/initial-events-end': 'true' };
      const end = { name: '', uid: '', resourceVersion: RESOURCE_VERSION, annotations };
      const event = eventOf('ADDED', template, encoding);
      return pieces(encoding, [NOTHING, event, eventOf('BOOKMARK', end, encoding)]);
    },
    event: (type, index, version, encoding) => {
      const key = `${type} ${encoding}`;
      const made = templates.get(key) ?? withHoles(eventOf(type, template, encoding), encoding);
      templates.set(key, made);
      const [event, holes] = made;
      const copy = Buffer.from(event);
      fill(copy, holes, 0, values(index, encoding, version));
      return copy;
    },
    bookmark: (version, encoding) =>
      eventOf('BOOKMARK', { name: '', uid: '', resourceVersion: String(version) }, encoding),
  };
}

type Holes = readonly (readonly [keyof Values, number])[];

function withHoles(item: Buffer, encoding: Encoding): readonly [Buffer, Holes] {
  return [item, holesOf(item, encoding)];
}

function eventOf(type: string, meta: WrittenMeta, encoding: Encoding): Buffer {
  return encoding === 'protobuf'
    ? encodeEvent(type, encodeObject(meta))
    : Buffer.from(`${JSON.stringify({ type, object: partialJson(meta) })}\n`);
}

function partialJson(metadata: WrittenMeta): object {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
}

/** The empty fields after the list. */
const TAIL = Buffer.of(0x1a, 0, 0x22, 0);
const NOTHING = Buffer.alloc(0);

function varintOf(length: number): Buffer {
  const bytes: number[] = [];
  let rest = length;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.of(...bytes, rest);
}

function templateMeta(kind: string, ownerKind: string | undefined): WrittenMeta {
  const fieldsV1 = { 'f:metadata': {}, 'f:spec': {} as Record<string, object> };
  for (let field = 0; field < 60; field++) fieldsV1['f:spec'][`f:field-${field}`] = {};
  const apiVersion = 'apps/v1';
  return {
    ...(kind === NAMESPACE
      ? { name: HOLES.namespace }
      : { name: HOLES.name, namespace: HOLES.namespace }),
    uid: HOLES.uid,
    resourceVersion: HOLES.version,
    generation: 1,
    creationTimestamp: HOLES.created,
    labels: { 'app.kubernetes.io/name': 'web', 'pod-template-hash': '6fffd974d5' },
    annotations: { 'kubernetes.io/config.source': 'api', 'example.com/checksum': 'f'.repeat(64) },
    ...(ownerKind
      ? {
          ownerReferences: [
            {
              apiVersion,
              kind: ownerKind,
              name: HOLES.ownerName,
              uid: HOLES.ownerUid,
              controller: true,
              blockOwnerDeletion: true,
            },
          ],
        }
      : {}),
    managedFields: [{ manager: 'kube-controller-manager', fieldsV1 }],
  };
}

function holesOf(item: Buffer, encoding: Encoding): Holes {
  const created = varintText(Date.parse(HOLES.created) / 1000);
  const holes = encoding === 'protobuf' ? { ...HOLES, created } : HOLES;
  return Object.entries(holes).flatMap(([hole, text]) => {
    const at = item.indexOf(text, 0, 'latin1');
    return at < 0 ? [] : [[hole as keyof Values, at] as const];
  });
}

function nameOf(kind: string, index: number): string {
  return `${kind.toLowerCase().slice(0, 6).padEnd(6, 'x')}-${String(index).padStart(9, '0')}`;
}

/** Returns a whole number below 2^32 for each object of a kind; it looks like chance. */
function hashes(kind: string, seed: number): (index: number) => number {
  let first = Math.imul(seed, 0x9e3779b1);
  for (const character of kind) first = Math.imul(first ^ character.charCodeAt(0), 0x01000193);
  return (index) => {
    let hash = Math.imul(first ^ (index + 1), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
    return (hash ^ (hash >>> 13)) >>> 0;
  };
}

/** Spread over all values, as random uids are, and always the same. */
function uids(kind: string, seed: number): (index: number) => string {
  const hashOf = hashes(kind, seed);
  return (index) => {
    let hash = hashOf(index);
    let hex = '';
    for (let part = 0; part < 3; part++) {
      hash = Math.imul(hash ^ (hash >>> 15) ^ (part << 4), 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      hex += (hash >>> 0).toString(16).padStart(8, '0');
    }
    const start = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}`;
    return `${start}-${hex.slice(16, 20)}-${hex.slice(20)}${index.toString(16).padStart(8, '0')}`;
  };
}
