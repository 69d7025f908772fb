import type { PolicyForecast } from '@gcscope/gc-core/wire';
import { describeOpenEnd, formatCount } from '@gcscope/gc-core/wire';

type Cost = Pick<PolicyForecast, 'seconds' | 'requests' | 'notVerified'>;

/** `about 25 s, 1,000 requests of the collector`, of policies that end alike; `undefined`: no time at all. */
export function formatTime(policies: readonly Cost[]): string | undefined {
  const seconds = Math.max(...policies.map((each) => each.seconds));
  const requests = policies.map((each) => each.requests);
  const [least, most] = [Math.min(...requests), Math.max(...requests)];
  if (most === 0 && seconds < 1) return undefined;
  const number = least === most ? formatCount(most) : `${least} to ${most}`;
  const count =
    most === 0 ? '' : `, ${number} ${most === 1 ? 'request' : 'requests'} of the collector`;
  const more = describeOpenEnd(policies);
  if (seconds < 1) return `under a second${count}${more}`;
  const time = seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `about ${time}${count}${more}`;
}
