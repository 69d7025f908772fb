import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character of Unicode, as the unit `binary` of `fc.string`. That one takes a second and 100 MB for a table of all of them
 * before it knows that a text is made of them.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - SURROGATES.count).map(
  (at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count),
  (character) => {
    const at = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (at === undefined || String.fromCodePoint(at) !== character)
      throw new Error('No character.');
    return at < SURROGATES.first ? at : at - SURROGATES.count;
  },
);
