/** For a bucket that many retries share, and a machine that is busy. */
const AT_LEAST = 90_000;
const SLACK = 30_000;
/** Delays double from the shortest to the longest (QU-03). */
const SHORTEST_DELAY = 5;
const LONGEST_DELAY = 1_000_000;
/**
 * An item that is to be tried again, as the collector logs it, with klog's month, day and time. An error of the REST mapping
 * and one that was never observed name the item by its identity, any other error by a dump of its node.
 */
const FAILURE =
  /^[IE](\d\d)(\d\d) (\d\d:\d\d:\d\d\.\d+) .*(?:error syncing item|hasn't been observed via informer yet).*?(?:, uid: ([^\]]*)\]|UID:\\"([^"\\]*)\\")/gm;

/**
 * How long the retries may take at most that an object's collector still owes it (QU-03): of a child of an unserved kind only
 * the next one notices what frees it. Each failure doubles the delay, also that of an attempt between two retries, so it may be
 * many times the collector's age; only its log tells, which is in UTC. That a success begins anew is not looked for.
 * Milliseconds from `now`.
 */
export function retryPatience(log: string, isAsked: (uid: string) => boolean, now: Date): number {
  const failures = new Map<string, { count: number; latest: number }>();
  for (const [, month, day, time, named, dumped] of log.matchAll(FAILURE)) {
    const uid = named ?? dumped ?? '';
    if (!isAsked(uid)) continue;
    const latest = Date.parse(`${yearOf(Number(month), now)}-${month}-${day}T${time}Z`);
    failures.set(uid, { count: (failures.get(uid)?.count ?? 0) + 1, latest });
  }
  const due = [...failures.values()].map(
    ({ count, latest }) => latest + Math.min(SHORTEST_DELAY * 2 ** (count - 1), LONGEST_DELAY),
  );
  return Math.max(AT_LEAST, ...due.map((each) => each - now.getTime() + SLACK));
}

/** klog names no year; a line of December may be read in January. */
function yearOf(month: number, now: Date): number {
  return now.getUTCFullYear() - (month > now.getUTCMonth() + 1 ? 1 : 0);
}
