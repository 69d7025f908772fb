import { type ActivityEntry, plainText, say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { foldAlike, keysOfAlike, textOfAlike } from '../../../src/features/activity/alike.ts';
import { isUnfolded } from '../../../src/features/activity/unfolded.ts';
import { record } from '../../support/record.ts';

/** The newest first. */
function lines(count: number, from: number, text: string, kind = 'ConfigMap'): ActivityEntry[] {
  return Array.from({ length: count }, (_, at): ActivityEntry => {
    const object = record({ uid: `${kind} ${from - at}`, kind, namespace: 'shop' });
    return {
      seq: from - at,
      type: 'reference',
      at: '2026-11-21T09:00:00Z',
      text: say`${text}`,
      object,
    };
  });
}

describe('lines that say the same', () => {
  it('are one line, at the place of the latest, while there are many in a row', () => {
    const released = lines(1500, 5000, 'Reference to its owner removed.');
    const others = lines(2, 3000, 'Reference to its owner removed.', 'Secret');
    const added = lines(5, 2000, 'Reference to its owner added.');
    const folded = foldAlike([...released, ...others, ...added]);
    expect(folded).toEqual([{ alike: released }, ...others, ...added]);
  });

  it('stay unfolded when more have come and the oldest have left the list', () => {
    const before = lines(8, 100, 'Gone.');
    const [row] = foldAlike(before);
    if (!row || !('alike' in row)) throw new Error('Nothing is folded.');
    const unfolded = new Set(keysOfAlike(row));
    const [after] = foldAlike([...lines(1, 101, 'Gone.'), ...before.slice(0, -1)]);
    if (!after || !('alike' in after)) throw new Error('Nothing is folded.');
    expect(isUnfolded(unfolded, keysOfAlike(after))).toBe(true);
  });

  it('of kinds that can no longer be read since one second are one line, whatever the reason of each', () => {
    const at = '2026-11-21T09:00:00Z';
    const kinds = (count: number, from: number, isReadable: boolean): ActivityEntry[] =>
      Array.from({ length: count }, (_, step): ActivityEntry => {
        return { seq: from - step, type: 'kind', at, text: say`Kind ${from - step}.`, isReadable };
      });
    const [lost, found, few] = [kinds(58, 500, false), kinds(58, 300, true), kinds(5, 100, true)];
    const folded = foldAlike([...found, ...lost]);
    expect(folded).toEqual([{ alike: found }, { alike: lost }]);
    const texts = folded.map((line) => 'alike' in line && plainText(textOfAlike(line)));
    expect(texts).toEqual(['They can be read now.', 'They can no longer be read.']);
    expect(foldAlike(few)).toEqual(few);
  });

  it('of one second are one line, wherever their objects are', () => {
    const jobs = Array.from({ length: 8 }, (_, at) => {
      const [pod, job] = [
        lines(1, 100 - 2 * at, 'Created.', 'Pod'),
        lines(1, 99 - 2 * at, 'Created.', 'Job'),
      ];
      return [...pod, ...job].map((line) => ({
        ...line,
        object: record({
          uid: `${line.seq}`,
          kind: line.object?.kind ?? '',
          namespace: `shop-${at}`,
        }),
      }));
    }).flat();
    const [later, ...more] = lines(5, 50, 'Created.', 'Secret');
    const before = { ...later, at: '2026-11-21T08:59:59Z' } as ActivityEntry;
    const folded = foldAlike([...jobs, ...more, before]);
    const of = (kind: string) => ({ alike: jobs.filter(({ object }) => object.kind === kind) });
    expect(folded).toEqual([of('Pod'), of('Job'), ...more, before]);
  });

  it('keep to their order around what is no line', () => {
    const routine = { cronJob: 'c' };
    const some = lines(4, 100, 'Gone.');
    const earlier = lines(4, 90, 'Gone.').map((line) => ({ ...line, at: '2026-11-21T08:59:00Z' }));
    expect(foldAlike([...some, routine, ...earlier])).toEqual([...some, routine, ...earlier]);
  });
});
