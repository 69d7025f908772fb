import { pick, type Random } from '../differential/random-world.ts';
import type { AskedKind, Json } from './asked-kinds.ts';
import { GRIP, HOLD, OWNER_UIDS, referenceOf } from './drawn-changes.ts';

const NAMES = [HOLD, GRIP, 'orphan', 'requests.example.com/other'];

/** Metadata of a strategic merge patch of an object by number, with directives. */
export function directiveOf(kind: AskedKind, object: number, random: Random): Json {
  const { labels, ...drawn } = pick(DIRECTIVES, random)(random, object);
  // Labels that a server fills in are left alone.
  return labels === undefined || kind.labels ? drawn : { labels, ...drawn };
}

// What a server does now so, now so is never drawn: a removal and an addition to one set in one patch. Nor is an empty order
// with a list: it turns around what is new.
const DIRECTIVES: readonly ((random: Random, object: number) => Json)[] = [
  (random) => ({ '$deleteFromPrimitiveList/finalizers': someOf(NAMES, random) }),
  (random) => ({ '$setElementOrder/finalizers': someOf(NAMES, random) }),
  (random) => ({
    '$setElementOrder/finalizers': someOf(NAMES, random),
    finalizers: someOf(NAMES, random),
  }),
  (random) => ({ finalizers: someOf(NAMES, random) }),
  (random) => ({ ownerReferences: elements(random) }),
  (random) => ({ ownerReferences: elements(random) }),
  (random) => ({ ownerReferences: elements(random) }),
  (random) => ({
    '$setElementOrder/ownerReferences': someOf(OWNER_UIDS, random).map((uid) => ({ uid })),
    ownerReferences: elements(random),
  }),
  (random) => ({ labels: { ...mapDirective(random), a: '3' } }),
  (random, object) => ({ uid: `{uid:${object}}`, ownerReferences: elements(random) }),
];

function mapDirective(random: Random): Json {
  return pick<Json>(
    [{ $patch: 'replace' }, { $patch: 'delete' }, { $patch: 'merge' }, { $retainKeys: ['a'] }],
    random,
  );
}

/** References, and what is to become of those that are there. */
function elements(random: Random): readonly Json[] {
  return Array.from({ length: pick([1, 1, 2, 3], random) }, () => elementOf(random));
}

function elementOf(random: Random): Json {
  const uid = pick(OWNER_UIDS, random);
  const draw = random();
  if (draw < 0.4) return referenceOf(random);
  if (draw < 0.75) return { $patch: 'delete', uid };
  if (draw < 0.85) return { uid, blockOwnerDeletion: false };
  if (draw < 0.95) return { $patch: 'replace', ...pick<Json>([{}, { uid }], random) };
  return pick<Json>(
    [{ $patch: 'merge', uid }, { $patch: 'spin', uid }, { $patch: 'delete' }],
    random,
  );
}

function someOf<T>(from: readonly T[], random: Random): readonly T[] {
  return Array.from({ length: pick([1, 1, 2, 3], random) }, () => pick(from, random));
}
