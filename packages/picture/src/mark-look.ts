import type { Mark } from '@gcscope/gc-core/wire';

/** Look of a mark besides its colours: colour alone never says anything. */
export interface MarkLook {
  /** The word on the card and in the legend; empty on a calm card. */
  readonly word: string;
  /** One line for the legend. */
  readonly meaning: string;
  /** SVG path in a 16 x 16 box, for a round 1.6 px line without fill; empty for a calm card. */
  readonly sign: string;
  readonly outline: 'solid' | 'dashed' | 'dotted';
  readonly hatched: boolean;
  readonly crossed: boolean;
}

/** The look of a mark; the same object every time. */
export function markLook(mark: Mark): MarkLook {
  return LOOKS[mark];
}

/** Look of a card with a wrong reference, whatever its mark. */
export const WRONG_REFERENCE: Pick<MarkLook, 'word' | 'meaning' | 'sign'> = {
  word: 'wrong reference',
  meaning: 'an owner reference is invalid',
  // A chain link, broken.
  sign: 'M6.5 9.5 4.8 11.2a2.3 2.3 0 0 1-3.2-3.2L4 5.6 M9.5 6.5l1.7-1.7a2.3 2.3 0 0 1 3.2 3.2L12 10.4 M6 2v2 M10 14v-2',
};

const PLAIN = { outline: 'solid', hatched: false, crossed: false } as const;

const LOOKS: Readonly<Record<Mark, MarkLook>> = {
  calm: { ...PLAIN, word: '', meaning: 'nothing special', sign: '' },
  terminating: {
    ...PLAIN,
    word: 'terminating',
    meaning: 'being deleted, and should end by itself',
    // An hourglass.
    sign: 'M4 2h8 M4 14h8 M5 2v2.5L8 8l3-3.5V2 M5 14v-2.5L8 8l3 3.5V14',
  },
  blocked: {
    ...PLAIN,
    word: 'blocked',
    meaning: 'being deleted, but does not end by itself',
    // A lock.
    sign: 'M3.5 7.5h9V14h-9z M5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5 M8 10v1.6',
  },
  goes: {
    ...PLAIN,
    word: 'goes next',
    meaning: 'the collector sends a DELETE for it at its next check, or once it restarts',
    // An arrow that leaves a box.
    sign: 'M9 3H3.5v10H9 M7 8h7 M11 5l3 3-3 3',
  },
  virtual: {
    ...PLAIN,
    outline: 'dashed',
    word: 'never seen',
    meaning: 'named as an owner, never seen itself',
    // A question mark.
    sign: 'M5.5 5.5A2.5 2.5 0 1 1 9 7.8c-.7.4-1 .8-1 1.7 M8 12.4v.2',
  },
  'not-verified': {
    ...PLAIN,
    hatched: true,
    word: 'not verified',
    meaning: 'gcscope has no current data on it or its owners',
    // An eye, struck out.
    sign: 'M1.5 8S4 4 8 4s6.5 4 6.5 4-2.5 4-6.5 4S1.5 8 1.5 8z M3 13 13 3',
  },
  removed: {
    ...PLAIN,
    word: 'removed',
    meaning: 'no longer on the API server, the collector has not seen this yet',
    // A cross in a box.
    sign: 'M2.5 2.5h11v11h-11z M5.5 5.5l5 5 M10.5 5.5l-5 5',
  },
  forgotten: {
    ...PLAIN,
    outline: 'dotted',
    word: 'forgotten',
    meaning: 'exists, but the collector no longer knows it',
    // A closed eye.
    sign: 'M1.8 6.5C3.6 9.3 5.7 10.5 8 10.5s4.4-1.2 6.2-4 M8 10.5V13 M4 9.3 2.6 11.3 M12 9.3l1.4 2',
  },
  gone: {
    ...PLAIN,
    crossed: true,
    word: 'gone',
    meaning: 'no longer in the cluster',
    // A cross.
    sign: 'M4 4l8 8 M12 4l-8 8',
  },
};
