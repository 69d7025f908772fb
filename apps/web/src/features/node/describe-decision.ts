import {
  counted,
  describeNotes,
  describeReason,
  formatAge,
  type Millis,
  type ReasonCode,
  visibleText,
} from '@gcscope/gc-core/wire';
import { asSentence } from '../../ui/as-sentence.ts';
import type { Decided, Item, NodeView } from '../../worker/node-messages.ts';

/** The reason why an item stays or goes, as the end of a sentence after “because”; names in backticks. */
export function becauseOf(view: NodeView, item: Item, decided: Decided): string {
  const { reason } = decided;
  return CLAUSES[reason]?.({ view, item, decided }) ?? describeReason(reason);
}

/** Notes on the decision, each a sentence. */
export function sentencesOf(decided: Decided): string[] {
  return describeNotes(decided).map(asSentence);
}

/** `at once`, `in 5m`. */
export function formatMoment(at: Millis): string {
  return at <= 0 ? 'at once' : `in ${formatAge(at)}`;
}

const DIGEST = /^(sha256:)?([0-9a-f]{13})[0-9a-f]{19,}$/;

/** An id as crictl prints it: the first 13 digits of a digest; any other name unchanged. */
export function shortId(id: string): string {
  return visibleText(id.replace(DIGEST, '$1$2'));
}

/** Short name of an item. */
export function nameOf(item: Item): string {
  return shortId('name' in item && item.type === 'image' ? String(item.name) : item.id);
}

interface Facts {
  readonly view: NodeView;
  readonly item: Item;
  readonly decided: Decided;
}

/** Reasons that say more with the numbers and names of this node. */
const CLAUSES: Readonly<Partial<Record<ReasonCode, (facts: Facts) => string>>> = {
  'too-young': ({ view, item, decided }) => {
    const age = view.containers.find(({ key }) => key === item.key)?.age;
    const span = formatAge(view.policy.minAge);
    const now = age === undefined ? 0 : age + decided.at;
    return now < 0
      ? `its creation time is in the future, and containers younger than ${span} stay`
      : `it was created less than ${span} ago`;
  },
  'within-limits': withinLimits,
  'pod-gone': podGone,
  'over-unit-limit': (facts) => {
    const { maxPerPodContainer: limit } = facts.view.policy;
    if (limit === 0) return `the kubelet keeps no dead container of ${unitOf(facts)}`;
    return `the kubelet keeps ${deadOnes(limit)} of ${unitOf(facts)}, and there are ${limit === 1 ? 'newer ones' : 'enough newer ones'}`;
  },
  'over-fair-share': ({ view }) =>
    `this node keeps ${deadOnes(view.policy.maxContainers)}, an equal share for each container name of each pod; newer containers of this name fill its share`,
  'over-node-limit': ({ view }) => {
    const { maxContainers: limit } = view.policy;
    return limit === 0
      ? 'this node keeps no dead container'
      : `this node keeps ${deadOnes(limit)}, and it is among the oldest`;
  },
  'image-in-use': inUse,
  'image-too-young': ({ view }) =>
    `the kubelet first saw it less than ${formatAge(view.policy.imageMinAge)} before the run`,
  'below-threshold': (facts) => {
    const usage = runOf(facts)?.usagePercent;
    const full = usage === undefined ? 'the disk is' : `the disk is ${usage} % full,`;
    return `${full} below the high threshold of ${facts.view.policy.highThresholdPercent} %`;
  },
  'run-ended': (facts) => {
    const error = runOf(facts)?.error;
    return error === undefined ? describeReason('run-ended') : `the run fails: ${error}`;
  },
  'unused-too-long': ({ view, item }) => {
    const image = view.images.find(({ key }) => key === item.key);
    const span = formatAge(view.policy.imageMaxAge);
    return image?.usedBy.length === 0 && (image.lastUsed ?? 'never') === 'never'
      ? `the kubelet has run for more than ${span} and has never seen it in use`
      : `nothing has used it for more than ${span}`;
  },
  space: (facts) => {
    const usage = runOf(facts)?.usagePercent;
    const { highThresholdPercent: high, lowThresholdPercent: low } = facts.view.policy;
    const full =
      usage === undefined
        ? 'the kubelet frees space'
        : `the disk is ${usage} % full (high threshold ${high} %)`;
    return `${full}, and images unused for the longest go first, down to ${low} %`;
  },
};

/** The run of images that made the decision. */
function runOf({ view, decided }: Facts): NodeView['runs'][number] | undefined {
  return view.runs.find(({ collect, at }) => collect === 'images' && at === decided.at);
}

/** The limit counts by pod and container name. */
function unitOf({ view, item }: Facts): string {
  const container = view.containers.find(({ key }) => key === item.key);
  return container ? `\`${container.name}\` in this pod` : 'its name';
}

function deadOnes(count: number): string {
  return counted(count, 'dead container');
}

function withinLimits(facts: Facts): string {
  const { maxPerPodContainer: unit, maxContainers: node } = facts.view.policy;
  const keeps = `this node keeps ${deadOnes(node)}`;
  switch (facts.decided.rule) {
    case 'C-10':
      return `${keeps}, and there are no more`;
    case 'C-10.1':
      return `${keeps}, an equal share for each container name of each pod; it is within the share of ${unitOf(facts)}`;
    case 'C-10.2':
      return `${keeps}, and it is ${node === 1 ? 'the newest' : `among the ${node} newest`}`;
  }
  if (unit >= 0) {
    return `the kubelet keeps ${deadOnes(unit)} of ${unitOf(facts)}, and this is ${unit === 1 ? 'the newest' : `among the ${unit} newest`}`;
  }
  return 'no limit applies';
}

function podGone({ view, item }: Facts): string {
  const { containers, sandboxes } = view;
  const uid = [...containers, ...sandboxes].find(({ key }) => key === item.key)?.pod;
  const pod = view.pods.find((each) => each.uid === uid);
  const isGone = pod?.state === 'gone' || item.type === 'log directory';
  const rest =
    item.type === 'container' ? ', and limits protect only containers of existing pods' : '';
  if (isGone) return `${describeReason('pod-gone')}${rest}`;
  return uid === ''
    ? `the kubelet knows no pod that it belongs to${rest}`
    : `the kubelet knows no pod with its uid${rest}`;
}

function inUse({ view, item }: Facts): string {
  const usedBy = view.images.find(({ key }) => key === item.key)?.usedBy ?? [];
  const going = new Set(
    view.containers
      .filter(({ decided }) => decided.some(({ action }) => action === 'remove'))
      .map(({ id }) => id),
  );
  // Names only the staying ones, so that the sentence still holds when the others are gone.
  const staying = usedBy.filter((id) => !going.has(id));
  const users = staying.length > 0 ? staying : usedBy;
  const [first] = users;
  if (first === undefined) return describeReason('image-in-use');
  const rest = users.length - 1;
  const more = rest === 0 ? 'uses' : rest === 1 ? 'and 1 more use' : `and ${rest} more use`;
  return `container \`${shortId(first)}\` ${more} it`;
}
