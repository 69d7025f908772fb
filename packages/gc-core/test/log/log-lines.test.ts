import { describe, expect, it } from 'vitest';
import type { Processed } from '../../src/collector/collector.ts';
import { GraphNode } from '../../src/graph/graph-node.ts';
import { formatJson, formatText } from '../../src/log/log-line.ts';
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
  blockOwnerDeletion: true,
  uid: 'r-1',
  name: 'set',
  kind: 'ReplicaSet',
  apiVersion: 'apps/v1',
  controller: true,
};
const POD_TEXT = '"[v1/Pod, namespace: shop, name: web, uid: p-1]"';
const SET_TEXT = '"[apps/v1/ReplicaSet, namespace: shop, name: set, uid: r-1]"';
const REFERENCE_TEXT =
  '{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"set","uid":"r-1","controller":true,"blockOwnerDeletion":true}';

function pass(rule: string, more: { error?: string; requeue?: boolean } = {}): Processed {
  const { error, requeue = error !== undefined } = more;
  const action = requeue ? 'requeue' : 'forget';
  const outcome = error === undefined ? { action, rule } : { action, rule, error };
  return { queue: 'attemptToDelete', item: new GraphNode(POD, false), outcome } as Processed;
}

function orphaning(rule: string, error?: string): Processed {
  const outcome =
    error === undefined ? { action: 'forget', rule } : { action: 'requeue', rule, error };
  return { queue: 'attemptToOrphan', item: new GraphNode(SET, false), outcome } as Processed;
}

function texts(processed: Processed, notes: readonly Note[] = []): string[] {
  return logLines(processed, notes).map(formatText);
}

describe('log lines', () => {
  it.each([
    ['ADDED', 'add'],
    ['MODIFIED', 'update'],
    ['DELETED', 'delete'],
  ] as const)('[GB-02] of a change begin with the change: %s is %s', (type, eventType) => {
    const change: Processed = { queue: 'graphChanges', change: { type, identity: POD } };
    expect(texts(change)).toEqual([
      `"GraphBuilder process object" apiVersion="v1" kind="Pod" object="shop/web" uid="p-1" eventType="${eventType}" virtual=false`,
    ]);
  });

  it('[GB-02] say what is virtual, and leave out the namespace of what has none', () => {
    const identity = { ...POD, kind: 'Node', namespace: '' };
    const change = { type: 'DELETED', identity, virtual: true } as const;
    const [line] = texts({ queue: 'graphChanges', change });
    expect(line).toContain(' object="web" uid="p-1" eventType="delete" virtual=true');
  });

  it.each([
    [
      { rule: 'GB-05', subject: POD, other: SET },
      `"item references an owner but does not match namespaces" item=${POD_TEXT} owner=${SET_TEXT}`,
    ],
    [
      { rule: 'GB-27', subject: POD, other: SET },
      `"item references an owner but does not match namespaces" item=${POD_TEXT} owner=${SET_TEXT}`,
    ],
    [
      { rule: 'GB-06', subject: SET, other: POD },
      `"replacing virtual item with observed item" virtual=${POD_TEXT} observed=${SET_TEXT}`,
    ],
    [{ rule: 'GB-25', subject: SET }, `"add virtual item" identity=${SET_TEXT}`],
    [
      { rule: 'GB-28', subject: POD, other: SET },
      `"item references an owner with coordinates that do not match the observed identity" item=${POD_TEXT} owner=${SET_TEXT}`,
    ],
    [{ rule: 'GB-35', subject: SET }, `"add item to attemptToOrphan" item=${SET_TEXT}`],
    [
      { rule: 'GB-36', subject: SET },
      `"add item to attemptToDelete, because it's waiting for its dependents to be deleted" item=${SET_TEXT}`,
    ],
    [
      { rule: 'GB-40', subject: POD },
      `"item doesn't exist in the graph, this shouldn't happen" item="p-1"`,
    ],
    [
      { rule: 'GB-44', subject: POD, reference: REFERENCE },
      '"cannot find uid in uidToNode" uid="r-1"',
    ],
  ] satisfies [Note, string][])(
    'follow from what the graph builder notes: $0.rule',
    (note, text) => {
      const change: Processed = { queue: 'graphChanges', change: { type: 'ADDED', identity: POD } };
      expect(texts(change, [note]).slice(1)).toEqual([text]);
    },
  );

  it('do not follow from every note', () => {
    const change: Processed = { queue: 'graphChanges', change: { type: 'ADDED', identity: POD } };
    expect(texts(change, [{ rule: 'GB-10', subject: POD }]).length).toBe(1);
  });

  it.each([
    [
      { rule: 'AD-01', subject: POD, virtual: true },
      `"Processing item" item=${POD_TEXT} virtual=true`,
    ],
    [
      { rule: 'AD-15', subject: POD, policy: 'Foreground' },
      `"at least one owner of item has FinalizerDeletingDependents, and the item itself has dependents, so it is going to be deleted in Foreground" item=${POD_TEXT}`,
    ],
    [
      { rule: 'AD-16', subject: POD, other: SET },
      `"processing item, some of its owners and its dependent have FinalizerDeletingDependents, to prevent potential cycle, its ownerReferences are going to be modified to be non-blocking, then the item is going to be deleted with Foreground" item=${POD_TEXT} dependent=${SET_TEXT}`,
    ],
    [
      { rule: 'AD-17', subject: POD, policy: 'Orphan' },
      `"Deleting item" item=${POD_TEXT} propagationPolicy="Orphan"`,
    ],
    [
      { rule: 'CL-01', subject: POD, reference: REFERENCE },
      `"according to the absentOwnerCache, item's owner does not exist" item=${POD_TEXT} owner=${REFERENCE_TEXT}`,
    ],
    [
      { rule: 'CL-02', subject: POD, reference: REFERENCE },
      `"according to the absentOwnerCache, item's owner does not exist in namespace" item=${POD_TEXT} owner=${REFERENCE_TEXT}`,
    ],
    [
      { rule: 'CL-04', subject: POD, reference: REFERENCE },
      `"item is cluster-scoped, but refers to a namespaced owner" item=${POD_TEXT} owner=${REFERENCE_TEXT}`,
    ],
    [
      { rule: 'CL-05', subject: POD, reference: REFERENCE },
      `"item's owner is not found" item=${POD_TEXT} owner=${REFERENCE_TEXT}`,
    ],
    [
      { rule: 'CL-07', subject: POD, reference: REFERENCE },
      `"item's owner is not found, UID mismatch" item=${POD_TEXT} owner=${REFERENCE_TEXT}`,
    ],
    [
      { rule: 'FG-01', subject: POD },
      `"remove DeleteDependents finalizer for item" item=${POD_TEXT}`,
    ],
    [
      { rule: 'FG-02', subject: SET, other: POD },
      `"adding dependent to attemptToDelete, because its owner is deletingDependents" item=${SET_TEXT} dependent=${POD_TEXT}`,
    ],
    [
      { rule: 'FR-05', subject: SET, finalizer: 'orphan' },
      `"finalizer already removed from object" finalizer="orphan" object=${SET_TEXT}`,
    ],
  ] satisfies [Note, string][])('follow from what a worker notes: $0.rule', (note, text) => {
    expect(texts(pass('AD-17'), [note])).toEqual([text]);
  });

  it('[AD-13] list references by class, an empty class as null', () => {
    const references = { solid: [], dangling: [REFERENCE], waiting: [] };
    expect(texts(pass('AD-17'), [{ rule: 'AD-13', subject: POD, references }])).toEqual([
      `"classify item's references" item=${POD_TEXT} solid=null dangling=[${REFERENCE_TEXT}] waitingForDependentsDeletion=null`,
    ]);
  });

  it('[AD-14] tell of the patch only when there is one', () => {
    const keeps = `"item has at least one existing owner, will not garbage collect" item=${POD_TEXT} owner=[${REFERENCE_TEXT}]`;
    const solid = { solid: [REFERENCE], dangling: [], waiting: [] };
    expect(texts(pass('AD-14'), [{ rule: 'AD-14', subject: POD, references: solid }])).toEqual([
      keeps,
    ]);
    const mixed = { ...solid, waiting: [REFERENCE] };
    expect(texts(pass('AD-14'), [{ rule: 'AD-14', subject: POD, references: mixed }])).toEqual([
      keeps,
      `"remove dangling references and waiting references for item" item=${POD_TEXT} dangling=null waitingForDependentsDeletion=[${REFERENCE_TEXT}]`,
    ]);
  });

  it.each([
    ['AD-02', 'processing item returned at once, because its DeletionTimestamp is non-nil'],
    ['AD-07', 'item not found, generating a virtual delete event'],
    ['AD-09', "UID doesn't match, item not found, generating a virtual delete event"],
    ['AD-11', "item doesn't have an owner, continue on next item"],
    ['AD-W2', 'item no longer in the graph, skipping attemptToDeleteItem'],
    ['AD-W3', 'item no longer virtual in the graph, skipping attemptToDeleteItem on virtual node'],
  ])('end with how a pass ended: %s', (rule, message) => {
    expect(texts(pass(rule))).toEqual([`"${message}" item=${POD_TEXT}`]);
  });

  it('[AD-W11] tell that a virtual item is asked for again', () => {
    expect(texts(pass('AD-11', { requeue: true }))).toEqual([
      `"item doesn't have an owner, continue on next item" item=${POD_TEXT}`,
      `"item hasn't been observed via informer yet" item=${POD_TEXT}`,
    ]);
  });

  it.each(['AD-04', 'CL-03'])('[AD-W9] have a mapping error as information: %s', (rule) => {
    const error = 'unable to get REST mapping for a/v1/B.';
    const [line] = logLines(pass(rule, { error }), []);
    expect(line).toMatchObject({ level: 5, severity: 'info' });
    expect(texts(pass(rule, { error }))).toEqual([
      `"error syncing item" item=${POD_TEXT} err="unable to get REST mapping for a/v1/B."`,
    ]);
  });

  it('[AD-W10] have any other error as one', () => {
    const [line] = logLines(pass('AD-08', { error: 'no "luck"' }), []);
    expect(line).toMatchObject({ level: 0, severity: 'error' });
    expect(texts(pass('AD-08', { error: 'no "luck"' }))).toEqual([
      '"Unhandled Error" err="error syncing item [v1/Pod, namespace: shop, name: web, uid: p-1]: no \\"luck\\"" logger="UnhandledError"',
    ]);
  });

  it('[OR-06] [OR-07] tell how orphaning ended', () => {
    const done = `"successfully updated all dependents" owner=${SET_TEXT}`;
    const error = (text: string): string =>
      `"Unhandled Error" err="${text}" logger="UnhandledError"`;
    expect(texts(orphaning('OR-07'))).toEqual([done]);
    expect(texts(orphaning('OR-07', 'later'))).toEqual([done, error('later')]);
    expect(texts(orphaning('OR-06', 'failed'))).toEqual([error('failed')]);
  });
});

describe('log lines as JSON', () => {
  it('[DM-03] name an identity without its kind', () => {
    const [line] = logLines(pass('AD-17'), [{ rule: 'AD-01', subject: POD, virtual: false }]);
    expect(line && formatJson(line)).toBe(
      '{"msg":"Processing item","v":2,"item":{"name":"web","namespace":"shop","apiVersion":"v1","uid":"p-1"},"virtual":false}',
    );
  });

  it('[GB-02] name an object, of a cluster-scoped kind without namespace', () => {
    const identity = { ...POD, namespace: '' };
    const [line] = logLines({ queue: 'graphChanges', change: { type: 'ADDED', identity } }, []);
    expect(line && JSON.parse(formatJson(line))).toMatchObject({ object: { name: 'web' }, v: 5 });
  });

  it('[AD-13] hold references as they are, and null', () => {
    const references = { solid: [REFERENCE], dangling: [], waiting: [] };
    const [line] = logLines(pass('AD-14'), [{ rule: 'AD-13', subject: POD, references }]);
    expect(line && JSON.parse(formatJson(line))).toMatchObject({
      solid: [REFERENCE],
      dangling: null,
    });
  });

  it('have no level for errors', () => {
    const [line] = logLines(orphaning('OR-06', 'failed'), []);
    expect(line && formatJson(line)).toBe(
      '{"logger":"UnhandledError","msg":"Unhandled Error","err":"failed"}',
    );
  });
});
