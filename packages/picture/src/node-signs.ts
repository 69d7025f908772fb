import { markLook } from './mark-look.ts';

/** SVG paths in a 16 x 16 box, for a round line without fill, as the glyphs of kinds. */
export interface Sign {
  readonly path: string;
  /** One line for the legend. */
  readonly meaning: string;
}

const UNKNOWN: Sign = { path: markLook('virtual').sign, meaning: 'in an unknown state' };

const STATES: ReadonlyMap<string, Sign> = new Map([
  ['RUNNING', { path: 'M5.5 3 12.5 8l-7 5z', meaning: 'running' }],
  ['EXITED', { path: 'M4 4h8v8H4z', meaning: 'exited' }],
  ['CREATED', { path: 'M8 3v10 M3 8h10', meaning: 'created, never started' }],
  ['UNKNOWN', UNKNOWN],
]);

/** The signs of all states, for the legend. */
export const STATE_SIGNS: readonly Sign[] = [...STATES.values()];

/** The sign of a container's state; one that CRI does not know counts as UNKNOWN. */
export function stateSign(state: string): Sign {
  return STATES.get(state) ?? UNKNOWN;
}

/** A drawing pin. */
export const PINNED: Sign = {
  path: 'M5.5 2h5 M6.5 2v4.5L4.5 10h7L9.5 6.5V2 M8 10v4',
  meaning: 'pinned by the runtime',
};

/** A box: an image, of which a container is made. */
export const IN_USE: Sign = {
  path: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3z M2.5 5 8 8l5.5-3 M8 8v6',
  meaning: 'in use: a container names it, dead or alive',
};

/** The arrow of items that go; its words are the node's own. */
export const GOES: Sign = {
  path: markLook('goes').sign,
  meaning: 'goes next: the kubelet removes it',
};
