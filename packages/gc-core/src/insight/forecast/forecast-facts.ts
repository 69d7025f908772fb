import type { Millis } from '../../meta/object-meta.ts';
import type { KindHealth } from '../../wire/frames.ts';
import type { ForkSource } from '../fork/reach.ts';

/** What beside the view a forecast rests on. */
export interface ForecastFacts extends Omit<ForkSource, 'view'> {
  /** When the DELETE is sent. */
  readonly now: Millis;
  /** API groups that are served; absent while discovery is incomplete. */
  readonly groups?: ReadonlySet<string>;
  /** Health of the kinds: what could not be discovered keeps Namespaces from being finished (NS-06). */
  readonly kinds?: readonly KindHealth[];
}
