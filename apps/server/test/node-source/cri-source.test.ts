import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KubeletScenario, runKubeletScenario } from '@gcscope/gc-core';
import protobuf from 'protobufjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { CRI_PROTO } from '../../src/node-source/cri-proto.ts';
import { readKubeletScenario } from '../../src/scenario-files/read-scenario.ts';
import { criContainer, type FakeCri } from './support/fake-cri.ts';
import { NOW, readFrom, SANDBOX, startSmallRuntime } from './support/small-runtime.ts';

describe('a node read through CRI', () => {
  let fake: FakeCri;
  beforeEach(async () => {
    fake = await startSmallRuntime();
  });

  it('[C-3] brings containers, sandboxes and images as the runtime lists them', async () => {
    const { spec } = (await readFrom(fake)).scenario;
    expect(spec.containers).toEqual([
      {
        id: 'c0',
        pod: 'p0',
        name: 'main',
        attempt: 0,
        createdAt: '2026-11-21T11:55:43.82077839Z',
        state: 'EXITED',
        sandbox: 's0',
        image: 'sha256:app',
        imageName: 'app:1',
        logPath: '/var/log/pods/c0.log',
      },
    ]);
    expect(spec.sandboxes).toMatchObject([{ id: 's0', pod: 'p0', state: 'READY' }]);
    expect(spec.images).toEqual([
      { id: 'sha256:app', size: 4096, pinned: false, repoTags: ['app:1'] },
    ]);
    expect(spec.pods).toEqual([{ uid: 'p0', name: 'web', namespace: 'shop', state: 'live' }]);
  });

  it('has the form of a kubelet scenario, and runs', async () => {
    const { scenario, readAt } = await readFrom(fake);
    expect(readKubeletScenario(JSON.stringify(scenario))).toMatchObject({ scenario });
    expect(scenario.spec.now).toBe(readAt);
    const run: KubeletScenario = {
      ...scenario,
      spec: { ...scenario.spec, steps: [{ run: { collect: 'images' }, expect: { removed: [] } }] },
    };
    expect(runKubeletScenario(run).steps).toMatchObject([{ result: 'passed' }]);
  });

  it('calls nothing but the six methods that read, whatever they answer', async () => {
    await readFrom(fake);
    expect(new Set(fake.calls)).toEqual(
      new Set([
        'Version',
        'ListContainers',
        'ListPodSandbox',
        'ContainerStatus',
        'ListImages',
        'ImageFsInfo',
      ]),
    );
  });

  it('knows no other method: none is in the interface that it speaks', () => {
    const { root } = protobuf.parse(CRI_PROTO);
    const methods = ['RuntimeService', 'ImageService'].flatMap((name) =>
      root
        .lookupService(`runtime.v1.${name}`)
        .methodsArray.map((method) => `${name}.${method.name}`),
    );
    expect(methods).toEqual([
      'RuntimeService.Version',
      'RuntimeService.ListContainers',
      'RuntimeService.ListPodSandbox',
      'RuntimeService.ContainerStatus',
      'ImageService.ListImages',
      'ImageService.ImageFsInfo',
    ]);
  });

  it('[C-7] counts states that CRI does not know as UNKNOWN, and says so', async () => {
    fake.answer({
      ListContainers: {
        containers: [criContainer('c0', { state: 3 }), criContainer('c1', { state: 9 })],
      },
      ListPodSandbox: { items: [{ ...SANDBOX, state: 7 }] },
    });
    const { scenario, warnings } = await readFrom(fake);
    expect(scenario.spec.containers?.map(({ state }) => state)).toEqual(['UNKNOWN', 'UNKNOWN']);
    expect(scenario.spec.sandboxes?.map(({ state }) => state)).toEqual(['NOTREADY']);
    expect(warnings).toEqual([
      {
        rule: 'C-7',
        text: 'The runtime reports a container state that CRI v1 does not know (9); it counts as UNKNOWN.',
        ids: ['c1'],
      },
      expect.objectContaining({ rule: 'S-1', ids: ['s0'] }),
    ]);
  });

  it('reads creation times of any age, to the nanosecond', async () => {
    const times = ['1795262143000000001', '0', '-1', '-9223372036854775808', '9223372036854775807'];
    const containers = times.map((createdAt, index) => criContainer(`c${index}`, { createdAt }));
    fake.answer({ ListContainers: { containers } });
    const { scenario } = await readFrom(fake);
    expect(scenario.spec.containers?.map(({ createdAt }) => createdAt)).toEqual([
      '2026-11-21T11:55:43.000000001Z',
      '1970-01-01T00:00:00Z',
      '1969-12-31T23:59:59.999999999Z',
      '1677-09-21T00:12:43.145224192Z',
      '2262-04-11T23:47:16.854775807Z',
    ]);
    expect(readKubeletScenario(JSON.stringify(scenario))).toMatchObject({ scenario });
  });

  it('[C-7] warns of what a clock that went back makes young', async () => {
    const { warnings } = await readFrom(fake, {
      clock: { ...systemClock, now: () => NOW - 3_600_000 },
    });
    expect(warnings).toMatchObject([{ rule: 'C-7', ids: ['c0', 's0'] }]);
  });

  it('[C-12.3] warns of a container without a log path', async () => {
    fake.answer({ ContainerStatus: ({ containerId = '' }) => ({ status: { id: containerId } }) });
    const { warnings, scenario } = await readFrom(fake);
    expect(warnings).toMatchObject([{ rule: 'C-12.3', ids: ['c0'] }]);
    expect(scenario.spec.containers?.[0]?.logPath).toBe('');
  });

  it('leaves out a container that goes while it is read', async () => {
    fake.answer({
      ListContainers: { containers: [criContainer('c0'), criContainer('c1')] },
      ContainerStatus: ({ containerId = '' }) =>
        containerId === 'c0'
          ? { refuse: 'NOT_FOUND' }
          : { status: { id: containerId, logPath: '/l' } },
    });
    expect((await readFrom(fake)).scenario.spec.containers?.map(({ id }) => id)).toEqual(['c1']);
  });

  it('[C-8] knows no pod of a container that no kubelet made', async () => {
    fake.answer({
      ListContainers: { containers: [criContainer('c0', { labels: {}, podSandboxId: '' })] },
      ListPodSandbox: {},
    });
    const { spec } = (await readFrom(fake)).scenario;
    expect(spec.containers).toMatchObject([{ id: 'c0', pod: '' }]);
    expect(spec.pods).toEqual([]);
  });

  it('[I-4] counts images mounted as volumes, and no image where the runtime names none', async () => {
    fake.answer({
      ListContainers: { containers: [criContainer('c0', { image: null })] },
      ContainerStatus: ({ containerId = '' }) => ({
        status: {
          id: containerId,
          logPath: '/l',
          mounts: [{ image: { image: 'sha256:data' } }, {}],
        },
      }),
    });
    const [container] = (await readFrom(fake)).scenario.spec.containers ?? [];
    expect(container).toMatchObject({ volumeImages: ['sha256:data'] });
    expect(container).not.toHaveProperty('image');
  });

  it('takes the first of two containers with one id, and says so', async () => {
    fake.answer({
      ListContainers: { containers: [criContainer('c0'), criContainer('c0', { state: 1 })] },
    });
    const { scenario, warnings } = await readFrom(fake);
    expect(scenario.spec.containers?.map(({ state }) => state)).toEqual(['EXITED']);
    expect(warnings).toMatchObject([{ ids: ['c0'] }]);
  });

  it('[L-2] reads names and links of this machine’s log directories', async () => {
    const [pods, links] = [join(fake.folder, 'pods'), join(fake.folder, 'links')];
    for (const folder of [pods, links, join(pods, 'shop_web_p0')]) mkdirSync(folder);
    writeFileSync(join(pods, 'lost+found'), '');
    symlinkSync('/nowhere', join(links, 'web_shop_main-c0c0c0.log'));
    symlinkSync(pods, join(links, 'web_shop_main-c1c1c1.log'));
    const { scenario, warnings } = await readFrom(fake);
    expect(scenario.spec.logDirectories?.toSorted()).toEqual(['lost+found', 'shop_web_p0']);
    expect(scenario.spec.logLinks?.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'web_shop_main-c0c0c0.log', dangling: true },
      { name: 'web_shop_main-c1c1c1.log', dangling: false },
    ]);
    expect(warnings).toMatchObject([{ rule: 'L-1' }]);
  });

  it('measures the image filesystem where the runtime says it is', async () => {
    const usage = { fsId: { mountpoint: fake.folder }, usedBytes: { value: 1 } };
    fake.answer({ ImageFsInfo: { imageFilesystems: [usage] } });
    const { scenario, notSeen } = await readFrom(fake);
    expect(scenario.spec.imageFs?.mountpoint).toBe(fake.folder);
    expect(scenario.spec.imageFs?.capacityBytes).toBeGreaterThan(0);
    expect(notSeen.map(({ what }) => what)).not.toContain(
      'size and fill level of the image filesystem',
    );
  });

  it('reads five hundred containers, sixteen at a time', async () => {
    const containers = Array.from({ length: 500 }, (_, index) => criContainer(`c${index}`));
    fake.answer({ ListContainers: { containers } });
    const { spec } = (await readFrom(fake, { timeout: 30_000 })).scenario;
    expect(spec.containers).toHaveLength(500);
    expect(spec.containers?.every(({ logPath }) => logPath !== undefined)).toBe(true);
    expect(fake.busiest).toBeLessThanOrEqual(16);
  });
});
