import type { NodeRecord } from '@gcscope/gc-core/wire';
import { layout, rowsOf, stackSiblings, WAITED, WAITS } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { problemsOf } from '../../../src/map/world/problems.ts';
import { type Drawn, type ShownLooks, shownLooks } from '../../../src/map/world/shown-looks.ts';
import { slotMarks } from '../../../src/map/world/slot-marks.ts';
import { ownedBy, record } from '../../support/record.ts';

function looksOf(records: readonly NodeRecord[], drawn: Partial<Drawn> = {}): ShownLooks {
  const rows = stackSiblings(rowsOf(records));
  const marks = slotMarks(rows);
  const placed = layout(rows);
  const stacks = new Map(
    [...rows.stacks].map(([slot, stack]) => [placed.uids[slot] ?? '', { ...stack, isOpen: false }]),
  );
  const problems = problemsOf(placed, marks);
  const byUid = new Map(records.map((each) => [each.uid, each]));
  const faces = { stacks, records: byUid };
  const shown = { layout: placed, marks, problems, faces, edges: rows.edges };
  const nothing = {
    marks: [],
    routes: [],
    hasRings: false,
    hasGone: false,
  };
  return shownLooks(shown, { zoom: 0.5, view: placed.bounds, ...nothing, ...drawn });
}

const wrong = [{ index: 0, finding: 'dangling' }] as const;
const wrongOne = record({ uid: 'wrong', summary: { verdict: 'stays', rule: 'CL-13', wrong } });

it('a view of one object with a problem has no mark that counts several, and no stack', () => {
  const looks = looksOf([wrongOne]);
  expect([...looks.states]).toEqual(['calm', 'wrong']);
  expect(looks).toMatchObject({ counted: undefined, hasStacks: false, shades: ['wrong'] });
  const marks = [
    { state: 'blocked', count: 1 },
    { state: 'wrong', count: 2 },
  ] as const;
  expect(looksOf([wrongOne], { marks }).counted).toBe('wrong');
});

it('a view has the lines to owners from the zoom on at which they are drawn, and those that are drawn in it', () => {
  const owner = record({ uid: 'owner' });
  const owned = record({ uid: 'one', owners: [ownedBy(owner)] });
  const waited = (drawn?: Partial<Drawn>): readonly boolean[] =>
    looksOf([owner, owned], drawn).lines.map((line) => line.waited);
  const far = { dependent: 0, owner: 1, traits: WAITS | WAITED };
  const across = { ...far, points: [-10, 0, 10, 0] };
  const outside = { ...far, points: [-9000, 0, -8000, 0] };
  expect(waited()).toEqual([false]);
  expect(waited({ zoom: 0.05 })).toEqual([]);
  expect(waited({ zoom: 0.05, routes: [across] })).toEqual([true]);
  expect(waited({ zoom: 0.05, routes: [outside] })).toEqual([]);
});

it('a view of many alike siblings has a stack, but not from afar', () => {
  const owner = record({ uid: 'owner', kind: 'ReplicaSet' });
  const pods = Array.from({ length: 38 }, (_, at) =>
    record({ uid: `${at}`, owners: [ownedBy(owner)] }),
  );
  expect(looksOf([owner, ...pods]).hasStacks).toBe(true);
  expect(looksOf([owner, ...pods], { zoom: 0.05 }).hasStacks).toBe(false);
});

it('a view of small cards has a short name of a kind, but not where it saves too little, nor where kinds are whole', () => {
  const records = ['Pod', 'ReplicaSet', 'ConfigMap'].map((kind) => record({ uid: kind, kind }));
  expect(looksOf(records).shortKind).toBe('ConfigMap');
  expect(looksOf(records, { zoom: 1 }).shortKind).toBeUndefined();
  expect(looksOf(records, { zoom: 0.05 }).shortKind).toBeUndefined();
  expect(looksOf(records.slice(0, 1)).shortKind).toBeUndefined();
});
