import type { Snapshot } from '@gcscope/gc-core/wire';
import { afterEach, describe, expect, it } from 'vitest';
import { GraphStore } from '../../src/data/graph-store.ts';
import { GraphStream } from '../../src/data/graph-stream.ts';
import { HubTab } from '../../src/data/shared-stream.ts';
import { StreamHub, serveTab } from '../../src/data/stream-hub.ts';
import { eventually } from '../support/eventually.ts';
import { record } from '../support/record.ts';

const timers = {
  setTimer: (callback: () => void, millis: number) => Number(setTimeout(callback, millis)),
  clearTimer: (timer: number) => clearTimeout(timer),
};

/** A server whose graph grows by one object a frame. */
class Server {
  epoch = 'e1';
  seq = 1;
  /** Positions from which streams were opened. */
  readonly opened: string[] = [];
  readonly #wires = new Set<ReadableStreamDefaultController<Uint8Array>>();
  refuses: Error | undefined;

  get openStreams(): number {
    return this.#wires.size;
  }

  snapshot(): Snapshot {
    return {
      position: `${this.epoch}-${this.seq}`,
      cluster: { context: 'test', server: 'http://test', version: 'v1.36.0', embedded: false },
      health: { state: 'live', since: '2026-11-21T09:00:00Z', kinds: [] },
      nodes: this.uids().map((uid) => record({ uid })),
    };
  }

  uids(): string[] {
    return Array.from({ length: this.seq }, (_, at) => `${this.epoch}-${at + 1}`);
  }

  readonly openStream = async (from: string, signal: AbortSignal): Promise<Response> => {
    if (this.refuses) throw this.refuses;
    this.opened.push(from);
    const body = new ReadableStream<Uint8Array>({
      start: (wire) => {
        this.#wires.add(wire);
        signal.addEventListener('abort', () => {
          if (this.#wires.delete(wire)) wire.error(signal.reason);
        });
        const [epoch, seq] = from.split('-');
        this.#send(wire, 'retry: 2000\n: gcscope\n\n');
        if (epoch !== this.epoch) this.#send(wire, 'event: resync\ndata: {}\n\n');
        for (let at = Number(seq) + 1; at <= this.seq; at++) this.#send(wire, this.#frame(at));
      },
    });
    return new Response(body);
  };

  grow(): void {
    this.seq++;
    this.emit(this.#frame(this.seq));
  }

  emit(text: string): void {
    for (const wire of this.#wires) this.#send(wire, text);
  }

  /** Another process at the same address. */
  restart(): void {
    this.emit('event: bye\ndata: {}\n\n');
    this.epoch = `e${Number(this.epoch.slice(1)) + 1}`;
    this.seq = 2;
  }

  #frame(seq: number): string {
    const delta = { upserts: [record({ uid: `${this.epoch}-${seq}` })], removes: [] };
    return `event: delta\nid: ${this.epoch}-${seq}\ndata: ${JSON.stringify(delta)}\n\n`;
  }

  #send(wire: ReadableStreamDefaultController<Uint8Array>, text: string): void {
    wire.enqueue(new TextEncoder().encode(text));
  }
}

describe('tabs that share a stream', () => {
  const ended: (() => void)[] = [];
  afterEach(() => {
    for (const end of ended.splice(0)) end();
  });

  function browser(server: Server) {
    const clock = { now: 0 };
    const hub = new StreamHub({ openStream: server.openStream, now: () => clock.now, ...timers });
    const openTab = () => {
      const { port1, port2 } = new MessageChannel();
      serveTab(hub, port2);
      const tab = new HubTab(port1, () => Promise.reject(new Error('It should not be alone.')));
      const store = new GraphStore();
      let taken: Snapshot | undefined;
      const stream = new GraphStream(store, {
        fetchSnapshot: async () => taken ?? server.snapshot(),
        openStream: tab.open,
        now: () => Date.now(),
        ...timers,
        // Attempts come soon: the waits are those of the stream's own tests.
        setTimer: (callback, millis) => timers.setTimer(callback, millis > 30_000 ? millis : 1),
        nextFrame: async () => 0,
        random: () => 0,
      });
      const close = (): void => {
        stream.stop();
        port1.close();
        port2.close();
      };
      ended.push(close);
      return {
        stream,
        store,
        tab,
        /** Connects with a snapshot that was taken earlier. */
        connect: (snapshot?: Snapshot) => {
          taken = snapshot;
          stream.connect();
        },
        sees: () =>
          eventually(() => {
            taken = undefined;
            expect([...store.records.keys()].sort()).toEqual(server.uids().sort());
            expect(stream.getConnection().state).toBe('live');
          }),
      };
    };
    /** A tab that sees what the server has. */
    const openSeeing = async (snapshot?: Snapshot) => {
      const tab = openTab();
      tab.connect(snapshot);
      await tab.sees();
      return tab;
    };
    return { openTab, openSeeing, clock };
  }

  it('read the server once; each sees every change, also after the first one is closed', async () => {
    const server = new Server();
    const { openTab } = browser(server);
    const tabs = [openTab(), openTab(), openTab()];
    for (const tab of tabs) tab.connect();
    for (const tab of tabs) await tab.sees();
    server.grow();
    for (const tab of tabs) await tab.sees();
    expect(server.opened).toEqual(['e1-1']);
    tabs[0]?.stream.stop();
    server.grow();
    for (const tab of tabs.slice(1)) await tab.sees();
    expect(server.opened).toEqual(['e1-1']);
    expect(server.openStreams).toBe(1);
    for (const tab of tabs) tab.stream.stop();
    await eventually(() => expect(server.openStreams).toBe(0));
  });

  it('have no gap and nothing twice, whether a snapshot is newer than the stream or older', async () => {
    const server = new Server();
    const { openTab, openSeeing } = browser(server);
    const old = server.snapshot();
    const first = await openSeeing();
    server.grow();
    server.grow();
    await first.sees();
    await openSeeing(old);
    expect(server.opened).toEqual(['e1-1']);
    // The server has made a frame that the stream has not brought yet.
    server.seq++;
    const third = openTab();
    third.connect();
    await eventually(() => expect(third.stream.getConnection().state).toBe('live'));
    const applied: number[] = [];
    third.store.subscribe(({ upserts }) => applied.push(upserts.length));
    server.seq--;
    server.grow();
    server.grow();
    await third.sees();
    await first.sees();
    expect(applied).toEqual([1]);
  });

  it('take a new snapshot when theirs is older than what the shared stream still has', async () => {
    const server = new Server();
    const { openTab, openSeeing } = browser(server);
    const old = server.snapshot();
    server.grow();
    await openSeeing();
    const second = openTab();
    second.connect(old);
    // The server tells it to resync, and it reads the snapshot of now.
    await second.sees();
    expect(server.opened).toEqual(['e1-2']);
  });

  it('all come back after a restart of the server, over one stream', async () => {
    const server = new Server();
    const { openTab } = browser(server);
    const tabs = [openTab(), openTab(), openTab()];
    for (const tab of tabs) tab.connect();
    for (const tab of tabs) await tab.sees();
    server.restart();
    for (const tab of tabs) await tab.sees();
    server.grow();
    for (const tab of tabs) await tab.sees();
    expect(server.openStreams).toBe(1);
  });

  it('say why the server refuses, and go on when it does not any more', async () => {
    const server = new Server();
    const { openTab } = browser(server);
    server.refuses = new Error('Too many pages are open.');
    const tabs = [openTab(), openTab()];
    for (const tab of tabs) tab.connect();
    for (const { stream } of tabs) {
      await eventually(() =>
        expect(stream.getConnection().problem).toBe('Too many pages are open.'),
      );
    }
    server.refuses = undefined;
    for (const tab of tabs) await tab.sees();
    expect(server.openStreams).toBe(1);
  });

  it('no tab joins a stream that missed a ping: all get a new one', async () => {
    const server = new Server();
    const { openSeeing, clock } = browser(server);
    const first = await openSeeing();
    clock.now += 21_000;
    await openSeeing();
    await first.sees();
    expect(server.opened).toHaveLength(2);
    expect(server.openStreams).toBe(1);
  });

  it('a new tab ends the stream of who was signed in before; all see what the new one may', async () => {
    const server = new Server();
    const { openSeeing } = browser(server);
    const first = await openSeeing();
    // The old stream stays open and says nothing of it.
    server.epoch = 'e2';
    const second = await openSeeing();
    await first.sees();
    expect(server.openStreams).toBe(1);
    server.grow();
    await first.sees();
    await second.sees();
  });

  it('a tab reads by itself when the worker does not load', async () => {
    const { port1 } = new MessageChannel();
    const server = new Server();
    const tab = new HubTab(port1, server.openStream);
    const opening = tab.open('e1-1', new AbortController().signal);
    tab.giveUp();
    expect((await opening).ok).toBe(true);
    await tab.open('e1-1', new AbortController().signal);
    expect(server.opened).toEqual(['e1-1', 'e1-1']);
    port1.close();
  });
});
