import { type NodeRecord, visibleText } from '@gcscope/gc-core/wire';
import { statesOf } from '../data/graph-store.ts';
import { stateWord } from '../ui/Marks.tsx';

/** An object in words, for those who do not see the card. */
export function describe(record: NodeRecord): string {
  const states = statesOf(record)
    .filter((state) => state !== 'calm')
    .map(stateWord);
  const place = record.namespace === '' ? 'cluster-scoped' : `in ${record.namespace}`;
  const owners = record.owners.length;
  return [
    `${visibleText(`${record.kind} ${record.name}`)}, ${place}`,
    ...states,
    owners === 0 ? 'no owner' : `${owners} ${owners === 1 ? 'owner' : 'owners'}`,
  ].join(', ');
}
