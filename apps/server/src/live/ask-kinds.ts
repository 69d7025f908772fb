import { kindName } from '@gcscope/gc-core';
import type { AskedKinds, KindHealth, Millis, UnaskedKind } from '@gcscope/gc-core/wire';
import type { ConcurrencyLimiter } from '../base/concurrency-limiter.ts';
import { failureText } from '../cluster/answers/api-answer.ts';
import type { UnreadList } from '../cluster/reflect/read-list.ts';
import type { LiveGraph } from './live-graph.ts';

const TIME_LIMIT: Millis = 15_000;

/** Asks for one kind; the answer is a sentence if that failed. */
export type AskKind = (kind: KindHealth, signal: AbortSignal) => Promise<string | undefined>;

/** Asks for each kind that has objects, of these (`Pod`, `Deployment.apps`) or of all, and names the kinds that could not be asked. */
export async function askKinds(
  live: LiveGraph,
  limiter: ConcurrencyLimiter,
  kinds: readonly string[] | undefined,
  ask: AskKind,
): Promise<AskedKinds> {
  const wanted = live.health.kinds.filter(
    (kind) => kinds === undefined || kind.kind === '*' || kinds.includes(kindName(kind)),
  );
  const signal = AbortSignal.timeout(TIME_LIMIT);
  const failures = await Promise.all(
    wanted.map(async (kind): Promise<UnaskedKind | 'asked' | undefined> => {
      const { group } = kind;
      if (kind.state !== 'synced') return { group, kind: kind.kind, message: whyUnread(kind) };
      if (kind.objects === 0) return undefined;
      const message = await limiter.run(() => ask(kind, signal));
      return message === undefined ? 'asked' : { group, kind: kind.kind, message };
    }),
  );
  return {
    asked: failures.filter((each) => each === 'asked').length,
    unasked: failures.flatMap((each) => (each === 'asked' ? [] : (each ?? []))),
  };
}

/** One sentence about a list that did not come. */
export function whyNotListed(list: UnreadList): string {
  switch (list.type) {
    case 'failed':
      return list.failure.type === 'aborted'
        ? `The API server did not answer within ${TIME_LIMIT / 1000} s.`
        : `The API server did not answer: ${failureText(list.failure)}`;
    case 'undecodable':
      return `The API server sent something unreadable: ${list.reason}.`;
    case 'unsupported':
      return list.message;
  }
}

function whyUnread({ state, message }: KindHealth): string {
  return (
    message ?? (state === 'listing' ? 'The kind is still being read.' : 'The kind is not read.')
  );
}
