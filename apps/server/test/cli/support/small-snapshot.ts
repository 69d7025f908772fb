import {
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
} from '../../live/support/scripted-cluster.ts';
import { snapshotOf } from '../../support/snapshot-of.ts';
import { fileIn } from '../../support/test-folder.ts';

/** Words that read a ReplicaSet with two Pods, a Pod whose owner does not exist, and one of another namespace. */
export function smallSnapshot(folder: string): string[] {
  const scripted = new ScriptedCluster().sync();
  scripted.put(REPLICA_SETS, 'rs');
  for (const name of ['a', 'b']) {
    scripted.put(PODS, name, { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
  }
  scripted.put(PODS, 'dangling', { ownerReferences: [ownedBy(REPLICA_SETS, 'ghost')] });
  scripted.put(PODS, 'both', { namespace: 'other', uid: 'both' });
  return ['--file', fileIn(folder, 'snapshot.json', snapshotOf(scripted.cluster)), '-n', 'ns'];
}
