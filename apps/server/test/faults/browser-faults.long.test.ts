import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { PODS, until } from '../support/reflector-run.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { Browser } from './browser.ts';
import { change, JOBS, put } from './fault.ts';
import { FaultyCluster, LONGEST_LIE } from './faulty-cluster.ts';
import { ServedCluster } from './served-cluster.ts';

async function withCluster(test: (faulty: FaultyCluster) => Promise<void>): Promise<void> {
  const faulty = await FaultyCluster.start([PODS, JOBS]);
  try {
    await test(faulty);
    await faulty.expectOracle(LONGEST_LIE);
  } finally {
    await faulty.stop();
  }
}

/** A page behind a proxy; it must show what the server knows at the end. */
async function behind(
  faulty: FaultyCluster,
  proxy: TcpProxy,
  test: (page: Browser) => Promise<void>,
): Promise<void> {
  faulty.served.behind(proxy.url);
  const page = new Browser(() => proxy.url, faulty.clock).open();
  try {
    await faulty.until(() => page.state === 'live');
    await test(page);
    // Time passes meanwhile: whoever serves the page may still have to send what came last.
    await faulty.until(() => page.state === 'live' && page.shows(faulty.cluster.live.records));
  } finally {
    page.close();
    await proxy.stop();
    faulty.served.behind();
  }
}

function opened({ served, clock }: FaultyCluster): Browser {
  return new Browser(() => served.url, clock).open();
}

/** A reader of the stream that takes nothing. */
async function openMute(url: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const mute = connect(Number(port), hostname);
  mute.on('error', () => undefined);
  mute.write(`GET /api/v1/stream HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await new Promise((resolve) => mute.once('readable', resolve));
  return mute.pause();
}

/** Changes that make a frame of 600 KB: buffers of a connection take a few of them. */
function changeMany({ server }: FaultyCluster, at: number): void {
  const finalizers = [`example.com/${'x'.repeat(1000)}`, `example.com/${at}`];
  for (let index = 0; index < 500; index++) {
    server.put(PODS, { namespace: 'shop', name: `many-${index}`, uid: `m${index}`, finalizers });
  }
}

describe('pages show what the server knows', () => {
  it(
    'when 100 pages come back five times: each resumes, and the whole graph was made once for all',
    () =>
      withCluster(async (faulty) => {
        const { streams } = faulty.served.telemetry;
        const before = await faulty.cluster.snapshotBytes();
        const pages = Array.from({ length: 100 }, () => opened(faulty));
        // A page that was live says so while it comes back, too.
        const haveCome = (times: number): boolean =>
          pages.every((page) => page.state === 'live' && page.answered === times) &&
          streams.clients === pages.length + 1;
        try {
          for (let round = 1; round <= 5; round++) {
            await until(() => haveCome(round));
            for (const page of pages) page.open();
          }
          await until(() => haveCome(6));
        } finally {
          for (const page of pages) page.close();
        }
        const counts = pages.map(({ snapshots, streams }) => [snapshots, streams]);
        expect(counts).toEqual(pages.map(() => [1, 6]));
        expect(await faulty.cluster.snapshotBytes()).toBe(before);
        expect(streams.resyncs).toEqual({ unknown: 0, behind: 0 });
      }),
    90_000,
  );

  it('beside a page that never reads, which is let go', () =>
    withCluster(async (faulty) => {
      const { streams } = faulty.served.telemetry;
      const mute = await openMute(faulty.served.url);
      for (let at = 0; streams.lagging === 0; at++) {
        changeMany(faulty, at);
        await faulty.pass(1000);
      }
      await faulty.pass(30_000);
      expect(streams).toMatchObject({ dropped: 1, lagging: 0 });
      mute.destroy();
    }));

  it('behind a proxy that cuts every 30 seconds, knows HTTP/1.0 only and drops the last position', () =>
    withCluster(async (faulty) => {
      const target = faulty.served.ownUrl;
      const proxy = await TcpProxy.start({
        target: () => target,
        request: (text) =>
          text
            .replace(/ HTTP\/1\.1\r\n/, ' HTTP/1.0\r\n')
            .replace(/\r\nlast-event-id: [^\r]*/i, ''),
      });
      await behind(faulty, proxy, async (page) => {
        for (let cut = 0; cut < 4; cut++) {
          change(faulty);
          await faulty.pass(30_000);
          proxy.cut();
          await faulty.until(() => page.state !== 'live');
          change(faulty);
          await faulty.until(() => page.state === 'live');
        }
        expect(page.streams).toBe(5);
        expect(page.snapshots).toBe(1);
      });
    }));

  it('behind a proxy that holds everything back: a page notices the silence', () =>
    withCluster(async (faulty) => {
      const target = faulty.served.ownUrl;
      let collects = 0;
      const proxy = await TcpProxy.start({ target: () => target, collects: () => collects });
      await behind(faulty, proxy, async (page) => {
        collects = 1_000_000;
        change(faulty);
        const from = faulty.clock.now();
        await faulty.until(() => page.state === 'lost');
        expect(faulty.clock.now() - from).toBeLessThanOrEqual(41_000);
        collects = 0;
        proxy.cut();
      });
    }));

  it('after the process stood still for two seconds', () =>
    withCluster(async (faulty) => {
      for (let at = 0; at < 500; at++) put(faulty, `burst-${at}`);
      // Nothing is read or written meanwhile, and then every timer is due.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
      faulty.clock.advance(2000);
      change(faulty);
    }));

  it('behind one address of two processes, without mixing what they say', () =>
    withCluster(async (faulty) => {
      const one = faulty.served;
      const other = await ServedCluster.start(faulty.server.url, faulty.clock);
      const targets = [one.ownUrl, other.ownUrl, other.ownUrl];
      let turn = 0;
      const proxy = await TcpProxy.start({ target: () => targets[turn++ % targets.length] });
      other.behind(proxy.url);
      try {
        await behind(faulty, proxy, async (page) => {
          for (let cut = 0; cut < 6; cut++) {
            change(faulty);
            await faulty.pass(5000);
            proxy.cut();
            change(faulty);
            await faulty.until(() => page.state === 'live');
          }
          const resyncs = [one, other].map(({ telemetry }) => telemetry.streams.resyncs.unknown);
          expect(Math.max(...resyncs)).toBeGreaterThan(0);
        });
      } finally {
        await other.stop();
      }
    }));
});
