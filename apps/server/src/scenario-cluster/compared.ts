import type { Expectation } from '@gcscope/gc-core';

/** The part of an expectation that an API server can answer, and what of it nobody outside the collector knows. */
export interface Compared {
  readonly expect: Pick<Expectation, 'objects' | 'onlyObjects'>;
  readonly skipped: readonly string[];
}

/** What of an expectation is compared with a cluster: the objects. Of a time only that there is one. */
export function comparedWith({ objects, onlyObjects, all: _all, ...rest }: Expectation): Compared {
  const skipped = Object.keys(rest);
  const timed = objects?.some(({ deletionTimestamp }) => typeof deletionTimestamp === 'string');
  if (timed) skipped.push('the time of a deletionTimestamp');
  return {
    skipped,
    expect: {
      ...(onlyObjects ? { onlyObjects } : {}),
      ...(objects
        ? {
            objects: objects.map((each) =>
              typeof each.deletionTimestamp === 'string'
                ? { ...each, deletionTimestamp: true }
                : each,
            ),
          }
        : {}),
    },
  };
}
