import type { LabelCounts, LabelMatches, Millis, Uid } from '@gcscope/gc-core/wire';
import type { Clock } from '../base/clock.ts';
import { ConcurrencyLimiter } from '../base/concurrency-limiter.ts';
import type { ApiClient } from '../cluster/answers/api-answer.ts';
import { readList } from '../cluster/reflect/read-list.ts';
import { readPaths } from '../cluster/reflect/resource-path.ts';
import { UndecodableObjects } from '../cluster/reflect/undecodable-objects.ts';
import { askKinds, whyNotListed } from './ask-kinds.ts';
import { countLabels, type LabelSample } from './label-counts.ts';
import type { LiveGraph } from './live-graph.ts';

/** Lists over all questions: watching the cluster comes first. */
const AT_ONCE = 4;
/** How long an answer is as good as a new one. */
const KEPT: Millis = 5000;

/** The labels to look for, and the kinds (`Pod`, `Deployment.apps`); without kinds all of them. */
interface LabelQuestion {
  readonly selector: string;
  readonly kinds?: readonly string[] | undefined;
}

/** Asks the API server about labels, which gcscope does not keep: lists of metadata, one for each kind that has objects. */
export interface LabelReader {
  /** The objects that a label selector selects. Never rejects. */
  matches(live: LiveGraph, question: LabelQuestion): Promise<LabelMatches>;
  /** The labels of the first objects of each kind. Never rejects. */
  counts(live: LiveGraph, sample: LabelSample): Promise<LabelCounts>;
}

/**
 * Asks through this client. The same question is not asked again for some seconds; each reader that the answer makes remembers
 * its own, for those who see the same.
 */
export function labelReaders(client: ApiClient, clock: Clock): () => LabelReader {
  const limiter = new ConcurrencyLimiter(AT_ONCE);
  return () => ({
    matches: remembering(clock, (live, question) => ask(client, limiter, live, question)),
    counts: remembering(clock, (live, sample) => countLabels(client, limiter, live, sample)),
  });
}

type Ask<Question, Answer> = (live: LiveGraph, question: Question) => Promise<Answer>;

function remembering<Question, Answer>(
  clock: Clock,
  ask: Ask<Question, Answer>,
): Ask<Question, Answer> {
  const recent = new Map<string, { readonly until: Millis; readonly answer: Promise<Answer> }>();
  return (live, question) => {
    const now = clock.now();
    for (const [key, { until }] of recent) if (until <= now) recent.delete(key);
    const key = JSON.stringify(question);
    const known = recent.get(key);
    if (known) return known.answer;
    const answer = ask(live, question);
    recent.set(key, { until: now + KEPT, answer });
    return answer;
  };
}

async function ask(
  client: ApiClient,
  limiter: ConcurrencyLimiter,
  live: LiveGraph,
  { selector, kinds }: LabelQuestion,
): Promise<LabelMatches> {
  const uids: Uid[] = [];
  const asked = await askKinds(live, limiter, kinds, async (kind, signal) => {
    for (const path of readPaths(kind)) {
      const listed = { path, labelSelector: selector };
      const list = await readList(client, listed, '0', new UndecodableObjects(), signal);
      if (list.type !== 'listed') return whyNotListed(list);
      for (const { uid } of list.objects) uids.push(uid);
    }
    return undefined;
  });
  return { selector, uids, ...asked };
}
