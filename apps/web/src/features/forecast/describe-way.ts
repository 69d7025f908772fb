import type { PolicyForecast } from '@gcscope/gc-core/wire';

/** The outcomes of an object, with a heading and a meaning. */
export const WAYS = [
  { way: 'deleted', word: 'deleted', meaning: 'The API server or the collector deletes it.' },
  {
    way: 'later',
    word: 'deleted later',
    meaning: 'It is deleted after the kubelet or kube-controller-manager has done its work.',
  },
  { way: 'orphaned', word: 'orphaned', meaning: 'It stays and loses the reference to its owner.' },
  { way: 'kept', word: 'kept', meaning: 'It stays: another owner exists.' },
  {
    way: 'blocked',
    word: 'blocked',
    meaning: 'Blocked by a finalizer that Kubernetes itself does not remove.',
  },
  {
    way: 'leftAlone',
    word: 'left alone',
    meaning: 'It stays: the collector cannot or does not look up one of its owners.',
  },
  {
    way: 'notVerified',
    word: 'not verified',
    meaning: 'It depends on an owner whose kind cannot be read.',
  },
  { way: 'refused', word: 'refused', meaning: 'The API server refuses the deletion.' },
] as const;

/** One of the outcomes. */
export type Way = (typeof WAYS)[number]['way'];

/** An object with its outcome. */
export type WayLine = NonNullable<PolicyForecast[Exclude<Way, 'later'>]>[number];

/** The objects with this outcome. */
export function linesOf(forecast: PolicyForecast, way: Way): readonly WayLine[] {
  if (way === 'later') return forecast.deleted.filter(({ after }) => after);
  return way === 'deleted' ? forecast.deleted.filter(({ after }) => !after) : (forecast[way] ?? []);
}
