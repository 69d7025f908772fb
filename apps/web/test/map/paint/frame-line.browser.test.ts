import { layout, rowsOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { type Line, lineOf, problemLabels } from '../../../src/map/paint/frame-line.ts';
import { problemsOf } from '../../../src/map/world/problems.ts';
import { drawing } from '../../support/drawing.ts';
import { record } from '../../support/record.ts';

const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;

/** A line as it is read, with a mark where a sign stands. */
function written({ parts }: Line): string {
  return parts.map(({ text, sign }) => `${sign ? '(!)' : ''}${text}`).join('');
}

it('where there is little room words go first and numbers last, and never one of several problems has its number alone', () => {
  const wrong = [{ index: 0, finding: 'dangling' }] as const;
  const going = { verdict: 'goes', rule: 'CL-01' } as const;
  const records = [
    record({ uid: 'a', beingDeleted: true, summary: { ...summary, wrong } }),
    record({ uid: 'b', summary: { ...summary, wrong } }),
    ...['c', 'd', 'e'].map((uid) => record({ uid, summary: going })),
  ];
  const placed = layout(rowsOf(records));
  const problems = problemsOf(placed, rowsOf(records).marks);
  const { brush } = drawing({ zoom: 1, pan: { x: 0, y: 0 } });
  const [namespace] = problems.namespaces;
  const said = new Set<string>();
  for (let room = 400; room > 30; room--) {
    const line = namespace && lineOf(brush, namespace, room);
    expect(line?.width ?? 0).toBeLessThanOrEqual(room);
    const texts = line?.parts.map(({ text }) => text) ?? [];
    expect(line?.isAllSaid ?? false).toBe(texts.at(-1) === ' · 3 go next');
    const text = line ? written(line) : '';
    expect(line?.isCounted ?? false).toBe(/^shop {2}5./.test(text));
    // The sign before the name would say twice what stands behind it.
    if (/^shop( {2}5)? {2}\(!\)/.test(text)) expect(line?.signed).toBe(0);
    said.add(line ? written(line) : '');
  }
  expect([...said]).toEqual([
    'shop  5 · 1 blocked · 2 with wrong references · 3 go next',
    'shop  5 · 1 blocked · 2 with wrong references · (!)3',
    'shop  5 · 1 blocked · (!)2  (!)3',
    'shop  5 · (!)1  (!)2  (!)3',
    'shop  5  (!)1  (!)2  (!)3',
    'shop  (!)1  (!)2  (!)3',
    'shop  5',
    'shop',
  ]);
  const words = new Set<string>();
  for (let room = 400; room > 0; room--) {
    const said = problemLabels(brush, namespace?.problems ?? [], room);
    expect(said.at(-1)?.end ?? 0).toBeLessThanOrEqual(room);
    words.add(said.map(({ text }) => text).join(', '));
  }
  expect([...words]).toEqual([
    '1 blocked, 2 with wrong references, 3 go next',
    '1 blocked, 2 with wrong references, 3',
    '1 blocked, 2, 3',
    '1, 2, 3',
    '',
  ]);
});

it('both problems of an object are told, the second by its sign where there is little room', () => {
  const wrong = [{ index: 0, finding: 'dangling' }] as const;
  const both = record({ uid: 'a', beingDeleted: true, summary: { ...summary, wrong } });
  const { brush } = drawing({ zoom: 1, pan: { x: 0, y: 0 } });
  const [namespace] = problemsOf(layout(rowsOf([both])), rowsOf([both]).marks).namespaces;
  if (!namespace) throw new Error('there is no namespace');
  const lines = Array.from({ length: 300 }, (_, at) => lineOf(brush, namespace, 340 - at));
  expect([...new Set(lines.map((line) => (line ? written(line) : '')))]).toEqual([
    'shop  1 · 1 blocked · 1 with a wrong reference',
    'shop  1 · 1 blocked · (!)1',
    'shop  1 · (!)1  (!)1',
    'shop  1  (!)1  (!)1',
    'shop  (!)1  (!)1',
    'shop  1',
    'shop',
  ]);
  const words = Array.from({ length: 300 }, (_, at) =>
    problemLabels(brush, namespace.problems, 300 - at).map(({ text }) => text),
  );
  expect([...new Set(words.map((texts) => texts.join(', ')))]).toEqual([
    '1 blocked, 1 with a wrong reference',
    '1 blocked, 1',
    '1, 1',
    '',
  ]);
});
