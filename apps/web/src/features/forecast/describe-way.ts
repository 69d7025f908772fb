import type { PolicyForecast } from '@gcscope/gc-core/wire';

/** The ways in which an object ends, as words of a heading and what they mean. */
export const WAYS = [
  { way: 'deleted', word: 'deleted', meaning: 'The API server or the collector deletes it.' },
  {
    way: 'later',
    word: 'deleted later',
    meaning: 'It goes once the kubelet or kube-controller-manager has done its part.',
  },
  { way: 'orphaned', word: 'orphaned', meaning: 'It stays and loses the reference to its owner.' },
  { way: 'kept', word: 'kept', meaning: 'It stays: another owner of it lives.' },
  {
    way: 'blocked',
    word: 'blocked',
    meaning: 'Blocked by a finalizer that Kubernetes itself does not remove.',
  },
  {
    way: 'leftAlone',
    word: 'left alone',
    meaning: 'It stays: the collector cannot or will not ask about an owner of it.',
  },
  {
    way: 'notVerified',
    word: 'not verified',
    meaning: 'It depends on an owner whose kind cannot be read.',
  },
  { way: 'refused', word: 'refused', meaning: 'The API server refuses the deletion.' },
] as const;

/** One of the ways. */
export type Way = (typeof WAYS)[number]['way'];

/** A line of one of the ways. */
export type WayLine = NonNullable<PolicyForecast[Exclude<Way, 'later'>]>[number];

/** The objects that end so. */
export function linesOf(forecast: PolicyForecast, way: Way): readonly WayLine[] {
  if (way === 'later') return forecast.deleted.filter(({ after }) => after);
  return way === 'deleted' ? forecast.deleted.filter(({ after }) => !after) : (forecast[way] ?? []);
}
