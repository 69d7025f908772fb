import { describe, expect, it } from 'vitest';
import { ConcurrencyLimiter } from '../../src/base/concurrency-limiter.ts';
import { Reflector } from '../../src/cluster/reflect/reflector.ts';
import { ResourceStore } from '../../src/cluster/reflect/resource-store.ts';
import type { KindReport } from '../../src/cluster/reflect/state-reporter.ts';
import { EndlessWatch } from '../support/endless-watch.ts';
import { HastyClock } from '../support/manual-clock.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { PODS, until } from '../support/reflector-run.ts';
import { UNREADABLE } from '../support/unreadable-events.ts';
import { usedMegabytes } from '../support/used-memory.ts';
import { wire } from '../support/wire.ts';

/** A million with `GCSCOPE_RUNS=200`. */
const EVENTS = propertyRuns(5000);

/** The shortest time after which a watch is given up. */
const WATCHDOG = 30_000;

/** A reflector of Pods that keeps only the last report and counts its lines in the log. */
class CountingRun {
  last: KindReport | undefined;
  lines = 0;
  readonly reflector: Reflector;
  readonly #controller = new AbortController();
  readonly #done: Promise<void>;

  constructor(client: EndlessWatch, clock = new HastyClock()) {
    const line = (): void => void this.lines++;
    this.reflector = new Reflector({
      client,
      clock,
      random: () => 0,
      log: { debug: () => undefined, info: line, warn: line },
      limiter: new ConcurrencyLimiter(8),
      store: new ResourceStore(PODS),
      events: {
        changes: () => undefined,
        observed: () => undefined,
        left: () => undefined,
        state: (report) => {
          this.last = report;
        },
        contact: () => undefined,
      },
    });
    this.#done = this.reflector.run(this.#controller.signal);
  }

  async stop(): Promise<void> {
    this.#controller.abort();
    await this.#done;
  }
}

/** So many pieces; what the heap holds after a tenth of them is in `used`. */
function* pieces(count: number, make: (at: number) => Uint8Array | string, used: number[]) {
  for (let at = 0; at < count; at++) {
    if (at === count / 10) used.push(usedMegabytes());
    yield Buffer.from(make(at));
  }
}

describe('events that cannot be read, in great number', () => {
  it('are counted one by one, each followed by a list; the log and the heap do not grow', async () => {
    const used: number[] = [];
    const unreadable = (at: number): string | Uint8Array =>
      UNREADABLE[at % UNREADABLE.length]?.[1] ?? '';
    const client = new EndlessWatch(pieces(EVENTS, unreadable, used), { inOne: false });
    const run = new CountingRun(client);
    await until(() => run.reflector.counts.undecodable === EVENTS, 600_000);
    // Audits list, too; the list after the last event may still be under way.
    await until(() => client.lists > EVENTS);
    expect(run.lines).toBe(0);
    expect(usedMegabytes() - (used[0] ?? 0)).toBeLessThan(5);
    await run.stop();
  }, 620_000);

  it('of objects with unusable metadata leave these out, and the heap does not grow', async () => {
    const used: number[] = [];
    const malformed = (at: number): Uint8Array =>
      wire.event('MODIFIED', {
        namespace: 'shop',
        name: `pod-${at % 1000}`,
        uid: '',
        resourceVersion: String(101 + at),
      });
    const client = new EndlessWatch(pieces(EVENTS, malformed, used), { inOne: true });
    const run = new CountingRun(client, new HastyClock(WATCHDOG));
    await until(() => run.reflector.counts.events.get('MODIFIED') === EVENTS, 600_000);
    expect(run.last?.state).toBe('degraded');
    expect(run.last?.message).toBe(
      'At least 101 objects were left out because of unusable metadata (shop/pod-0: its uid is not a usable string).',
    );
    expect(client.lists).toBe(1);
    expect(run.lines).toBe(0);
    expect(usedMegabytes() - (used[0] ?? 0)).toBeLessThan(5);
    await run.stop();
  }, 620_000);
});
