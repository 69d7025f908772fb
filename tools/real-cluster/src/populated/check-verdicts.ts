import { type Explanation, plainText } from '@gcscope/gc-core/wire';
import { type ClusterState, endOf, hasMoved, nameOf, type RealObject } from './cluster-state.ts';
import type { Case } from './report.ts';

/** The verdict on every object of a cluster. */
export type Verdicts = ReadonlyMap<string, Explanation>;

/**
 * Compares verdicts with what became of the objects when the collector was started anew and came to rest. What stayed
 * because of an owner, and went once that owner had gone, went in turn. Where order decides, both are as predicted.
 */
export function checkVerdicts(
  predicted: Verdicts,
  before: ClusterState,
  after: ClusterState,
  labelOf: (uid: string) => string,
): Case[] {
  return [...predicted].flatMap(([uid, explanation]): Case[] => {
    const object = before.get(uid);
    if (!object) return [];
    const { verdict, because, sentence, unless } = explanation;
    return [
      {
        what: `${nameOf(object)}${labelOf(uid)}`,
        group: verdict,
        predicted: `${plainText(sentence)} (${because[0]?.rule ?? 'no rule'})`,
        real: endOf(after.get(uid)),
        agrees: unless ? 'yes' : agreement(verdict, object, before, after),
      },
    ];
  });
}

function agreement(
  verdict: Explanation['verdict'],
  object: RealObject,
  before: ClusterState,
  after: ClusterState,
): Case['agrees'] {
  const moved = hasMoved(object, after);
  if (verdict === 'not verified') return 'not verified';
  if (verdict === 'goes') {
    const isHeld = object.metadata.deletionTimestamp !== undefined;
    return moved || (isHeld && after.has(object.metadata.uid)) ? 'yes' : 'no';
  }
  if (!moved) return 'yes';
  const owners = (object.metadata.ownerReferences ?? []).flatMap(
    ({ uid }) => before.get(uid) ?? [],
  );
  return owners.length > 0 && owners.every((owner) => hasMoved(owner, after)) ? 'in turn' : 'no';
}
