import { describe, expect, it } from 'vitest';
import type { Processed } from '../../src/collector/collector.ts';
import { GraphNode } from '../../src/graph/graph-node.ts';
import { formatJson, formatText, type LogLine } from '../../src/log/log-line.ts';
import { logLines } from '../../src/log/log-lines.ts';
import type { Note } from '../../src/meta/note.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import type { Release } from '../../src/meta/releases.ts';

const POD = { apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'web', uid: 'p-1' };
const POD_ID = '[v1/Pod, namespace: shop, name: web, uid: p-1]';
const REFERENCE: OwnerReference = {
  apiVersion: 'v1',
  kind: 'Node',
  name: 'n',
  uid: 'n-1',
  controller: true,
};

function pass(rule: string, error?: string): Processed {
  const outcome =
    error === undefined ? { action: 'forget', rule } : { action: 'requeue', rule, error };
  return { queue: 'attemptToDelete', item: new GraphNode(POD, false), outcome } as Processed;
}

function orphaning(rule: string, error: string): Processed {
  const outcome = { action: 'requeue', rule, error } as const;
  return { queue: 'attemptToOrphan', item: new GraphNode(POD, false), outcome };
}

function event(type: 'ADDED' | 'MODIFIED' | 'DELETED'): Processed {
  return { queue: 'graphChanges', change: { type, identity: POD } };
}

/** Each line with its severity and level, as text. */
function lines(release: Release, processed: Processed, notes: readonly Note[] = []): string[] {
  return logLines(processed, notes, release).map(
    (line) => `${line.severity} ${line.level} ${formatText(line)}`,
  );
}

describe('log lines of 1.28', () => {
  const noMapping = pass('CL-03', 'unable to get REST mapping for a/v1/B.');

  it('[AD-W9] have a missing mapping as an error at every level, err before item', () => {
    expect(lines('v1.28', noMapping)).toEqual([
      `error 0 "error syncing item" err="unable to get REST mapping for a/v1/B." item="${POD_ID}"`,
    ]);
  });

  it('[AD-W9] [DM-03] name the error last in JSON', () => {
    const [line] = logLines(noMapping, [], 'v1.28');
    expect(formatJson(line as LogLine)).toBe(
      '{"msg":"error syncing item","item":{"name":"web","namespace":"shop","apiVersion":"v1","uid":"p-1"},"err":"unable to get REST mapping for a/v1/B."}',
    );
  });

  it('[AD-W10] [OR-06] have other errors as sentences', () => {
    expect(lines('v1.28', pass('AD-08', 'no "luck"'))).toEqual([
      `error 0 error syncing item ${POD_ID}: no "luck"`,
    ]);
    expect(lines('v1.28', orphaning('OR-06', 'no'))).toEqual(['error 0 no']);
  });

  it('[AD-01] are otherwise those of 1.36', () => {
    const notes: Note[] = [{ rule: 'AD-01', subject: POD, virtual: false }];
    const [line] = lines('v1.36', pass('AD-17'), notes);
    expect(lines('v1.28', pass('AD-17'), notes)).toEqual([line]);
  });
});

describe('log lines of 1.13', () => {
  const references = {
    solid: [REFERENCE, { ...REFERENCE, name: 'm', uid: 'm-1', controller: false }],
    dangling: [],
    waiting: [],
  };

  it('[AD-14] name owners and item the wrong way round', () => {
    expect(lines('v1.13', pass('AD-14'), [{ rule: 'AD-14', subject: POD, references }])).toEqual([
      'info 2 object [{v1 Node n n-1 %!s(*bool=0xc000000000) %!s(*bool=<nil>)} {v1 Node m m-1 %!s(*bool=0xc000000000) %!s(*bool=<nil>)}] has at least one existing owner: garbagecollector.objectReference{OwnerReference:v1.OwnerReference{APIVersion:"v1", Kind:"Pod", Name:"web", UID:"p-1", Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(nil)}, Namespace:"shop"}, will not garbage collect',
    ]);
  });

  it('[AD-01] are otherwise those of 1.17', () => {
    const notes: Note[] = [{ rule: 'AD-01', subject: POD, virtual: false }];
    expect(lines('v1.13', pass('AD-17'), notes)).toEqual([`info 2 processing item ${POD_ID}`]);
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

  it('[PG-21] tell of a virtual delete event', () => {
    expect(lines('v1.4', pass('PG-21'))).toEqual([
      `info 6 generating virtual delete event for ${POD_ID}`,
    ]);
  });

  it('[PG-29] tell that no owner exists', () => {
    expect(lines('v1.4', pass('PG-29'), [{ rule: 'PG-29', subject: POD }])).toEqual([
      "info 2 none of object p-1's owners exist any more, will garbage collect it",
    ]);
  });

  it('[PG-31] have an error of the dirty worker as one; [PG-36] the orphan worker writes none', () => {
    expect(lines('v1.4', pass('PG-31', 'no'))).toEqual([
      `error 0 Error syncing item ${POD_ID}: no`,
    ]);
    expect(lines('v1.4', orphaning('PG-36', 'no'))).toEqual([]);
  });

  it('[PG-22] [PG-28] are silent where the words are unknown', () => {
    expect(lines('v1.4', pass('PG-22'))).toEqual([]);
    expect(lines('v1.4', pass('PG-28'), [{ rule: 'PG-28', subject: POD }])).toEqual([]);
  });
});
