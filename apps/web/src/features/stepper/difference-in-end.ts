import { type ApiObject, joined, type Playback, visibleText } from '@gcscope/gc-core/wire';
import { kindAndName } from '../../ui/object-name.ts';
import { firstObserved, storedInTheEnd } from './outcome.ts';

/**
 * How the API server has each object after the last step of the second playback, where the first ends otherwise; one line per
 * object.
 */
export function differenceInEnd(first: Playback, second: Playback): string[] {
  const [before, after] = [storedInTheEnd(first), storedInTheEnd(second)];
  const seen = new Map([...firstObserved(first), ...firstObserved(second)]);
  return [...seen].flatMap(([uid, record]) => {
    const [was, is] = endsApart(before.get(uid), after.get(uid));
    return was === is ? [] : [visibleText(`${kindAndName(record)} ${is} (instead of: ${was})`)];
  });
}

/** Two ends in words, as far as they differ. */
function endsApart(first: ApiObject | undefined, second: ApiObject | undefined): string[] {
  const ends = [first, second].map((object) => (object ? factsOf(object) : ['is gone']));
  const [before = [], after = []] = ends;
  const bothStay = first && second;
  return ends.map((facts) =>
    facts.filter((_, at) => at === 0 || (bothStay && before[at] !== after[at])).join(', '),
  );
}

function factsOf({ metadata }: ApiObject): readonly string[] {
  const { deletionTimestamp, finalizers = [], ownerReferences = [] } = metadata;
  const owners = joined(ownerReferences.map(({ kind, name }) => `${kind} ${name}`));
  return [
    deletionTimestamp === undefined ? 'stays' : 'is terminating',
    owners === '' ? 'without an owner' : `owned by ${owners}`,
    finalizers.length === 0 ? 'without a finalizer' : `finalizers: ${joined(finalizers)}`,
  ];
}
