import { type NodeRecord, visibleText } from '@gcscope/gc-core/wire';
import { blockerWord, describeFaults } from '@gcscope/picture';
import type { ProblemMark } from '../world/problems.ts';

/**
 * The blocker of an object in few words, the fullest text first, then shorter ones. The shorter ones of `Pod shop/web,
 * finalizer example.com/hold` name the Pod: the finalizer alone would seem to be the object's own. Empty if the object
 * is not blocked.
 */
export function blockerReasons({ summary }: NodeRecord): readonly string[] {
  if (summary?.blockedBy === undefined) return [];
  const whole = visibleText(blockerWord(summary.blockedBy));
  if (whole.trim() === '') return [];
  const ending = whole.slice(whole.lastIndexOf('/') + 1);
  const shortened = ending === '' || ending === whole ? [] : [`…/${ending}`];
  return [whole, ...(blockedBy(whole) ?? shortened)];
}

/** `blocked by Pod web` and `blocked by Pod` of a way that ends at another object. */
export function blockedBy(way: string): readonly string[] | undefined {
  const [, kind, name] = /^(\S+) (?:[^\s/]+\/)?(\S+), /.exec(way) ?? [];
  return kind === undefined ? undefined : [`blocked by ${kind} ${name}`, `blocked by ${kind}`];
}

/** Reasons from the wrong references of an object, in few words: the fullest first. */
export function findingReasons({ summary }: NodeRecord): readonly string[] {
  return describeFaults(summary?.wrong?.map(({ finding }) => finding) ?? []);
}

/** Reasons why an object is blocked, with the finding of its reference where both have room. */
function blockedReasons(record: NodeRecord): readonly string[] {
  const reasons = blockerReasons(record);
  const both = reasons.flatMap((reason) =>
    findingReasons(record).map((finding) => `${reason}, ${finding}`),
  );
  return [...both, ...reasons];
}

/** The reasons to place beside a card: without the one that `fits` on the card's own line. */
export function reasonsBeside(
  record: NodeRecord,
  state: ProblemMark['state'],
  fits: (reason: string) => boolean,
): readonly string[] {
  const findings = findingReasons(record);
  const [said] = state === 'blocked' ? blockerReasons(record) : findings;
  if (said === undefined || !fits(said))
    return state === 'blocked' ? blockedReasons(record) : findings;
  return state === 'blocked' ? findings : [];
}
