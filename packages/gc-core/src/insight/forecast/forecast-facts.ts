import type { GraphNode } from '../../graph/graph-node.ts';
import type { KindHealth } from '../../wire/frames.ts';
import type { NamespaceStatus } from '../../wire/terminating.ts';

/** What beside the view a forecast rests on. */
export interface ForecastFacts {
  /** All objects, for what goes with a namespace or with the definition of a kind. */
  readonly nodes: () => Iterable<GraphNode>;
  /** API groups that are served; absent while discovery is incomplete. */
  readonly groups?: ReadonlySet<string>;
  /** Health of the kinds: what could not be discovered keeps Namespaces from being finished (NS-06). */
  readonly kinds?: readonly KindHealth[];
  /** Spec and status of Namespaces that are being deleted, by name, as far as they could be read. */
  readonly namespaces?: ReadonlyMap<string, NamespaceStatus>;
}
