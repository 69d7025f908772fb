import { describe, expect, it } from 'vitest';
import { formatViewSearch, parseViewSearch } from '../../src/view-search.ts';

describe('the address of a simulation', () => {
  it('holds policy, step and simulation, and gives them back', () => {
    const query = '?policy=Foreground&step=7&sim=68c6697d';
    const search = parseViewSearch(query);
    expect(search).toMatchObject({ policy: 'Foreground', step: 7, simulation: '68c6697d' });
    expect(search.faults).toEqual([]);
    expect(formatViewSearch(search)).toBe(query);
    expect(parseViewSearch('?step=0').step).toBe(0);
    const more = '?policy=Orphan&release=v1.17&beside=Foreground&cues=%5B%5D&step=2';
    expect(formatViewSearch(parseViewSearch(more))).toBe(more);
  });

  it('says what it does not understand and leaves it out', () => {
    const search = parseViewSearch('?policy=foreground&step=-1');
    expect(search).not.toHaveProperty('policy');
    expect(search).not.toHaveProperty('step');
    expect(search.faults).toEqual([
      '“policy=foreground” is not understood. Known are Background, Foreground, Orphan.',
      '“step=-1” is not understood: a number from 0 is expected.',
    ]);
  });
});
