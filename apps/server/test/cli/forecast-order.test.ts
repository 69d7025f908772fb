import { expect, it } from 'vitest';
import {
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
  SECRETS,
} from '../live/support/scripted-cluster.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { runCli } from './support/run-cli.ts';

const folder = testFolder();

/** The lines on the order in a forecast of the ReplicaSet, whose Secrets both own a Pod that is held; beside them, so many others. */
async function orderUnder(policy: string, others = 0): Promise<string[]> {
  const cluster = new ScriptedCluster().sync();
  cluster.put(REPLICA_SETS, 'owner');
  const ofOwner = [ownedBy(REPLICA_SETS, 'owner', { blockOwnerDeletion: true })];
  const names = ['a', 'b', ...Array.from({ length: others }, (_, at) => `c-${at}`)];
  for (const name of names) cluster.put(SECRETS, name, { ownerReferences: ofOwner });
  const ownerReferences = ['a', 'b'].map((name) =>
    ownedBy(SECRETS, name, { blockOwnerDeletion: true }),
  );
  cluster.put(PODS, 'both', { ownerReferences, finalizers: ['example.com/hold'] });
  const file = fileIn(folder, `${policy}-${others}.json`, snapshotOf(cluster.cluster));
  const { out } = await runCli(`forecast rs/owner -n ns --policy ${policy}`, '--file', file);
  const lines = out.split('\n');
  const first = lines.findIndex((line) => line.startsWith('  order'));
  return lines.slice(first).filter((line) => /^ {2}order|^ {4}In /.test(line));
}

it('[AD-14] [AD-17] says in the words of the page what the order changes, and in how many orders', async () => {
  const [order, ...outcomes] = await orderUnder('foreground');
  expect(order).toBe(
    '  order     The outcome depends on the order. These objects end differently: Secret ns/a and Secret ns/b',
  );
  expect(outcomes.length).toBeGreaterThan(1);
  for (const each of outcomes) {
    expect(each).toMatch(
      /^ {4}In \d+ of \d+ orders: Secret ns\/[ab] (deleted|left in Terminating|not deleted), Secret ns/,
    );
  }
  expect(await orderUnder('background')).toEqual([
    expect.stringMatching(
      /^ {2}order {5}The order does not change the outcome: gcscope simulated \d+ orders\.$/,
    ),
  ]);
  expect(await orderUnder('foreground', 100)).toEqual([
    '  order     The outcome can depend on the order. gcscope does not try orders of so many objects.',
  ]);
});
