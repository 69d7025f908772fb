import { describe, expect, it } from 'vitest';
import { GraphNode } from '../../src/graph/graph-node.ts';
import type { Note } from '../../src/meta/note.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import {
  DUMP,
  event,
  lines,
  orphaning,
  POD,
  POD_ID,
  pass,
  REFERENCE,
  REFERENCE_JSON,
} from './processed.ts';

const ITEM = `item="${POD_ID}"`;
const NONE = '[]v1.OwnerReference(nil)';
const PROCESSING: Note = { rule: 'AD-01', subject: POD, virtual: false };

/** The note of rule `rule` about references of these classes. */
function classified(
  rule: string,
  solid: readonly OwnerReference[],
  dangling: readonly OwnerReference[],
): Note {
  return { rule, subject: POD, references: { solid, dangling, waiting: [] } };
}

describe('log lines', () => {
  it.each([
    ['ADDED', 'add'],
    ['MODIFIED', 'update'],
    ['DELETED', 'delete'],
  ] as const)('[GB-02] of a change begin with the change: %s is %s', (type, eventType) => {
    expect(lines('v1.36', event(type))).toEqual([
      `info 5 "GraphBuilder process object" apiVersion="v1" kind="Pod" object="shop/web" uid="p-1" eventType="${eventType}" virtual=false`,
    ]);
    expect(lines('v1.17', event(type), [{ rule: 'GB-40', subject: POD }])).toEqual([
      `info 5 GraphBuilder process object: v1/Pod, namespace shop, name web, uid p-1, event type ${eventType}`,
      "info 5 p-1 doesn't exist in the graph, this shouldn't happen",
    ]);
  });

  it('[GB-02] say what is virtual, and leave out the namespace of what has none', () => {
    const identity = { ...POD, kind: 'Node', namespace: '' };
    const change = { type: 'DELETED', identity, virtual: true } as const;
    const [line] = lines('v1.36', { queue: 'graphChanges', change });
    expect(line).toContain(' object="web" uid="p-1" eventType="delete" virtual=true');
  });

  it('[AD-13] list references by class, an empty class as null', () => {
    const notes = [classified('AD-13', [], [REFERENCE])];
    expect(lines('v1.36', pass('AD-17'), notes)).toEqual([
      `info 5 "classify item's references" ${ITEM} solid=null dangling=[${REFERENCE_JSON}] waitingForDependentsDeletion=null`,
    ]);
    expect(lines('v1.17', pass('AD-17'), notes)).toEqual([
      `info 5 classify references of ${POD_ID}.\nsolid: ${NONE}\ndangling: ${DUMP}\nwaitingForDependentsDeletion: ${NONE}`,
    ]);
  });

  it('[AD-14] tell of the patch only when there is one', () => {
    const notes = [classified('AD-14', [REFERENCE], [REFERENCE])];
    expect(lines('v1.36', pass('AD-14'), notes).slice(1)).toEqual([
      `info 2 "remove dangling references and waiting references for item" ${ITEM} dangling=[${REFERENCE_JSON}] waitingForDependentsDeletion=null`,
    ]);
    expect(lines('v1.17', pass('AD-14'), notes).slice(1)).toEqual([
      `info 2 remove dangling references ${DUMP} and waiting references ${NONE} for object ${POD_ID}`,
    ]);
  });

  it('[AD-W11] tell that a virtual item is asked for again', () => {
    const outcome = { action: 'requeue', rule: 'AD-11' } as const;
    const again = { queue: 'attemptToDelete', item: new GraphNode(POD, false), outcome } as const;
    expect(lines('v1.36', again).slice(1)).toEqual([
      `info 5 "item hasn't been observed via informer yet" ${ITEM}`,
    ]);
    expect(lines('v1.17', again).slice(1)).toEqual([
      `info 5 item ${POD_ID} hasn't been observed via informer yet`,
    ]);
  });

  it.each(['AD-04', 'CL-03'])('[AD-W9] have a mapping error as information: %s', (rule) => {
    const failed = pass(rule, 'no mapping');
    expect(lines('v1.36', failed)).toEqual([
      `info 5 "error syncing item" ${ITEM} err="no mapping"`,
    ]);
    expect(lines('v1.17', failed)).toEqual([`info 5 error syncing item ${POD_ID}: no mapping`]);
    // As an error at every level, err before item.
    expect(lines('v1.28', failed)).toEqual([
      `error 0 "error syncing item" err="no mapping" ${ITEM}`,
    ]);
  });

  it('[AD-W10] have any other error as one', () => {
    const failed = pass('AD-08', 'no "luck"');
    expect(lines('v1.36', failed)).toEqual([
      `error 0 "Unhandled Error" err="error syncing item ${POD_ID}: no \\"luck\\"" logger="UnhandledError"`,
    ]);
    const sentence = `error 0 error syncing item ${POD_ID}: no "luck"`;
    for (const release of ['v1.17', 'v1.28'] as const) {
      expect(lines(release, failed)).toEqual([sentence]);
    }
  });

  it('[OR-06] [OR-07] tell how orphaning ended', () => {
    const done = `info 5 "successfully updated all dependents" owner="${POD_ID}"`;
    const error = (text: string): string =>
      `error 0 "Unhandled Error" err="${text}" logger="UnhandledError"`;
    expect(lines('v1.36', orphaning('OR-07'))).toEqual([done]);
    expect(lines('v1.36', orphaning('OR-07', 'later'))).toEqual([done, error('later')]);
    expect(lines('v1.36', orphaning('OR-06', 'no'))).toEqual([error('no')]);
    expect(lines('v1.17', orphaning('OR-07'))).toEqual([
      `info 5 successfully updated all dependents of owner ${POD_ID}`,
    ]);
    for (const release of ['v1.17', 'v1.28'] as const) {
      expect(lines(release, orphaning('OR-06', 'no'))).toEqual(['error 0 no']);
    }
  });

  it('take names as they are', () => {
    const subject = { ...POD, name: '{other} $& {subject}' };
    expect(lines('v1.17', pass('AD-17'), [{ rule: 'AD-01', subject }])).toEqual([
      'info 2 processing item [v1/Pod, namespace: shop, name: {other} $& {subject}, uid: p-1]',
    ]);
  });

  it.each([
    ['v1.28', 'v1.36'],
    ['v1.13', 'v1.17'],
  ] as const)('[AD-01] of %s are otherwise those of %s', (release, next) => {
    const written = lines(release, pass('AD-17'), [PROCESSING]);
    expect(written).toHaveLength(1);
    expect(written).toEqual(lines(next, pass('AD-17'), [PROCESSING]));
  });

  it('[AD-14] of 1.13 name owners and item the wrong way round', () => {
    const node = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n-1', controller: true };
    const solid = [node, { ...node, name: 'm', uid: 'm-1', controller: false }];
    expect(lines('v1.13', pass('AD-14'), [classified('AD-14', solid, [])])).toEqual([
      'info 2 object [{v1 Node n n-1 %!s(*bool=0xc000000000) %!s(*bool=<nil>)} {v1 Node m m-1 %!s(*bool=0xc000000000) %!s(*bool=<nil>)}] has at least one existing owner: garbagecollector.objectReference{OwnerReference:v1.OwnerReference{APIVersion:"v1", Kind:"Pod", Name:"web", UID:"p-1", Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(nil)}, Namespace:"shop"}, will not garbage collect',
    ]);
  });
});

describe('log lines of 1.4', () => {
  it('[PG-07] begin with the event, without its uid', () => {
    const line =
      'info 6 Propagator process object: v1/Pod, namespace shop, name web, event type update';
    expect(lines('v1.4', event('MODIFIED'), [{ rule: 'PG-10', subject: POD }])).toEqual([line]);
  });

  it.each([
    ['PG-14', `The updateEvent ${POD_ID} doesn't change node references, ignore`],
    ['PG-18', "p-1 doesn't exist in the graph, this shouldn't happen"],
  ])('[%s] follow from what the Propagator notes', (rule, text) => {
    expect(lines('v1.4', event('DELETED'), [{ rule, subject: POD }]).slice(1)).toEqual([
      `info 6 ${text}`,
    ]);
  });

  it.each([
    ['PG-21', undefined, `info 6 generating virtual delete event for ${POD_ID}`],
    [
      'PG-29',
      undefined,
      "info 2 none of object p-1's owners exist any more, will garbage collect it",
    ],
    ['PG-31', 'no', `error 0 Error syncing item ${POD_ID}: no`],
  ])('[%s] tell how a pass of the dirty worker ended', (rule, error, line) => {
    const notes = rule === 'PG-29' ? [{ rule, subject: POD }] : [];
    expect(lines('v1.4', pass(rule, error), notes)).toEqual([line]);
  });

  it('[PG-22] [PG-28] [PG-36] are silent where the words are unknown, and of the orphan worker', () => {
    expect(lines('v1.4', pass('PG-22'))).toEqual([]);
    expect(lines('v1.4', pass('PG-28'), [{ rule: 'PG-28', subject: POD }])).toEqual([]);
    expect(lines('v1.4', orphaning('PG-36', 'no'))).toEqual([]);
  });
});
