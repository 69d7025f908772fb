import type { ApiObject, Playback, Uid } from '@gcscope/gc-core/wire';

/** The object on the API server after so many steps; `undefined` while it is not there. */
export function objectAfter(
  { objects, steps }: Pick<Playback, 'objects' | 'steps'>,
  cursor: number,
  uid: Uid,
): ApiObject | undefined {
  for (const step of steps.slice(0, cursor).toReversed()) {
    const change = step.objects.findLast(
      ({ before, after }) => (after ?? before)?.metadata.uid === uid,
    );
    if (change) return change.after;
  }
  return objects.find(({ metadata }) => metadata.uid === uid);
}
