// Tests that `npm test` leaves out, to take less time, run in `npm run test:long`.

/** The project of Vitest that tries in JSON what `server` tries in protobuf. */
export const LONG_PROJECT = 'server-json';

/** A part of the names of other test files that only `npm run test:long` runs: `secrets.long.test.ts`. */
export const LONG_FILES = '.long.';

/** The tag of the journeys that only `npm run test:long` makes. */
export const LONG_TAG = '@long';

/** The share of its cases that `npm test` tries of a property: the first ones. */
export const SHORT_RUNS = '0.1';
