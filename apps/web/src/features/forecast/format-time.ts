import type { PolicyForecast } from '@gcscope/gc-core/wire';

type Cost = Pick<PolicyForecast, 'seconds' | 'requests' | 'blocked'>;

/** `about 25 s, 1,000 requests`, of policies that end alike; what is blocked takes longer than that. */
export function formatTime(policies: readonly Cost[]): string {
  const seconds = Math.max(...policies.map((each) => each.seconds));
  const requests = policies.map((each) => each.requests);
  const [least, most] = [Math.min(...requests), Math.max(...requests)];
  const isBlocked = policies.some(({ blocked }) => blocked.length > 0);
  const start = isBlocked ? 'blocked after ' : '';
  if (most === 0 && seconds < 1)
    return isBlocked ? 'blocked from the start' : 'no work for the collector';
  const number = least === most ? most.toLocaleString('en') : `${least} to ${most}`;
  const count = most === 0 ? '' : `, ${number} ${most === 1 ? 'request' : 'requests'}`;
  if (seconds < 1) return `${start}under a second${count}`;
  const time = seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${start}about ${time}${count}`;
}

/** `Background, Foreground and Orphan` */
export function joined(words: readonly string[]): string {
  const [last = '', ...others] = [...words].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}
