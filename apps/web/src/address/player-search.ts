/** How fast steps follow each other while the player runs; 1 leaves time to read a sentence. */
export type Speed = 0.5 | 1 | 2 | 4;

export const SPEEDS: readonly Speed[] = [0.5, 1, 2, 4];
export const USUAL_SPEED = 1;

/** How much the collector's log says, as its flag `-v`; 5 is everything. */
export type Verbosity = 0 | 2 | 4 | 5;

export const VERBOSITIES: readonly Verbosity[] = [0, 2, 4, 5];
export const USUAL_VERBOSITY = 5;

/** The details get between these percent of the height. */
export const LEAST_SHARE = 20;
export const MOST_SHARE = 75;

/** How the step player stands beside what it plays. */
export interface PlayerSearch {
  readonly speed?: Speed;
  readonly verbosity?: Verbosity;
  /** Percent of the height that the details have; without it, what this browser last gave them. */
  readonly details?: number;
  /** The place to step in is open before the end. */
  readonly stepIn?: 'open';
}

/** The part of an address that says how the player stands. What is not understood is named in `faults` and left out. */
export function parsePlayerSearch(params: URLSearchParams, faults: string[]): PlayerSearch {
  const speed = numberOf(params, 'speed', SPEEDS, faults);
  const verbosity = numberOf(params, 'v', VERBOSITIES, faults);
  const details = parseShare(params.get('details'), faults);
  const stepIn = params.get('stepin');
  if (stepIn !== null && stepIn !== 'open') {
    faults.push(`“stepin=${stepIn}” is not understood. Known is open.`);
  }
  return {
    ...(speed !== undefined && { speed }),
    ...(verbosity !== undefined && { verbosity }),
    ...(details !== undefined && { details }),
    ...(stepIn === 'open' && { stepIn }),
  };
}

/** Its keys and texts in an address, without what is usual. Inverse of `parsePlayerSearch`. */
export function formatPlayerSearch(
  search: PlayerSearch,
): readonly (readonly [key: string, text: string | undefined])[] {
  const { speed = USUAL_SPEED, verbosity = USUAL_VERBOSITY, details, stepIn } = search;
  return [
    ['speed', speed === USUAL_SPEED ? undefined : String(speed)],
    ['v', verbosity === USUAL_VERBOSITY ? undefined : String(verbosity)],
    ['details', details?.toString()],
    ['stepin', stepIn],
  ];
}

function numberOf<Value extends number>(
  params: URLSearchParams,
  key: string,
  values: readonly Value[],
  faults: string[],
): Value | undefined {
  const text = params.get(key);
  if (text === null) return undefined;
  const known = values.find((value) => String(value) === text);
  if (known === undefined) {
    faults.push(`“${key}=${text}” is not understood. Known are ${values.join(', ')}.`);
  }
  return known;
}

function parseShare(text: string | null, faults: string[]): number | undefined {
  if (text === null) return undefined;
  const share = /^\d{1,3}$/.test(text) ? Number(text) : undefined;
  if (share !== undefined && share >= LEAST_SHARE && share <= MOST_SHARE) return share;
  faults.push(
    `“details=${text}” is not understood: a percentage from ${LEAST_SHARE} to ${MOST_SHARE} is expected.`,
  );
  return undefined;
}
