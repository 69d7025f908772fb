import type { ApiObject, ObjectChange, Playback, Uid } from '@gcscope/gc-core/wire';
import { stringify } from 'yaml';
import { type DiffLine, diffLines } from './diff-lines.ts';

/** The object as `kubectl get -o yaml` shows it: keys in alphabetical order, no line folded. */
export function objectYaml(object: ApiObject): string {
  return stringify(object, {
    // For readers of YAML 1.1, where `no` is false.
    version: '1.1',
    sortMapEntries: true,
    indentSeq: false,
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}

/** The lines of an object before and after a change. */
export function objectDiff({ before, after }: Pick<ObjectChange, 'before' | 'after'>): DiffLine[] {
  return diffLines(linesOf(before), linesOf(after));
}

function linesOf(object: ApiObject | undefined): string[] {
  return object ? objectYaml(object).trimEnd().split('\n') : [];
}

/** The object on the API server after `cursor` steps; `undefined` while it does not exist. */
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
