import type { NodeRecord } from '@gcscope/gc-core/wire';
import { layout, rowsOf, stackSiblings, WAITS } from '@gcscope/picture';
import { expect, it } from 'vitest';
import type { Arrangement } from '../../../src/map/world/arrangement.ts';
import { problemsOf } from '../../../src/map/world/problems.ts';
import { type ShownLooks, shownLooks } from '../../../src/map/world/shown-looks.ts';
import { slotMarks } from '../../../src/map/world/slot-marks.ts';
import { ownedBy, record } from '../../support/record.ts';

function looksOf(records: readonly NodeRecord[], waits: Arrangement['waits'] = []): ShownLooks {
  const rows = stackSiblings(rowsOf(records));
  const marks = slotMarks(rows);
  const stacks = new Map([...rows.stacks].map(([slot, stack]) => [`${slot}`, stack]));
  return shownLooks({
    ...{ marks, faces: { stacks }, edges: rows.edges, waits },
    problems: problemsOf(layout(rows), marks),
  });
}

const wrong = [{ index: 0, finding: 'dangling' }] as const;
const ill = record({ uid: 'ill', summary: { verdict: 'stays', rule: 'CL-13', wrong } });

it('a map of one object with a problem has no mark that counts several, and no stack', () => {
  const looks = looksOf([ill]);
  expect([...looks.states]).toEqual(['calm', 'wrong']);
  expect(looks).toMatchObject({ counted: undefined, hasStacks: false, shades: ['wrong'] });
  expect(looksOf([ill, { ...ill, uid: 'other' }]).counted).toBe('wrong');
});

it('a map has the lines of references, and of what a Namespace waits for', () => {
  const owner = record({ uid: 'owner' });
  const owned = record({ uid: 'one', owners: [ownedBy(owner)] });
  const isWait = (waits: Arrangement['waits']): readonly unknown[] =>
    looksOf([owner, owned], waits).lines.map((line) => line.waits === true);
  expect(isWait([])).toEqual([false]);
  expect(isWait([{ dependent: 0, owner: 1, traits: WAITS }])).toEqual([false, true]);
});

it('a map of many alike siblings has a stack', () => {
  const owner = record({ uid: 'owner', kind: 'ReplicaSet' });
  const pods = Array.from({ length: 38 }, (_, at) =>
    record({ uid: `${at}`, owners: [ownedBy(owner)] }),
  );
  expect(looksOf([owner, ...pods]).hasStacks).toBe(true);
});
