import type { PolicyForecast } from '@gcscope/gc-core/wire';

/** How long the deletion takes, as words: `about 25 s, 1,000 requests`. */
export function timeWords({
  seconds,
  requests,
}: Pick<PolicyForecast, 'seconds' | 'requests'>): string {
  if (requests === 0 && seconds < 1) return 'nothing for the collector to do';
  const count = `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`;
  if (seconds < 1) return `under a second for ${count}`;
  const time = seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `about ${time} for ${count}`;
}
