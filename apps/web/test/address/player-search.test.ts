import { describe, expect, it } from 'vitest';
import { formatViewSearch, parseViewSearch } from '../../src/address/view-search.ts';

describe('the address of a simulation', () => {
  it('holds policy, step and simulation, and gives them back', () => {
    const query = '?policy=Foreground&step=7&sim=68c6697d';
    const search = parseViewSearch(query);
    expect(search).toMatchObject({ policy: 'Foreground', step: 7, simulation: '68c6697d' });
    expect(search.faults).toEqual([]);
    expect(formatViewSearch(search)).toBe(query);
    expect(parseViewSearch('?step=0').step).toBe(0);
    const more = '?policy=Orphan&release=v1.17&beside=Foreground&actions=%5B%5D&step=2';
    expect(formatViewSearch(parseViewSearch(more))).toBe(more);
  });

  it('holds how the player stands, without what is usual', () => {
    const query = '?speed=0.5&v=2&details=60&stepin=open';
    const search = parseViewSearch(query);
    expect(search).toMatchObject({ speed: 0.5, verbosity: 2, details: 60, stepIn: 'open' });
    expect(search.faults).toEqual([]);
    expect(formatViewSearch(search)).toBe(query);
    expect(formatViewSearch({ speed: 1, verbosity: 5 })).toBe('');
    expect(parseViewSearch('?speed=1&v=5')).toMatchObject({ speed: 1, verbosity: 5, faults: [] });
  });

  it.each(['details=19', 'details=76', 'details=', 'details=4e1', 'details=-44', 'details=NaN'])(
    'a height that is none is named and left out: %s',
    (part) => {
      const search = parseViewSearch(`?${part}`);
      expect(search).not.toHaveProperty('details');
      expect(search.faults).toEqual([
        `“${part}” is not valid: expected a percentage from 20 to 75.`,
      ]);
    },
  );

  it('a speed, verbosity or panel that there is not is named and left out', () => {
    const search = parseViewSearch('?speed=3&v=01&stepin=wide');
    for (const key of ['speed', 'verbosity', 'stepIn']) expect(search).not.toHaveProperty(key);
    expect(search.faults).toEqual([
      '“speed=3” is not valid. Known: 0.5, 1, 2, 4.',
      '“v=01” is not valid. Known: 0, 2, 4, 5.',
      '“stepin=wide” is not valid. Known: open.',
    ]);
  });

  it('says what it does not understand and leaves it out', () => {
    const search = parseViewSearch('?policy=foreground&step=-1');
    expect(search).not.toHaveProperty('policy');
    expect(search).not.toHaveProperty('step');
    expect(search.faults).toEqual([
      '“policy=foreground” is not valid. Known: Background, Foreground, Orphan.',
      '“step=-1” is not valid: expected a number from 0.',
    ]);
  });
});
