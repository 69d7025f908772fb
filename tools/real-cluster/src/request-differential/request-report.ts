import { count } from '../differential/compare-worlds.ts';
import { TOPICS, type Topic } from './drawn-request.ts';
import type { PlayedSequence, RequestDifference } from './play-sequence.ts';

/** What a run of sequences came to. */
export interface RequestFigures {
  readonly sequences: number;
  /** Requests that both sides answered alike. */
  readonly alike: number;
  readonly differences: readonly RequestDifference[];
  /** Requests by topic, and answers by code, as far as they were alike. */
  readonly topics: ReadonlyMap<Topic, number>;
  readonly codes: ReadonlyMap<number, number>;
}

/** Counts what was played. */
export function requestFigures(played: readonly PlayedSequence[]): RequestFigures {
  const topics = new Map<Topic, number>(TOPICS.map((topic) => [topic, 0]));
  const codes = new Map<number, number>();
  for (const { sequence, codes: answered } of played) {
    for (const [at, code] of answered.entries()) {
      const topic = sequence.requests[at]?.topic;
      if (topic) count(topics, topic);
      count(codes, code);
    }
  }
  const alike = [...codes.values()].reduce((sum, count) => sum + count, 0);
  const differences = played.flatMap(({ difference }) => difference ?? []);
  return { sequences: played.length, alike, differences, topics, codes };
}

/** The figures in a few lines, each difference with its last request. */
export function requestReport(figures: RequestFigures): string {
  const { sequences, alike, differences, topics, codes } = figures;
  const sorted = [...codes].toSorted(([a], [b]) => a - b);
  return [
    `${sequences} sequences, ${alike} requests answered alike, ${differences.length} differences`,
    [...topics].map(([topic, count]) => `${topic} ${count}`).join(', '),
    sorted.map(([code, count]) => `${code}: ${count}`).join(', '),
    ...differences.map(differenceText),
  ].join('\n');
}

function differenceText({ seed, requests, real, ours }: RequestDifference): string {
  return [
    `seed ${seed}, request ${requests.length}: ${JSON.stringify(requests.at(-1))}`,
    `  real ${JSON.stringify(real)}`,
    `  ours ${JSON.stringify(ours)}`,
  ].join('\n');
}
