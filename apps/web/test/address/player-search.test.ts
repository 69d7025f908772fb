import { describe, expect, it } from 'vitest';
import { formatViewSearch, parseViewSearch } from '../../src/address/view-search.ts';

describe('the address of a simulation', () => {
  it('leaves out what is usual, and reads it', () => {
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
    for (const key of ['speed', 'verbosity', 'intervene']) expect(search).not.toHaveProperty(key);
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
