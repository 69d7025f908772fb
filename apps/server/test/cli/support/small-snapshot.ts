import { writeFileSync } from 'node:fs';
import {
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
} from '../../live/support/scripted-cluster.ts';

/** Writes a snapshot of two owned Pods, one whose owner is missing, and one elsewhere; answers with the words that name it. */
export function writeSmallSnapshot(file: string): string[] {
  const scripted = new ScriptedCluster().sync();
  scripted.put(REPLICA_SETS, 'rs');
  for (const name of ['a', 'b']) {
    scripted.put(PODS, name, { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
  }
  scripted.put(PODS, 'dangling', { ownerReferences: [ownedBy(REPLICA_SETS, 'ghost')] });
  scripted.put(PODS, 'both', { namespace: 'other', uid: 'both' });
  writeFileSync(file, JSON.stringify(scripted.cluster.snapshot));
  return ['--file', file, '-n', 'ns'];
}
