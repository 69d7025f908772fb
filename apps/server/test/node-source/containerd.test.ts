import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeReading } from '@gcscope/gc-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { readCriNode } from '../../src/node-source/cri-source.ts';
import { planReading } from '../../src/node-source/node-plan.ts';
import { CriWriter, type TestContainer, type TestPod } from './support/cri-writer.ts';
import { PAUSE, RealContainerd, whyNoContainerd } from './support/real-containerd.ts';

const why = whyNoContainerd();
const APP = 'localhost/lab/app:1';
const UNUSED = 'localhost/lab/unused:1';
const WAITS = ['/app'];
const ENDS = ['/app', '1'];

describe.skipIf(why !== undefined)(`a real containerd (${why ?? 'here'})`, () => {
  const containerd = new RealContainerd();
  let writer: CriWriter;
  /** Container ids by what the test calls them. */
  const ids = new Map<string, string>();

  const pod = (name: string): TestPod => {
    const uid = `uid-${name}`;
    const logDirectory = join(containerd.folder, 'pods', `shop_${name}_${uid}`);
    return { uid, name, namespace: 'shop', logDirectory };
  };

  async function dead(): Promise<void> {
    const ending = [...ids].filter(([name]) => name.startsWith('dead')).map(([, id]) => id);
    for (let left = 300; left > 0; left--) {
      const exited = await writer.containers();
      if (ending.every((id) => exited.get(id))) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The containers did not end.');
  }

  function read(flags: readonly string[] = []): Promise<NodeReading> {
    return readCriNode({
      socket: containerd.socket,
      settings: { flags },
      clock: systemClock,
      podLogs: join(containerd.folder, 'pods'),
      containerLinks: join(containerd.folder, 'none'),
    });
  }

  const named = (name: string): string => ids.get(name) ?? `no ${name}`;

  beforeAll(async () => {
    if (why !== undefined) return;
    await containerd.start();
    for (const image of [PAUSE, APP, UNUSED]) containerd.addImage(image);
    writer = new CriWriter(containerd.socket);
    const web = pod('web');
    const batch = pod('batch');
    const [webSandbox, batchSandbox] = [
      await writer.runSandbox(web),
      await writer.runSandbox(batch),
    ];
    const make = async (
      call: string,
      sandbox: string,
      of: TestPod,
      more: Partial<TestContainer>,
    ): Promise<string> => {
      const attempt = more.attempt ?? 0;
      const logPath = `main_${attempt}.log`;
      const base = { name: 'main', attempt, image: APP, command: ENDS, logPath };
      const id = await writer.create(sandbox, of, { ...base, ...more });
      ids.set(call, id);
      return id;
    };
    for (const attempt of [0, 1, 2]) {
      await writer.start(await make(`dead-${attempt}`, webSandbox, web, { attempt }));
    }
    await writer.start(await make('running', webSandbox, web, { attempt: 3, command: WAITS }));
    await make('created', batchSandbox, batch, { command: WAITS });
    const strange = { name: 'strange', logPath: '', unlabelled: true };
    await writer.start(await make('dead-strange', batchSandbox, batch, strange));
    await dead();
  }, 180_000);

  afterAll(async () => {
    if (why !== undefined) return;
    try {
      await writer.clear();
    } finally {
      writer.close();
      await containerd.stop();
      containerd.remove();
    }
  }, 120_000);

  it('[C-9] plans of real dead containers all but the newest of a pod and name', async () => {
    const [first] = planReading(await read(), 0n).runs;
    expect(first?.removed.map(({ id, reason }) => [id, reason])).toEqual([
      [named('dead-strange'), 'pod-gone'],
      [named('dead-0'), 'over-unit-limit'],
      [named('dead-1'), 'over-unit-limit'],
    ]);
    expect(first?.kept.find(({ id }) => id === named('running'))?.reason).toBe('running');
    expect(first?.kept.find(({ id }) => id === named('dead-2'))?.reason).toBe('within-limits');
    expect(first?.kept.find(({ id }) => id === named('created'))?.reason).toBe('within-limits');
  });

  it('[C-10.2] plans with the flags that it is told', async () => {
    const [first] = planReading(await read(['--maximum-dead-containers=0']), 0n).runs;
    const removed = first?.removed.filter(({ type }) => type === 'container').map(({ id }) => id);
    const all = ['dead-0', 'dead-1', 'dead-2', 'dead-strange', 'created'].map(named);
    expect(removed?.toSorted()).toEqual(all.toSorted());
  });

  it('[I-4] knows which image a real container uses', async () => {
    const { spec } = (await read()).scenario;
    const idOf = (tag: string): string | undefined =>
      spec.images?.find(({ repoTags = [] }) => repoTags.includes(tag))?.id;
    const used = new Set(spec.containers?.map(({ image }) => image));
    expect([...used]).toEqual([idOf(APP)]);
    expect(idOf(UNUSED)).toBeDefined();
    expect(spec.images?.every(({ size = 0 }) => size > 0)).toBe(true);
  });

  it('[C-12.3] finds the real container without a log path, and no other', async () => {
    const { warnings } = await read();
    const warned = warnings.find(({ rule }) => rule === 'C-12.3');
    expect(warned?.ids).toEqual([named('dead-strange')]);
  });

  it('[L-1] reads the folders of logs that the runtime made, and the disk below the images', async () => {
    const { spec } = (await read()).scenario;
    expect(spec.logDirectories?.toSorted()).toEqual(['shop_web_uid-web']);
    expect(spec.imageFs?.mountpoint).toContain(containerd.folder);
    expect(spec.imageFs?.capacityBytes).toBeGreaterThan(spec.imageFs?.availableBytes ?? 0);
  });

  it('[IM-1] knows whether the runtime pins the image of the sandboxes, and warns if not', async () => {
    const { scenario, warnings } = await read();
    const pause = scenario.spec.images?.find(({ repoTags = [] }) => repoTags.includes(PAUSE));
    // containerd pins it since 1.7.
    expect(pause?.pinned).toBe(!warnings.some(({ rule }) => rule === 'IM-1'));
  });

  it('leaves the node as it was', async () => {
    const before = await writer.containers();
    await read();
    expect(await writer.containers()).toEqual(before);
  });

  it('finds what the plan leaves, once what it names is removed', async () => {
    const plan = planReading(await read(), 0n);
    const removed = plan.runs[0]?.removed.filter(({ type }) => type === 'container') ?? [];
    for (const { id } of removed) await writer.remove(id);
    const after = await read();
    expect(after.scenario.spec.containers?.map(({ id }) => id).toSorted()).toEqual(
      ['dead-2', 'running', 'created'].map(named).toSorted(),
    );
    expect(planReading(after, 0n).runs[0]?.removed).toEqual([]);
  });

  it('[C-12.1] finds a container UNKNOWN whose state containerd lost, and takes it first', async () => {
    const id = named('dead-2');
    await containerd.stop();
    const root = join(containerd.folder, 'root/io.containerd.grpc.v1.cri/containers', id);
    expect(existsSync(root) && readdirSync(root)).toContain('status');
    writeFileSync(join(root, 'status'), 'lost');
    await containerd.start();
    const reading = await read(['--maximum-dead-containers=0']);
    const container = reading.scenario.spec.containers?.find((each) => each.id === id);
    expect(container).toMatchObject({ state: 'UNKNOWN', createdAt: '1970-01-01T00:00:00Z' });
    const removed = planReading(reading, 0n).runs[0]?.removed.find((each) => each.id === id);
    expect(removed?.notes).toContain('stop-first');
  });
});
