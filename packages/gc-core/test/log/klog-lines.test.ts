import { describe, expect, it } from 'vitest';
import type { Processed } from '../../src/collector/collector.ts';
import { GraphNode } from '../../src/graph/graph-node.ts';
import { formatText } from '../../src/log/log-line.ts';
import { logLines } from '../../src/log/log-lines.ts';
import type { Note } from '../../src/meta/note.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';

const POD = { apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'web', uid: 'p-1' };
const SET = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  namespace: 'shop',
  name: 'set',
  uid: 'r-1',
};
const REFERENCE: OwnerReference = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name: 'set',
  uid: 'r-1',
  blockOwnerDeletion: true,
};
const POD_ID = '[v1/Pod, namespace: shop, name: web, uid: p-1]';
const SET_ID = '[apps/v1/ReplicaSet, namespace: shop, name: set, uid: r-1]';
const DUMP =
  '[]v1.OwnerReference{v1.OwnerReference{APIVersion:"apps/v1", Kind:"ReplicaSet", Name:"set", UID:"r-1", Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(0xc000000000)}}';
const NONE = '[]v1.OwnerReference(nil)';

function pass(rule: string, error?: string): Processed {
  const outcome =
    error === undefined ? { action: 'forget', rule } : { action: 'requeue', rule, error };
  return { queue: 'attemptToDelete', item: new GraphNode(POD, false), outcome } as Processed;
}

function texts(processed: Processed, notes: readonly Note[] = []): string[] {
  return logLines(processed, notes, 'v1.17').map(formatText);
}

describe('log lines of 1.17', () => {
  it('[GB-02] begin with the event', () => {
    const change = { type: 'DELETED', identity: POD, virtual: true } as const;
    expect(texts({ queue: 'graphChanges', change }, [{ rule: 'GB-40', subject: POD }])).toEqual([
      'GraphBuilder process object: v1/Pod, namespace shop, name web, uid p-1, event type delete',
      "p-1 doesn't exist in the graph, this shouldn't happen",
    ]);
  });

  it.each([
    [{ rule: 'AD-01', subject: POD }, `processing item ${POD_ID}`],
    [
      { rule: 'AD-17', subject: POD, policy: 'Background' },
      `delete object ${POD_ID} with propagation policy Background`,
    ],
    [
      { rule: 'CL-01', subject: POD, reference: REFERENCE },
      "according to the absentOwnerCache, object p-1's owner apps/v1/ReplicaSet, set does not exist",
    ],
    [
      { rule: 'CL-05', subject: POD, reference: REFERENCE },
      "object p-1's owner apps/v1/ReplicaSet, set is not found",
    ],
    [
      { rule: 'FG-02', subject: SET, other: POD },
      `adding ${POD_ID} to attemptToDelete, because its owner ${SET_ID} is deletingDependents`,
    ],
    [{ rule: 'GB-44', subject: POD, reference: REFERENCE }, 'cannot find r-1 in uidToNode'],
  ] satisfies [Note, string][])('follow from notes: $0.rule', (note, text) => {
    expect(texts(pass('AD-17'), [note])).toEqual([text]);
  });

  it('[AD-13] [AD-14] dump references as Go does', () => {
    const references = { solid: [REFERENCE], dangling: [REFERENCE], waiting: [] };
    const rules = ['AD-13', 'AD-14'];
    expect(
      texts(
        pass('AD-14'),
        rules.map((rule) => ({ rule, subject: POD, references })),
      ),
    ).toEqual([
      `classify references of ${POD_ID}.\nsolid: ${DUMP}\ndangling: ${DUMP}\nwaitingForDependentsDeletion: ${NONE}`,
      `object ${POD_ID} has at least one existing owner: ${DUMP}, will not garbage collect`,
      `remove dangling references ${DUMP} and waiting references ${NONE} for object ${POD_ID}`,
    ]);
  });

  it('[AD-W9] [AD-W10] say what went wrong, a missing mapping as information', () => {
    const line = `error syncing item ${POD_ID}: oh no`;
    expect(texts(pass('CL-03', 'oh no'))).toEqual([line]);
    expect(texts(pass('CL-06', 'oh no'))).toEqual([line]);
    expect(logLines(pass('CL-03', 'oh no'), [], 'v1.17')[0]?.severity).toBe('info');
    expect(logLines(pass('CL-06', 'oh no'), [], 'v1.17')[0]?.severity).toBe('error');
  });

  it('[FR-05] are silent where 1.17 was', () => {
    expect(texts(pass('FG-01'), [{ rule: 'FR-05', subject: POD, finalizer: 'orphan' }])).toEqual(
      [],
    );
  });

  it('take names as they are', () => {
    const odd = { ...POD, name: '{other} $& {subject}' };
    expect(texts(pass('AD-17'), [{ rule: 'AD-01', subject: odd }])).toEqual([
      'processing item [v1/Pod, namespace: shop, name: {other} $& {subject}, uid: p-1]',
    ]);
  });
});
