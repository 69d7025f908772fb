import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_CREDENTIALS } from '../../../src/cluster/access/credentials.ts';
import { CallSender } from '../../../src/writes/collect/call-sender.ts';
import { CollectorLog } from '../../../src/writes/collect/collector-log.ts';
import { LeaderElection } from '../../../src/writes/collect/leader-election.ts';
import { answerJson, listen } from '../../support/listen.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/reflector-run.ts';

interface Lease {
  metadata: { resourceVersion: string };
  spec: { holderIdentity: string; leaseTransitions: number; renewTime: string };
}

/** An API server that holds one Lease. */
class LeaseServer {
  lease: Lease | undefined;
  /** Answers with this code instead. */
  refusal: number | undefined;
  readonly writes: string[] = [];
  #version = 0;

  start(): Promise<string> {
    const server = createServer();
    answerJson(server, ({ method = '' }, body) => this.#answer(method, body));
    return listen(server);
  }

  /** Carries out a renewal of which the holder does not hear. */
  renew(): void {
    if (this.lease) this.lease.metadata = { resourceVersion: String(++this.#version) };
  }

  #answer(method: string, text: string): [number, object] {
    if (this.refusal !== undefined) return [this.refusal, { kind: 'Status', message: 'no' }];
    if (method === 'GET') return this.lease ? [200, this.lease] : [404, { kind: 'Status' }];
    const sent = JSON.parse(text) as Lease;
    if (sent.spec.holderIdentity === '') return [422, { kind: 'Status' }];
    const known = this.lease?.metadata.resourceVersion;
    if (sent.metadata.resourceVersion !== known) return [409, { kind: 'Status' }];
    this.lease = { ...sent, metadata: { resourceVersion: String(++this.#version) } };
    this.writes.push(`${method} ${sent.spec.holderIdentity}`);
    return [method === 'POST' ? 201 : 200, this.lease];
  }
}

describe('leader election', () => {
  const server = new LeaseServer();
  const stops: AbortController[] = [];
  let url = '';
  let clock: ManualClock;
  let said: string;

  beforeEach(async () => {
    server.lease = undefined;
    server.refusal = undefined;
    server.writes.length = 0;
    clock = new ManualClock();
    said = '';
    url = url || (await server.start());
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop.abort();
  });

  function candidate(identity: string, itsClock = clock): LeaderElection & { end(): void } {
    const stop = new AbortController();
    stops.push(stop);
    const sender = new CallSender({
      server: url,
      credentials: NO_CREDENTIALS,
      requestTimeout: 5000,
      clock: itsClock,
      mayAct: () => true,
    });
    const election = new LeaderElection({
      sender,
      address: { namespace: 'kube-system', name: 'gcscope-collect' },
      identity,
      clock: itsClock,
      random: () => 0,
      today: () => new Date(itsClock.now()),
      log: new CollectorLog(0, (text) => {
        said += text;
      }),
      signal: stop.signal,
    });
    return Object.assign(election, { end: () => stop.abort() });
  }

  /** Time passes, with room for requests in between; sees at each step that only one leads. */
  async function pass(millis: number, all: readonly LeaderElection[]): Promise<void> {
    for (let passed = 0; passed < millis; passed += 500) {
      clock.advance(500);
      await settle();
      expect(all.filter(({ isLeading }) => isLeading).length).toBeLessThan(2);
    }
  }

  /** Until requests that were begun have had time to be answered. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  }

  const lead = async (election: LeaderElection): Promise<void> => {
    await election.acquire();
    await election.hold();
  };

  it('one of two leads, and the other one takes over when it ends', async () => {
    const [a, b] = [candidate('a'), candidate('b')];
    void lead(a);
    await until(() => a.isLeading);
    void lead(b);
    await pass(30_000, [a, b]);
    expect([a.isLeading, b.isLeading]).toEqual([true, false]);
    await a.release();
    a.end();
    await pass(5000, [a, b]);
    expect(b.isLeading).toBe(true);
    expect(server.lease?.spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
  });

  it('gives up a Lease that was renewed without its knowledge', async () => {
    const a = candidate('a');
    void lead(a);
    await until(() => a.isLeading);
    // The renewal that the end broke off was carried out.
    server.renew();
    a.end();
    await a.release();
    expect(server.lease?.spec.holderIdentity).toBeUndefined();
  });

  it('who cannot renew leads no more before another one may take the Lease', async () => {
    const [a, b] = [candidate('a'), candidate('b')];
    void lead(a);
    await until(() => a.isLeading);
    // It is alive, and nothing reaches the server any more.
    a.end();
    void lead(b);
    let [last, first] = [0, 0];
    for (let at = 0; at < 40_000 && first === 0; at += 500) {
      await pass(500, [a, b]);
      if (a.isLeading) last = at;
      if (b.isLeading) first = at;
    }
    expect(first - last).toBeGreaterThanOrEqual(4000);
    expect(first).toBeLessThan(25_000);
  });

  it('a process that stood still does not believe that it leads', async () => {
    const a = candidate('a');
    void lead(a);
    await until(() => a.isLeading);
    // The machine was suspended: no wait went on, and the time of day did.
    clock.jump(60_000);
    expect(a.isLeading).toBe(false);
  });

  const hindrances: readonly (readonly [what: string, code: number, sentence: RegExp])[] = [
    ['the right to use Leases', 403, /may not use the Lease kube-system\/gcscope-collect/g],
    ['the namespace of Leases', 404, /no place for the Lease kube-system\/gcscope-collect/g],
  ];
  for (const [what, code, sentence] of hindrances) {
    it(`without ${what} it waits, and says so once`, async () => {
      server.refusal = code;
      const a = candidate('a');
      void lead(a);
      await pass(20_000, [a]);
      expect(a.isLeading).toBe(false);
      expect(said.match(sentence)?.length).toBe(1);
      server.refusal = undefined;
      await pass(5000, [a]);
      expect(a.isLeading).toBe(true);
    });
  }
});
