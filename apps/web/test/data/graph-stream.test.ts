import type { ClusterHealth, Snapshot } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { GraphStore } from '../../src/data/graph-store.ts';
import { GraphStream } from '../../src/data/graph-stream.ts';
import { eventually } from '../support/eventually.ts';
import { record } from '../support/record.ts';

const HEALTH: ClusterHealth = { state: 'live', since: '2026-11-21T09:00:00Z', kinds: [] };

function snapshot(position: string, uids: readonly string[]): Snapshot {
  return {
    position,
    cluster: { context: 'test', server: 'http://test', version: 'v1.36.0', embedded: false },
    health: HEALTH,
    nodes: uids.map((uid) => record({ uid })),
  };
}

/** A server and a clock that the test drives by hand. */
class Bench {
  readonly store: GraphStore = new GraphStore();
  readonly timers: { callback: () => void; millis: number; id: number }[] = [];
  readonly opened: string[] = [];
  snapshots: (Snapshot | Error)[] = [];
  now = 1_000_000;
  #wire: ReadableStreamDefaultController<Uint8Array> | undefined;
  #ids = 0;

  readonly stream: GraphStream = new GraphStream(this.store, {
    fetchSnapshot: async () => {
      const next = this.snapshots.shift();
      if (next === undefined) throw new Error('no snapshot was prepared');
      if (next instanceof Error) throw next;
      return next;
    },
    openStream: async (from, signal) => {
      this.opened.push(from);
      const body = new ReadableStream<Uint8Array>({
        start: (wire) => {
          this.#wire = wire;
          signal.addEventListener('abort', () => wire.error(signal.reason));
        },
      });
      return new Response(body);
    },
    now: () => this.now,
    setTimer: (callback, millis) => {
      this.#ids += 1;
      this.timers.push({ callback, millis, id: this.#ids });
      return this.#ids;
    },
    clearTimer: (id) => {
      const at = this.timers.findIndex((timer) => timer.id === id);
      if (at >= 0) this.timers.splice(at, 1);
    },
    nextFrame: async () => 0,
    random: () => 0,
  });

  send(text: string): void {
    this.#wire?.enqueue(new TextEncoder().encode(text));
  }

  end(): void {
    this.#wire?.close();
  }

  fire(): void {
    const timer = this.timers.shift();
    timer?.callback();
  }

  async until(state: 'loading' | 'live' | 'lost'): Promise<void> {
    await eventually(() => expect(this.stream.getConnection().state).toBe(state));
  }

  async live(): Promise<void> {
    this.snapshots.push(snapshot('e1-1', ['a']));
    this.stream.connect();
    await this.until('live');
  }
}

describe('graph stream', () => {
  it('loads the snapshot, then applies the frames after its position', async () => {
    const bench = new Bench();
    await bench.live();
    expect(bench.opened).toEqual(['e1-1']);
    const delta = JSON.stringify({ upserts: [record({ uid: 'b' })], removes: ['a'] });
    // Cut in the middle of a line, as networks do.
    bench.send(`event: delta\nid: e1-2\nda`);
    bench.send(`ta: ${delta}\n\n`);
    await eventually(() => expect([...bench.store.records.keys()]).toEqual(['b']));
  });

  it('after a loss says since when, and resumes from the last position without a snapshot', async () => {
    const bench = new Bench();
    await bench.live();
    bench.send(`event: delta\nid: e1-7\ndata: {"upserts":[],"removes":["a"]}\n\n`);
    await eventually(() => expect(bench.store.records.size).toBe(0));
    bench.now += 5000;
    bench.end();
    await bench.until('lost');
    expect(bench.stream.getConnection()).toMatchObject({
      since: 1_005_000,
      cluster: { context: 'test' },
    });
    bench.fire();
    await bench.until('live');
    expect(bench.opened).toEqual(['e1-1', 'e1-7']);
  });

  it('on resync takes a new snapshot and goes on from there', async () => {
    const bench = new Bench();
    await bench.live();
    bench.snapshots.push(snapshot('e2-1', ['c']));
    bench.send('event: resync\ndata: {}\n\n');
    await eventually(() => expect(bench.opened).toEqual(['e1-1', 'e2-1']));
    expect([...bench.store.records.keys()]).toEqual(['c']);
    expect(bench.stream.getConnection().state).toBe('live');
  });

  it('counts 40 seconds of silence as the end; a ping is no silence', async () => {
    const bench = new Bench();
    await bench.live();
    const first = bench.timers[0]?.id;
    bench.send(': ping\n\n');
    await eventually(() => expect(bench.timers[0]?.id).not.toBe(first));
    expect(bench.timers.map((timer) => timer.millis)).toEqual([40_000]);
    bench.fire();
    await bench.until('lost');
    expect(bench.stream.getConnection().problem).toContain('40 seconds');
  });

  it('waits longer after each failure, up to half a minute, and stays loading until the first snapshot', async () => {
    const bench = new Bench();
    bench.snapshots = Array.from({ length: 9 }, () => new Error('gcscope does not answer.'));
    bench.stream.connect();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 9; attempt++) {
      await eventually(() => expect(bench.timers).toHaveLength(1));
      waits.push(bench.timers[0]?.millis ?? 0);
      expect(bench.stream.getConnection()).toMatchObject({
        state: 'loading',
        problem: 'gcscope does not answer.',
      });
      bench.fire();
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
    bench.stream.stop();
  });

  it('passes health on and ignores frames it does not know', async () => {
    const bench = new Bench();
    await bench.live();
    bench.send(`event: weather\ndata: {}\n\n`);
    bench.send(`event: health\ndata: ${JSON.stringify({ ...HEALTH, state: 'stale' })}\n\n`);
    await eventually(() => expect(bench.stream.getConnection().health?.state).toBe('stale'));
    expect(bench.stream.getConnection().state).toBe('live');
  });
});
