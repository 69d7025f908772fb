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
const NAMESPACES = 1000;
const RESOURCE_VERSION = '2000000000';

/** What is written over in a template, each as long as what replaces it. */
const HOLES = {
  name: '<name-of-object>',
  namespace: '<namesp>',
  uid: '<uid-of-object-in-the-length-of-one>',
  ownerName: '<name-of-owner.>',
  ownerUid: '<uid-of-owner--in-the-length-of-one>',
  version: '<version>>',
} as const;

type Values = Readonly<Record<keyof typeof HOLES, string>>;

type Encoding = 'protobuf' | 'json';

/** A kind with many objects, whose lists are made piece by piece. */
export interface LoadedKind {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly path: string;
  readonly count: number;
  list(encoding: Encoding): Iterable<Buffer>;
  /** The same as a watch list, up to the mark of its end. */
  watchList(encoding: Encoding): Iterable<Buffer>;
  /** Of a watch: the object with this index in this version. */
  event(type: string, index: number, version: number, encoding: Encoding): Buffer;
  bookmark(version: number, encoding: Encoding): Buffer;
  uid(index: number): string;
}

/**
 * A seeded cluster: Deployments with ReplicaSets with Pods, and ConfigMaps; two thirds are Pods. If owners are lost, all
 * ReplicaSets but one are gone.
 */
export function loadedKinds(objects: number, areOwnersLost = false): readonly LoadedKind[] {
  const of = (share: number): number => Math.max(1, Math.round(objects * share));
  const [deployments, replicaSets] = [of(0.06), of(0.2)];
  return [
    loadedKind('apps', 'deployments', 'Deployment', deployments),
    loadedKind('apps', 'replicasets', 'ReplicaSet', areOwnersLost ? 1 : replicaSets, [
      ['Deployment', deployments],
    ]),
    loadedKind('', 'pods', 'Pod', of(0.67), [
      ['ReplicaSet', replicaSets],
      ['Deployment', deployments],
    ]),
    loadedKind('', 'configmaps', 'ConfigMap', of(0.07)),
  ];
}

function loadedKind(
  group: string,
  resource: string,
  kind: string,
  count: number,
  owners: readonly (readonly [kind: string, count: number])[] = [],
): LoadedKind {
  const [[ownerKind, ownerCount] = []] = owners;
  const template = templateMeta(ownerKind);
  const values = (index: number, version = 999_999_999): Values => {
    const ownerIndex = index % (ownerCount ?? 1);
    // Objects live where their first owner lives.
    const first = owners.reduce((at, [, many]) => at % many, index);
    const namespace = String(first % NAMESPACES).padStart(4, '0');
    return {
      name: nameOf(kind, index),
      namespace: `team${namespace}`,
      uid: uidOf(kind, index),
      ownerName: nameOf(ownerKind ?? '', ownerIndex),
      ownerUid: uidOf(ownerKind ?? '', ownerIndex),
      version: String(version).padStart(10, '1'),
    };
  };
  const fill = (item: Buffer, holes: Holes, at: number, filled: Values): void => {
    for (const [hole, offset] of holes) item.write(filled[hole], at + offset, 'latin1');
  };
  function* pieces(head: Buffer, item: Buffer, tail: Buffer, last: Buffer): Generator<Buffer> {
    const holes = holesOf(item);
    yield head;
    for (let from = 0; from < count; from += AT_ONCE) {
      const many = Math.min(AT_ONCE, count - from);
      const piece = Buffer.alloc(item.length * many);
      for (let at = 0; at < many; at++) {
        item.copy(piece, at * item.length);
        fill(piece, holes, at * item.length, values(from + at));
      }
      yield from + many === count ? piece.subarray(0, piece.length - last.length) : piece;
    }
    yield tail;
  }
  const lists: Record<Encoding, () => Iterable<Buffer>> = {
    protobuf: () => {
      const metadata = bytesField(1, textField(2, RESOURCE_VERSION));
      const item = bytesField(2, partialObject(template));
      const document = encodeDocument('meta.k8s.io/v1', 'PartialObjectMetadataList');
      const beforeLength = document.subarray(0, document.length - TAIL.length - 1);
      const length = lengthOf(metadata.length + item.length * count);
      // A copy: the decoder overwrites what it has read.
      return pieces(
        Buffer.concat([beforeLength, length, metadata]),
        item,
        Buffer.from(TAIL),
        NOTHING,
      );
    },
    json: () => {
      const list = { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' };
      const metadata = { resourceVersion: RESOURCE_VERSION };
      const head = JSON.stringify({ ...list, metadata, items: [] }).slice(0, -2);
      const item = Buffer.from(`${JSON.stringify(partialJson(template))},`);
      return pieces(Buffer.from(head), item, Buffer.from(']}'), Buffer.from(','));
    },
  };
  const templates = new Map<string, readonly [Buffer, Holes]>();
  return {
    group,
    resource,
    kind,
    count,
    path: `${group === '' ? '/api' : `/apis/${group}`}/v1/${resource}`,
    uid: (index) => uidOf(kind, index),
    list: (encoding) => lists[encoding](),
    watchList: (encoding) => {
      const annotations = { 'k8s.io/initial-events-end': 'true' };
      const end = { name: '', uid: '', resourceVersion: RESOURCE_VERSION, annotations };
      const event = eventOf('ADDED', template, encoding);
      return pieces(NOTHING, event, eventOf('BOOKMARK', end, encoding), NOTHING);
    },
    event: (type, index, version, encoding) => {
      const key = `${type} ${encoding}`;
      const made = templates.get(key) ?? withHoles(eventOf(type, template, encoding));
      templates.set(key, made);
      const [event, holes] = made;
      const copy = Buffer.from(event);
      fill(copy, holes, 0, values(index, version));
      return copy;
    },
    bookmark: (version, encoding) =>
      eventOf('BOOKMARK', { name: '', uid: '', resourceVersion: String(version) }, encoding),
  };
}

type Holes = readonly (readonly [keyof Values, number])[];

function withHoles(item: Buffer): readonly [Buffer, Holes] {
  return [item, holesOf(item)];
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

function lengthOf(length: number): Buffer {
  const bytes: number[] = [];
  let rest = length;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.of(...bytes, rest);
}

function templateMeta(ownerKind: string | undefined): WrittenMeta {
  const fieldsV1 = { 'f:metadata': {}, 'f:spec': {} as Record<string, object> };
  for (let field = 0; field < 60; field++) fieldsV1['f:spec'][`f:field-${field}`] = {};
  const apiVersion = 'apps/v1';
  return {
    name: HOLES.name,
    namespace: HOLES.namespace,
    uid: HOLES.uid,
    resourceVersion: HOLES.version,
    generation: 1,
    creationTimestamp: '2026-01-01T00:00:00Z',
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

function holesOf(item: Buffer): Holes {
  return Object.entries(HOLES).flatMap(([hole, text]) => {
    const at = item.indexOf(text);
    return at < 0 ? [] : [[hole as keyof Values, at] as const];
  });
}

function nameOf(kind: string, index: number): string {
  return `${kind.toLowerCase().slice(0, 6).padEnd(6, 'x')}-${String(index).padStart(9, '0')}`;
}

/** Spread over all values, as random uids are, and always the same. */
function uidOf(kind: string, index: number): string {
  let hash = index + 1;
  for (let at = 0; at < kind.length; at++) hash = Math.imul(hash ^ kind.charCodeAt(at), 0x01000193);
  let hex = '';
  for (let part = 0; part < 4; part++) {
    hash = Math.imul(hash ^ (hash >>> 15) ^ (part << 4), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hex += (hash >>> 0).toString(16).padStart(8, '0');
  }
  const number = index.toString(16).padStart(8, '0');
  const all = `${hex.slice(0, 24)}${number}`;
  return [
    all.slice(0, 8),
    all.slice(8, 12),
    all.slice(12, 16),
    all.slice(16, 20),
    all.slice(20),
  ].join('-');
}
