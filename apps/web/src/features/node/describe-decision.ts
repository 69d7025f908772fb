import { type Millis, visibleText } from '@gcscope/gc-core/wire';
import { formatSpan } from '../../ui/age.ts';
import type { Decided, Item, NodeView, PodView } from '../../worker/node-messages.ts';

/** Why an item stays or goes, as the end of a sentence after “because”; names in backticks. */
export function becauseOf(view: NodeView, item: Item, decided: Decided): string {
  const clause = CLAUSES.get(decided.reason);
  return clause ? clause({ view, item, decided }) : `the kubelet says ${decided.reason}`;
}

/** Reasons with which a tie matters: elsewhere none of the tied items goes. */
const TIE_MATTERS: ReadonlySet<string> = new Set(['within-limits', 'target-reached']);

/** Notes on the decision, each a sentence. */
export function describeNotes({ notes, action, reason }: Decided): string[] {
  return notes
    .filter((note) => note !== 'tie' || action === 'remove' || TIE_MATTERS.has(reason))
    .flatMap((note) => NOTES.get(note)?.(action) ?? []);
}

/** `at once`, `in 5m`. */
export function formatMoment(at: Millis): string {
  return at <= 0 ? 'at once' : `in ${formatSpan(at)}`;
}

const DIGEST = /^(sha256:)?([0-9a-f]{13})[0-9a-f]{19,}$/;

/** An id as crictl prints it: the first 13 digits of a digest; any other name unchanged. */
export function shortId(id: string): string {
  return visibleText(id.replace(DIGEST, '$1$2'));
}

/** A pod as kubectl names it, or its uid if nothing else is known. */
export function podName({
  uid,
  name,
  namespace,
}: Pick<PodView, 'uid' | 'name' | 'namespace'>): string {
  if (name !== '') return visibleText(namespace === '' ? name : `${namespace}/${name}`);
  return uid === '' ? 'no pod' : visibleText(uid);
}

interface Facts {
  readonly view: NodeView;
  readonly item: Item;
  readonly decided: Decided;
}

const CLAUSES: ReadonlyMap<string, (facts: Facts) => string> = new Map([
  ['running', () => 'it is running'],
  ['too-young', tooYoung],
  ['within-limits', withinLimits],
  ['sources-not-ready', () => 'its pod may be gone, but not all pod sources have answered yet'],
  ['removal-failed', () => 'the kubelet failed to remove it and tries again in a later run'],
  ['pod-gone', podGone],
  [
    'pod-terminated-under-pressure',
    () => 'its pod has finished, and disk pressure removes all containers of finished pods',
  ],
  ['over-unit-limit', overUnitLimit],
  ['over-fair-share', overFairShare],
  ['over-node-limit', overNodeLimit],
  ['superseded-container', () => 'a newer container of the same name has died'],
  ['sandbox-active', () => 'it is ready or still holds a container'],
  ['newest-sandbox', () => 'it is the newest sandbox of its pod'],
  ['superseded-sandbox', () => 'its pod has a newer sandbox, and this one is empty'],
  ['pod-exists', () => 'its pod still exists'],
  ['link-intact', () => 'its target exists'],
  ['container-not-exited', () => 'its container has not exited'],
  ['no-log-suffix', () => 'its name does not end in .log'],
  ['dangling-link', () => 'its target is gone'],
  ['image-in-use', inUse],
  ['pinned', () => 'the runtime pins it'],
  ['sandbox-image', () => 'sandboxes use it, so the kubelet protects it'],
  ['image-too-young', imageTooYoung],
  ['used-recently', () => 'it was in use when this run started'],
  ['below-threshold', belowThreshold],
  ['target-reached', () => 'other images free enough space first'],
  [
    'collection-off',
    () => 'a high threshold of 100 % without a maximum age turns image collection off',
  ],
  ['run-ended', runEnded],
  ['unused-too-long', unusedTooLong],
  ['space', space],
  [
    'pressure-reclaim',
    () => 'disk pressure removes every image that is not in use, pinned or too young',
  ],
]);

const NOTES: ReadonlyMap<string, (action: Decided['action']) => string> = new Map<
  string,
  (action: Decided['action']) => string
>([
  ['stop-first', () => 'The kubelet stops it first, because its state is unknown.'],
  [
    'tie',
    (action) =>
      action === 'keep'
        ? 'Another item has the same age or last use; either may go.'
        : 'Another item has the same age or last use and may go instead.',
  ],
  ['order-unknown', () => 'Several go in this run, in any order.'],
  [
    'empty-log-path',
    () =>
      'Careful: its log path is empty, so removing it deletes files in the kubelet’s working directory.',
  ],
  ['lost-and-found', () => 'Careful: this directory belongs to the file system, not to a pod.'],
]);

/** The limit counts by pod and container name. */
function unitOf({ view, item }: Facts): string {
  const container = view.containers.find(({ key }) => key === item.key);
  return container ? `\`${container.name}\` in this pod` : 'its name';
}

function deadOnes(count: number): string {
  return count === 1 ? '1 dead container' : `${count} dead containers`;
}

function tooYoung({ view, item, decided }: Facts): string {
  const { minAge } = view.policy;
  const age = view.containers.find(({ key }) => key === item.key)?.age;
  const span = formatSpan(minAge);
  const now = age === undefined ? 0 : age + decided.at;
  return now < 0
    ? `its creation time is in the future, and containers younger than ${span} stay`
    : `it was created less than ${span} ago`;
}

function withinLimits(facts: Facts): string {
  const { maxPerPodContainer: unit, maxContainers: node } = facts.view.policy;
  if (unit >= 0) {
    return `the kubelet keeps ${deadOnes(unit)} of ${unitOf(facts)}, and this is ${unit === 1 ? 'the newest' : `among the ${unit} newest`}`;
  }
  return node < 0
    ? 'no limit applies'
    : `this node keeps ${deadOnes(node)}, and it is among the newest`;
}

function podGone({ view, item }: Facts): string {
  const uid = podUidOf(view, item);
  const pod = view.pods.find((each) => each.uid === uid);
  const isGone = pod?.state === 'gone' || item.type === 'log directory';
  const rest =
    item.type === 'container' ? ', and limits protect only containers of existing pods' : '';
  if (isGone) return `its pod is gone${rest}`;
  return uid === ''
    ? `the kubelet knows no pod that it belongs to${rest}`
    : `the kubelet knows no pod with its uid${rest}`;
}

function podUidOf({ containers, sandboxes }: NodeView, { key }: Item): string | undefined {
  return [...containers, ...sandboxes].find((each) => each.key === key)?.pod;
}

function overUnitLimit(facts: Facts): string {
  const { maxPerPodContainer: limit } = facts.view.policy;
  if (limit === 0) return `the kubelet keeps no dead container of ${unitOf(facts)}`;
  return `the kubelet keeps ${deadOnes(limit)} of ${unitOf(facts)}, and there are ${limit === 1 ? 'newer ones' : 'enough newer ones'}`;
}

function overFairShare({ view }: Facts): string {
  return `this node keeps ${deadOnes(view.policy.maxContainers)}, an equal share for each pod and container name, and newer containers of its name fill the share`;
}

function overNodeLimit({ view }: Facts): string {
  const { maxContainers: limit } = view.policy;
  return limit === 0
    ? 'this node keeps no dead container'
    : `this node keeps ${deadOnes(limit)}, and it is among the oldest`;
}

function inUse({ view, item }: Facts): string {
  const image = view.images.find(({ key }) => key === item.key);
  const [first] = image?.usedBy ?? [];
  if (first === undefined) return 'a container uses it';
  const rest = (image?.usedBy.length ?? 1) - 1;
  const more = rest === 0 ? 'uses' : rest === 1 ? 'and 1 more use' : `and ${rest} more use`;
  return `container \`${shortId(first)}\` ${more} it`;
}

function imageTooYoung({ view }: Facts): string {
  return `the kubelet first saw it less than ${formatSpan(view.policy.imageMinAge)} before`;
}

function belowThreshold(facts: Facts): string {
  const usage = usageOf(facts);
  const { highThresholdPercent: high } = facts.view.policy;
  return usage === undefined
    ? `the disk is below the high threshold of ${high} %`
    : `the disk is ${usage} % full, below the high threshold of ${high} %`;
}

function runEnded(facts: Facts): string {
  const error = facts.view.runs.find((run) => isRunOf(run, facts))?.error;
  return error === undefined ? 'the run ends before it reaches it' : `the run fails: ${error}`;
}

function unusedTooLong({ view, item }: Facts): string {
  const image = view.images.find(({ key }) => key === item.key);
  const span = formatSpan(view.policy.imageMaxAge);
  return image?.usedBy.length === 0 && (image.lastUsed ?? 'never') === 'never'
    ? `the kubelet has run for more than ${span} and has never seen it in use`
    : `nothing has used it for more than ${span}`;
}

function space(facts: Facts): string {
  const usage = usageOf(facts);
  const { highThresholdPercent: high, lowThresholdPercent: low } = facts.view.policy;
  const full =
    usage === undefined
      ? 'the kubelet frees space'
      : `the disk is ${usage} % full (high threshold ${high} %)`;
  return `${full}, and images unused for the longest go first, down to ${low} %`;
}

function usageOf(facts: Facts): number | undefined {
  return facts.view.runs.find((run) => isRunOf(run, facts))?.usagePercent;
}

function isRunOf(run: NodeView['runs'][number], { decided }: Facts): boolean {
  return run.collect === 'images' && run.at === decided.at;
}
