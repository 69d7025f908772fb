import type { GraphNode } from '../../graph/graph-node.ts';
import type { Seconds } from '../../meta/object-meta.ts';
import { PROPAGATION_POLICIES, type PropagationPolicy } from '../../meta/propagation-policy.ts';
import type { Forecast, PolicyForecast } from '../../wire/forecast.ts';
import type { ClusterView } from '../cluster-view.ts';
import { deleteCommands } from './delete-commands.ts';
import { DeletionPass } from './deletion-pass.ts';
import type { ForecastFacts } from './forecast-facts.ts';
import { blockersAtRest, linesOf, refusedLines } from './forecast-lines.ts';
import { countKinds, storageThatGoes, touchedNamespaces } from './forecast-summary.ts';
import { decidedByOrder } from './order-matters.ts';
import { StandingReferences } from './standing-references.ts';

/** Requests before the limit of a collector with default flags is felt (CF-05). */
const BURST = 30;

/**
 * What a deletion of the objects would do, for each policy: in one order that the collector may take, with the objects
 * that would make another order end otherwise. Nothing is changed. Objects that were never seen cannot be deleted and
 * are left out, and so is a policy that the release of the view does not know.
 */
export function forecast(
  targets: readonly GraphNode[],
  view: ClusterView,
  facts: ForecastFacts,
  policies: readonly PropagationPolicy[] = PROPAGATION_POLICIES,
): Forecast {
  const seen = [...new Set(targets)].filter((node) => !node.virtual);
  const references = new StandingReferences(view);
  const { release, hasPropagationPolicies } = view.release;
  const known = policies.filter((policy) => hasPropagationPolicies || policy !== 'Foreground');
  return {
    release,
    targets: seen.map(({ identity }) => identity),
    policies: known.map((policy) => forecastOf(seen, policy, view, references, facts)),
    unread: view.unreadKinds(),
  };
}

function forecastOf(
  targets: readonly GraphNode[],
  policy: PropagationPolicy,
  view: ClusterView,
  references: StandingReferences,
  facts: ForecastFacts,
): PolicyForecast {
  const pass = new DeletionPass(view, references, facts);
  pass.delete(targets, policy);
  const { requests } = pass;
  const decides = decidedByOrder(pass, view);
  const blockers = blockersAtRest(pass, facts.groups);
  pass.release();
  const lines = linesOf(pass, blockers);
  const refused = refusedLines(pass);
  return {
    policy,
    ...lines,
    ...(refused.length > 0 ? { refused } : {}),
    kinds: countKinds(lines),
    namespaces: touchedNamespaces(lines),
    storage: storageThatGoes(lines, view),
    requests,
    seconds: secondsFor(requests, view),
    decides: decides.map(({ identity }) => identity),
    outcomes: [],
    commands: deleteCommands(
      targets.map(({ identity }) => identity),
      policy,
      view,
    ),
  };
}

/** How long the collector takes for its requests, in whole seconds (CF-05). */
function secondsFor(requests: number, { release }: ClusterView): Seconds {
  return Math.round(Math.max(0, requests - BURST) / release.requestsPerSecond);
}
