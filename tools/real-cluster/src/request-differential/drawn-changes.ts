import { pick, type Random } from '../differential/random-world.ts';
import type { AskedKind, Json } from './asked-kinds.ts';

export const HOLD = 'requests.example.com/hold';
export const GRIP = 'requests.example.com/grip';
const FINALIZERS: readonly unknown[] = [
  null,
  null,
  [],
  [HOLD],
  [HOLD],
  [HOLD, GRIP],
  [GRIP, HOLD],
  [HOLD, HOLD],
  ['orphan'],
  ['foregroundDeletion'],
  ['orphan', HOLD],
  [HOLD, 'foregroundDeletion'],
  ['orphan', 'foregroundDeletion'],
  ['kubernetes'],
  ['unqualified'],
];
const TIMES: readonly unknown[] = [null, '2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
/** Uids that a reference may name. */
export const OWNER_UIDS = ['{uid:0}', '{uid:1}', '{uid:2}', '{old-uid:0}', 'never-was'];

/** Fields of metadata and what a user may write into them; `null` takes a field away. */
const FIELDS: ReadonlyMap<string, (random: Random, object: number) => unknown> = new Map<
  string,
  (random: Random, object: number) => unknown
>([
  ['finalizers', (random) => pick(FINALIZERS, random)],
  ['ownerReferences', referencesOf],
  ['labels', (random) => pick([null, {}, { a: '1' }, { a: '2', b: '1' }], random)],
  ['annotations', (random) => pick([null, {}, { a: '1' }, { 'x/y': '' }], random)],
  ['deletionTimestamp', (random) => pick(TIMES, random)],
  ['deletionGracePeriodSeconds', (random) => pick([null, 0, 0, 20, 100, -1], random)],
  ['creationTimestamp', (random) => pick(TIMES, random)],
  ['generation', (random) => pick([null, 0, 1, 2, 7, -1], random)],
  ['uid', (random, object) => pick(uidsOf(object), random)],
  ['resourceVersion', (random, object) => pick(versionsOf(object), random)],
  ['generateName', (random) => pick([null, 'g-'], random)],
  ['namespace', (random) => pick([null, '', 'elsewhere'], random)],
  ['name', (random) => pick([null, '', 'another'], random)],
]);
/** How often each is written. */
const DRAWN: readonly string[] = [
  ...Array<string>(10).fill('finalizers'),
  ...Array<string>(6).fill('ownerReferences'),
  ...['labels', 'labels', 'annotations', 'deletionTimestamp', 'deletionTimestamp'],
  ...['deletionGracePeriodSeconds', 'deletionGracePeriodSeconds', 'creationTimestamp'],
  ...['generation', 'generation', 'uid', 'uid', 'resourceVersion', 'resourceVersion'],
  ...['generateName', 'namespace', 'name'],
];

/** Uids that a request about an object may name; most of them are right. */
export function uidsOf(object: number): readonly string[] {
  const right = `{uid:${object}}`;
  return [right, right, `{old-uid:${object}}`, 'never-was', ''];
}

/** Versions that a request about an object may name. */
export function versionsOf(object: number): readonly string[] {
  const right = `{version:${object}}`;
  return [right, right, right, `{old-version:${object}}`, '1', '0', ''];
}

/** A merge patch of an object by number, of its metadata, its content or nothing at all. */
export function changeOf(kind: AskedKind, object: number, random: Random): Json {
  const what = random();
  if (what < 0.08) return {};
  const content = what < 0.2 ? kind.change : {};
  const count = what < 0.15 ? 0 : what < 0.75 ? 1 : 2;
  const metadata = metadataOf(kind, count, object, random);
  return Object.keys(metadata).length === 0 ? content : { metadata, ...content };
}

/** Values of `count` fields of metadata, or fewer. */
export function metadataOf(kind: AskedKind, count: number, object: number, random: Random): Json {
  const drawn = Array.from({ length: count }, () => pick(DRAWN, random));
  // Labels that a server fills in are left alone.
  const keys = drawn.filter((key) => key !== 'labels' || kind.labels === undefined);
  return Object.fromEntries(keys.map((key) => [key, FIELDS.get(key)?.(random, object)]));
}

function referencesOf(random: Random): unknown {
  const length = pick([0, 1, 1, 1, 2, 2], random);
  if (length === 0) return random() < 0.5 ? [] : null;
  const references = Array.from({ length }, () => referenceOf(random));
  return random() < 0.1 ? [...references, ...references.slice(0, 1)] : references;
}

/** A reference, seldom without a part of it. */
export function referenceOf(random: Random): Json {
  const uid = pick(OWNER_UIDS, random);
  const blocking = pick([{}, {}, { blockOwnerDeletion: true }, { controller: true }], random);
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid, ...blocking };
  return random() < 0.08
    ? { ...reference, [pick(['name', 'kind', 'uid'], random)]: '' }
    : reference;
}
