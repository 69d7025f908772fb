import type { GraphNode } from '../../graph/graph-node.ts';
import type { ObjectReference } from '../../meta/object-reference.ts';
import type { Leaf, MisleadingCondition, NamespaceStatus } from '../../wire/terminating.ts';
import type { ClusterView } from '../cluster-view.ts';
import { kubectlCommand } from '../kubectl.ts';
import {
  failureOf,
  isFinalized,
  otherSpecFinalizers,
  undiscoveredVersions,
} from '../namespace-status.ts';
import type { HeldPath, Ways } from './held-path.ts';
import { discoveryLeaf, workLeaf } from './leaves.ts';
import { PATIENCE } from './terminating-facts.ts';

/** By then the namespace controller has made its first pass (NS-16). */
const FIRST_PASS = 10_000;

/** What its controller waits for, in the order of NS-16: Pods, discovery, content, webhooks, the controller itself. */
export function namespaceHolds(node: GraphNode, age: number, ways: Ways): HeldPath[] {
  const { context } = ways;
  const { name } = node.identity;
  const status = context.facts.namespaces?.get(name);
  const content = ways.contentOf(name);
  // Only its metadata holds it.
  if (isFinalized(node, content.length === 0, status)) return [];
  const byController = (leaf: Leaf): HeldPath => {
    const waitsFor = `Waits for the namespace controller. ${leaf.text}`;
    return { chain: [{ object: node.identity, waitsFor, rule: leaf.rules[0] ?? '' }], leaf };
  };
  const held = ownLeaves(node, status, age, ways).map(byController);
  const pods = content.filter(({ identity }) => isPod(identity));
  // While a Pod is left nothing else is touched (NS-07).
  const [left, rule] = pods.length > 0 ? [pods, 'NS-07'] : [content, 'NS-08'];
  const going = left.filter((each) => each.beingDeleted);
  held.push(
    ...ways.through(node, going, rule, (each) => `Waits for ${each}, which is left in it.`),
  );
  // Before conditions came, silence tells nothing of the controller (NS-12).
  const isSilent = context.view.release.namespaceHasConditions && status?.conditions.length === 0;
  if (isSilent && age > FIRST_PASS) {
    held.push(byController(silentController(node.identity, age, context.view)));
  }
  if (held.length > 0) return held;
  const text =
    content.length > 0
      ? `The namespace controller deletes the ${content.length} object${content.length === 1 ? '' : 's'} in it with its next pass.`
      : 'Nothing is left in it: it goes with the next pass of the namespace controller.';
  const leaf = workLeaf(node.identity, text, content.length > 0 ? 'NS-08' : 'NS-14', age, context);
  return [
    { chain: [{ object: node.identity, waitsFor: leaf.text, rule: leaf.rules[0] ?? '' }], leaf },
  ];
}

/** What its conditions and its other list of finalizers say. */
function ownLeaves(
  { identity }: GraphNode,
  status: NamespaceStatus | undefined,
  age: number,
  ways: Ways,
): Leaf[] {
  if (!status) return undiscovered(identity, ways);
  const leaves: Leaf[] = [];
  const discovery = failureOf(status, 'NamespaceDeletionDiscoveryFailure');
  if (discovery !== undefined) {
    for (const each of apiVersionsIn(discovery))
      leaves.push(discoveryLeaf(identity, each, discovery, ways.context));
  }
  const failure = failureOf(status, 'NamespaceDeletionContentFailure');
  if (failure !== undefined) leaves.push(contentFailure(identity, failure, ways));
  for (const finalizer of otherSpecFinalizers(status)) {
    leaves.push(otherFinalizer(identity, finalizer, age));
  }
  return leaves;
}

/** Without its conditions: group versions that could not be discovered here either. */
function undiscovered(identity: ObjectReference, ways: Ways): Leaf[] {
  const { context } = ways;
  return undiscoveredVersions(context.facts.kinds).map(({ group, version, message = '' }) =>
    discoveryLeaf(identity, `${group}/${version}`, message, context),
  );
}

function contentFailure(identity: ObjectReference, message: string, ways: Ways): Leaf {
  const isWebhook = /webhook/i.test(message);
  return {
    ...workLeaf(identity, message, 'NS-16', 0, ways.context),
    type: isWebhook ? 'webhook' : 'kind',
    state: 'stuck',
    text: isWebhook
      ? `A webhook fails or refuses, so not all of its content can be deleted: ${message}`
      : `Not all of its content can be listed or deleted: ${message}`,
    rules: ['NS-10', 'NS-16'],
    advice: [
      {
        text: 'See which webhooks take part in deletions.',
        command: kubectlCommand(
          'get validatingwebhookconfigurations,mutatingwebhookconfigurations',
          ways.context.view,
        ),
        risk: 'None, it only reads.',
      },
    ],
  };
}

/** Some distributions put finalizers of their own into `spec.finalizers`. */
function otherFinalizer(object: ObjectReference, finalizer: string, age: number): Leaf {
  return {
    type: 'finalizer',
    state: age >= PATIENCE ? 'stuck' : 'slow',
    object,
    text: `\`spec.finalizers\` holds \`${finalizer}\`: whoever set it has to remove it.`,
    rules: ['FN-03', 'NS-01'],
    advice: [],
  };
}

function silentController(object: ObjectReference, age: number, view: ClusterView): Leaf {
  return {
    type: 'namespace-controller',
    state: age >= PATIENCE ? 'stuck' : 'unknown',
    object,
    text: 'The namespace controller has said nothing about it: it does not seem to run.',
    rules: ['NS-12', 'NS-16'],
    advice: [
      {
        text: 'See whether kube-controller-manager runs.',
        command: kubectlCommand(
          'get pods -n kube-system -l component=kube-controller-manager',
          view,
        ),
        risk: 'None, it only reads.',
      },
    ],
  };
}

/** `metrics.k8s.io/v1beta1` in a sentence; each once. */
function apiVersionsIn(message: string): string[] {
  const found = message.match(/\b[a-z0-9][a-z0-9.-]*\/v\d+(?:(?:alpha|beta)\d+)?\b/g) ?? [];
  return found.length > 0 ? [...new Set(found)] : ['an API group'];
}

/** NS-11: written without the totals while Pods are left, two conditions say that all is removed. */
export function misleadingOf(
  content: readonly GraphNode[],
  status: NamespaceStatus | undefined,
): MisleadingCondition[] {
  const pods = content.filter(({ identity }) => isPod(identity)).length;
  if (pods === 0 || !status) return [];
  const types = ['NamespaceContentRemaining', 'NamespaceFinalizersRemaining'];
  return status.conditions.flatMap(({ type, status: value }) =>
    types.includes(type) && value === 'False'
      ? [
          {
            type,
            rule: 'NS-11',
            text: `It reads False, as if all were removed; it is not counted while Pods are left, and ${content.length} object${content.length === 1 ? ' is' : 's are'}, ${pods} of them Pod${pods === 1 ? '' : 's'}.`,
          },
        ]
      : [],
  );
}

function isPod({ apiVersion, kind }: ObjectReference): boolean {
  return kind === 'Pod' && apiVersion === 'v1';
}
