import { type Millis, visibleText } from '@gcscope/gc-core/wire';
import { formatSpan } from '../../ui/age.ts';
import type { Decided, Item, NodeView, PodView } from '../../worker/node-messages.ts';

/** Why an item stays or goes, as the end of a sentence after “because”; names in backticks. */
export function becauseOf(view: NodeView, item: Item, decided: Decided): string {
  const clause = CLAUSES.get(decided.reason);
  return clause ? clause({ view, item, decided }) : `the kubelet says ${decided.reason}`;
}

/** Where it matters that another one stands as near: not where nothing of its like goes. */
const TIE_MATTERS: ReadonlySet<string> = new Set(['within-limits', 'target-reached']);

/** What else is to be said of the decision, each a sentence. */
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

/** An id as crictl prints it: of a digest its first 13 digits; any other name as it is. */
export function shortId(id: string): string {
  return visibleText(id.replace(DIGEST, '$1$2'));
}

/** A pod as kubectl names it; its uid, when only that is known. */
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
  ['running', () => 'it runs, and what runs is never removed'],
  ['too-young', tooYoung],
  ['within-limits', withinLimits],
  ['sources-not-ready', () => 'its pod may be gone, but not every source of pods has answered yet'],
  ['removal-failed', () => 'its removal failed; a later run tries again'],
  ['pod-gone', podGone],
  [
    'pod-terminated-under-pressure',
    () => 'its pod has ended, and under disk pressure all it left goes',
  ],
  ['over-unit-limit', overUnitLimit],
  ['over-fair-share', overFairShare],
  ['over-node-limit', overNodeLimit],
  ['superseded-container', () => 'a newer one of its name is dead'],
  ['sandbox-active', () => 'it is ready, or a container is still in it'],
  ['newest-sandbox', () => 'it is the newest sandbox of its pod, dead or not'],
  ['superseded-sandbox', () => 'its pod has a newer sandbox, and nothing is in this one'],
  ['pod-exists', () => 'its pod still exists'],
  ['link-intact', () => 'what it points to exists'],
  ['container-not-exited', () => 'its container has not exited'],
  ['no-log-suffix', () => 'its name does not end in .log'],
  ['dangling-link', () => 'it points to a log that is gone'],
  ['image-in-use', inUse],
  ['pinned', () => 'the runtime pins it'],
  ['sandbox-image', () => 'the kubelet protects the image of its own sandboxes'],
  ['image-too-young', imageTooYoung],
  ['used-recently', () => 'it was in use when this run looked'],
  ['below-threshold', belowThreshold],
  ['target-reached', () => 'enough is freed before its turn comes'],
  ['collection-off', () => 'a high threshold of 100 % without a maximum age turns the loop off'],
  ['run-ended', runEnded],
  ['unused-too-long', unusedTooLong],
  ['space', space],
  [
    'pressure-reclaim',
    () => 'under disk pressure every image goes that is not used, pinned or too young',
  ],
]);

const NOTES: ReadonlyMap<string, (action: Decided['action']) => string> = new Map<
  string,
  (action: Decided['action']) => string
>([
  ['stop-first', () => 'It is stopped first: its state is unknown.'],
  [
    'tie',
    (action) =>
      action === 'keep'
        ? 'Another is equal to it in age or use: which of them goes is open.'
        : 'Another is equal to it in age or use, and could go instead.',
  ],
  ['order-unknown', () => 'In which order these go is open.'],
  [
    'empty-log-path',
    () =>
      'Careful: its log path is empty, so its removal deletes in the kubelet’s own working folder.',
  ],
  ['lost-and-found', () => 'Careful: this folder is the file system’s, not a pod’s.'],
]);

/** The container's name, which with its pod is what the limit counts by. */
function unitOf({ view, item }: Facts): string {
  const container = view.containers.find(({ key }) => key === item.key);
  return container ? `\`${container.name}\` of this pod` : 'its name';
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
    ? `it is dated in the future, and only from an age of ${span} on it can go`
    : `it is younger than ${span}, counted from its creation, not from its end`;
}

function withinLimits(facts: Facts): string {
  const { maxPerPodContainer: unit, maxContainers: node } = facts.view.policy;
  if (unit >= 0) {
    return `${unitOf(facts)} may keep ${deadOnes(unit)}, and this is ${unit === 1 ? 'the newest' : `among the ${unit} newest`}`;
  }
  return node < 0
    ? 'no limit asks for its removal'
    : `${deadOnes(node)} may stay on this node, and it is among the newest`;
}

function podGone({ view, item }: Facts): string {
  const uid = podUidOf(view, item);
  const pod = view.pods.find((each) => each.uid === uid);
  const isGone = pod?.state === 'gone' || item.type === 'log directory';
  const rest = item.type === 'container' ? '; no limit protects it' : '';
  if (isGone) return `its pod is gone${rest}`;
  return uid === ''
    ? `it belongs to no pod that the kubelet knows${rest}`
    : `the kubelet knows no pod of its uid${rest}`;
}

function podUidOf({ containers, sandboxes }: NodeView, { key }: Item): string | undefined {
  return [...containers, ...sandboxes].find((each) => each.key === key)?.pod;
}

function overUnitLimit(facts: Facts): string {
  const { maxPerPodContainer: limit } = facts.view.policy;
  if (limit === 0) return `${unitOf(facts)} may keep no dead container`;
  return `${unitOf(facts)} may keep ${deadOnes(limit)}, and newer ones take ${limit === 1 ? 'that place' : 'these places'}`;
}

function overFairShare({ view }: Facts): string {
  return `${deadOnes(view.policy.maxContainers)} may stay on this node, shared out evenly among pods and names, and newer ones of its own take its share`;
}

function overNodeLimit({ view }: Facts): string {
  const { maxContainers: limit } = view.policy;
  return limit === 0
    ? 'no dead container may stay on this node'
    : `${deadOnes(limit)} may stay on this node, and this is among its oldest`;
}

function inUse({ view, item }: Facts): string {
  const image = view.images.find(({ key }) => key === item.key);
  const [first] = image?.usedBy ?? [];
  if (first === undefined) return 'a container names it';
  const rest = (image?.usedBy.length ?? 1) - 1;
  const more = rest === 0 ? 'names' : rest === 1 ? 'and 1 more name' : `and ${rest} more name`;
  return `container \`${shortId(first)}\` ${more} it, dead or alive`;
}

function imageTooYoung({ view }: Facts): string {
  return `the kubelet saw it first less than ${formatSpan(view.policy.imageMinAge)} before`;
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
  return error === undefined ? 'the run ends before its turn' : `the run fails: ${error}`;
}

function unusedTooLong({ view, item }: Facts): string {
  const image = view.images.find(({ key }) => key === item.key);
  const span = formatSpan(view.policy.imageMaxAge);
  return image?.usedBy.length === 0 && (image.lastUsed ?? 'never') === 'never'
    ? `the kubelet never saw it in use, which counts as unused for ever, and runs for more than ${span} itself`
    : `nothing uses it for more than ${span}`;
}

function space(facts: Facts): string {
  const usage = usageOf(facts);
  const { highThresholdPercent: high, lowThresholdPercent: low } = facts.view.policy;
  const full =
    usage === undefined ? 'space is wanted' : `the disk is ${usage} % full, ${high} % is too much`;
  return `${full}, and down to ${low} % those go that are unused for the longest`;
}

function usageOf(facts: Facts): number | undefined {
  return facts.view.runs.find((run) => isRunOf(run, facts))?.usagePercent;
}

function isRunOf(run: NodeView['runs'][number], { decided }: Facts): boolean {
  return run.collect === 'images' && run.at === decided.at;
}
