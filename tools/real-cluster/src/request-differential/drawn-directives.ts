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

// Drawn is what the collector and kubectl send. A server does now so, now so with a removal and an addition to one set in one
// patch, so these are not drawn together.
const DIRECTIVES: readonly ((random: Random, object: number) => Json)[] = [
  (random) => ({ '$deleteFromPrimitiveList/finalizers': someOf(NAMES, random) }),
  (random) => ({ '$setElementOrder/finalizers': someOf(NAMES, random) }),
  (random) => {
    const order = someOf(NAMES, random);
    return { '$setElementOrder/finalizers': order, finalizers: partOf(order, random) };
  },
  (random) => ({ finalizers: someOf(NAMES, random) }),
  (random) => ({ ownerReferences: elements(random) }),
  (random) => ({ ownerReferences: elements(random) }),
  (random) => ({ ownerReferences: elements(random) }),
  (random) => {
    const order = someOf(OWNER_UIDS, random);
    return {
      '$setElementOrder/ownerReferences': order.map((uid) => ({ uid })),
      ownerReferences: partOf(order, random).map((uid) => ({ ...referenceOf(random), uid })),
    };
  },
  (random) => ({ labels: { ...pick<Json>([{}, { $patch: 'replace' }], random), a: '3' } }),
  (random, object) => ({ uid: `{uid:${object}}`, ownerReferences: elements(random) }),
];

/** References, and what is to become of those that are there. */
function elements(random: Random): readonly Json[] {
  return Array.from({ length: pick([1, 1, 2, 3], random) }, () => elementOf(random));
}

function elementOf(random: Random): Json {
  const uid = pick(OWNER_UIDS, random);
  const draw = random();
  if (draw < 0.4) return referenceOf(random);
  if (draw < 0.8) return { $patch: 'delete', uid };
  return draw < 0.9 ? { uid, blockOwnerDeletion: false } : { $patch: 'replace' };
}

/** One to three of them, each once. */
function someOf<T>(from: readonly T[], random: Random): readonly T[] {
  return [...new Set(Array.from({ length: pick([1, 1, 2, 3], random) }, () => pick(from, random)))];
}

/** The first and some others, in their order. */
function partOf<T>(from: readonly T[], random: Random): readonly T[] {
  return from.filter((_, at) => at === 0 || random() < 0.6);
}
