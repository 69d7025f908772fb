/** An event of a browser's trace; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The part of `dur` in which the thread had a processor. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

/** Events that run scripts of the page. */
const SCRIPTS: ReadonlySet<string> = new Set([
  'FireAnimationFrame',
  'EventDispatch',
  'FunctionCall',
  'TimerFire',
  'RunMicrotasks',
]);
/** A frame of the page's own thread begins. */
const FRAME = 'BeginMainThreadFrame';

/**
 * Milliseconds of script in each frame of the thread that animates, as far as it had a processor: others on the machine do not
 * count. Scripts within others count once.
 */
export function scriptPerFrame(events: readonly TraceEvent[]): number[] {
  const own = ofAnimatedThread(events);
  const frames: number[] = [];
  let end = 0;
  for (const event of own) {
    const { name, ts, dur = 0 } = event;
    if (name === FRAME) frames.push(0);
    if (!SCRIPTS.has(name) || frames.length === 0 || ts < end) continue;
    end = ts + dur;
    frames[frames.length - 1] = (frames.at(-1) ?? 0) + millisOf(event);
  }
  return frames;
}

/** Milliseconds of processor that the page took for each event of the type. */
export function dispatches(events: readonly TraceEvent[], type: string): number[] {
  return ofAnimatedThread(events)
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === type)
    .map(millisOf);
}

function millisOf({ dur = 0, tdur = dur }: TraceEvent): number {
  return tdur / 1000;
}

/** The number below which the share of all is. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The events of the thread with the most frames, in order. */
function ofAnimatedThread(events: readonly TraceEvent[]): TraceEvent[] {
  const counts = new Map<string, number>();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  for (const event of events) {
    if (event.name === FRAME) counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1);
  }
  const [thread] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  return events
    .filter((event) => threadOf(event) === thread)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
}
