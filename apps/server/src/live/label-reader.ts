import { kindName } from '@gcscope/gc-core';
import type { KindHealth, LabelMatches, Millis, Uid, UnaskedKind } from '@gcscope/gc-core/wire';
import type { Clock } from '../clock.ts';
import { type ApiClient, failureText } from '../cluster/api-answer.ts';
import { ConcurrencyLimiter } from '../cluster/concurrency-limiter.ts';
import { type ListResult, readList } from '../cluster/read-list.ts';
import { resourcePath } from '../cluster/resource-path.ts';
import { UndecodableObjects } from '../cluster/undecodable-objects.ts';
import type { LiveGraph } from './live-graph.ts';

/** Lists over all questions: watching the cluster comes first. */
const AT_ONCE = 4;
const TIME_LIMIT: Millis = 15_000;
/** How long an answer is as good as a new one. */
const KEPT: Millis = 5000;

/** Which labels are asked for, and of which kinds (`Pod`, `Deployment.apps`); without kinds of all. */
interface LabelQuestion {
  readonly selector: string;
  readonly kinds?: readonly string[] | undefined;
}

/** Finds the objects that a label selector selects: one list of metadata for each kind that has objects. Never rejects. */
export type LabelReader = (live: LiveGraph, question: LabelQuestion) => Promise<LabelMatches>;

/** Asks the API server through this client: gcscope keeps no labels. The same question is not asked again for some seconds. */
export function labelReader(client: ApiClient, clock: Clock): LabelReader {
  const limiter = new ConcurrencyLimiter(AT_ONCE);
  const recent = new Map<
    string,
    { readonly until: Millis; readonly answer: Promise<LabelMatches> }
  >();
  return (live, question) => {
    const now = clock.now();
    for (const [key, { until }] of recent) if (until <= now) recent.delete(key);
    const key = JSON.stringify([question.selector, question.kinds]);
    const known = recent.get(key);
    if (known) return known.answer;
    const answer = ask(client, limiter, live, question);
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
  const wanted = live.health.kinds.filter(
    (kind) => kinds === undefined || kind.kind === '*' || kinds.includes(kindName(kind)),
  );
  const uids: Uid[] = [];
  const unasked: UnaskedKind[] = [];
  const note = ({ group, kind }: KindHealth, message: string): void =>
    void unasked.push({ group, kind, message });
  for (const kind of wanted) if (kind.state !== 'synced') note(kind, whyUnread(kind));
  const asked = wanted.filter(({ state, objects }) => state === 'synced' && objects > 0);
  const signal = AbortSignal.timeout(TIME_LIMIT);
  await Promise.all(
    asked.map(async (kind) => {
      const done = await limiter.take();
      try {
        const listed = { path: resourcePath(kind), labelSelector: selector };
        const list = await readList(client, listed, '0', new UndecodableObjects(), signal);
        if (list.type === 'listed') for (const { uid } of list.objects) uids.push(uid);
        else note(kind, whyNot(list));
      } finally {
        done();
      }
    }),
  );
  const failed = asked.filter(({ group, kind }) =>
    unasked.some((each) => each.group === group && each.kind === kind),
  );
  return { selector, uids, asked: asked.length - failed.length, unasked };
}

function whyUnread({ state, message }: KindHealth): string {
  return (
    message ?? (state === 'listing' ? 'The kind is still being read.' : 'The kind is not read.')
  );
}

function whyNot(list: Exclude<ListResult, { type: 'listed' }>): string {
  switch (list.type) {
    case 'failed':
      return list.failure.type === 'aborted'
        ? `The API server did not answer within ${TIME_LIMIT / 1000} s.`
        : `The API server did not answer: ${failureText(list.failure)}`;
    case 'undecodable':
      return `The API server sent something unreadable: ${list.reason}.`;
    case 'unsupported':
      return list.message;
    default:
      return list satisfies never;
  }
}
