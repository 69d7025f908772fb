import { dumpedItem } from './recorded-decisions.ts';
import { messageOf, type Recording } from './recording.ts';

/** Why lines with these messages are not produced. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ...[
    'syncing garbage collector with updated resources from discovery',
    'reset restmapper',
    'synced monitors',
    'resynced monitors',
    'using a shared informer',
    'garbage controller monitor not yet synced',
    'Garbage collector: not all resource monitors could be synced, proceeding anyways',
    'Proceeding to collect garbage',
  ].map((message) => [message, 'discovery and monitors are no part of the core'] as const),
  ['Unhandled Error', 'dumps the node with addresses and locks; ours names it instead'],
]);

/** How the lines of the log and ours compare as multisets. */
export interface LineComparison {
  readonly produced: number;
  /** Recorded lines that are not ours, by reason. */
  readonly explained: ReadonlyMap<string, number>;
  readonly unexplained: readonly string[];
  /** Our lines that stand neither in the log nor among those that were left out of it. */
  readonly extra: readonly string[];
}

/** Compares every recorded line with ours. */
export function compareLines(recording: Recording, ours: readonly string[]): LineComparison {
  const left = new Map<string, number>();
  for (const line of ours) left.set(line, (left.get(line) ?? 0) + 1);
  const take = (line: string): boolean => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count > 0;
  };
  const missing = recording.lines.map(({ text }) => text).filter((text) => !take(text));
  const explained = new Map<string, number>();
  const unexplained: string[] = [];
  for (const line of missing) {
    const reason = REASONS.get(messageOf(line));
    if (
      reason === undefined ||
      (messageOf(line) === 'Unhandled Error' && !take(withoutDump(line)))
    ) {
      unexplained.push(line);
    } else explained.set(reason, (explained.get(reason) ?? 0) + 1);
  }
  return {
    produced: recording.lines.length - missing.length,
    explained,
    unexplained,
    extra: extras(left, recording),
  };
}

/** The line as ours has it: the item's identity in place of its dump. */
function withoutDump(line: string): string {
  const error = line.slice(line.lastIndexOf('}: ') + 3);
  return `"Unhandled Error" err="error syncing item ${dumpedItem(line)}: ${error}`;
}

/** What is left of our lines after those that were only counted; of them the log has the beginning. */
function extras(left: ReadonlyMap<string, number>, recording: Recording): string[] {
  const counted = [...recording.omitted].map(([line, count]) => ({ line, count }));
  return [...left].flatMap(([line, count]) => {
    const message = messageOf(line);
    const beginning = counted.find((each) =>
      message === 'Unhandled Error' ? messageOf(each.line) === message : line.startsWith(each.line),
    );
    const unexpected = count - (beginning?.count ?? 0);
    return Array.from({ length: Math.max(unexpected, 0) }, () => line);
  });
}
