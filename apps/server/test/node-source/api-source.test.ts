import { createServer, type Server } from 'node:http';
import type { NodeReading } from '@gcscope/gc-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { readApiNode } from '../../src/node-source/api-source.ts';
import type { KnownSettings } from '../../src/node-source/kubelet-settings.ts';
import { planReading } from '../../src/node-source/node-plan.ts';
import { readKubeletScenario } from '../../src/scenario-files/read-scenario.ts';
import { end, listen } from '../support/listen.ts';
import { plainClient } from '../support/plain-client.ts';

const NODE = {
  status: {
    nodeInfo: { kubeletVersion: 'v1.32.10' },
    conditions: [{ type: 'DiskPressure', status: 'False' }],
    images: [
      { names: ['docker.io/library/app@sha256:aa', 'docker.io/library/app:1'], sizeBytes: 700 },
      { names: ['docker.io/library/old:1'], sizeBytes: 300 },
      { names: null },
    ],
  },
};
const died = (id: string, startedAt: string) => ({ containerID: `containerd://${id}`, startedAt });
const status = {
  name: 'main',
  image: 'docker.io/library/app:1',
  imageID: 'docker.io/library/app@sha256:aa',
  restartCount: 3,
};
const POD = {
  metadata: {
    uid: 'u-web',
    name: 'web',
    namespace: 'shop',
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: { volumes: [{ name: 'v', image: { reference: 'docker.io/library/old:1' } }] },
  status: {
    phase: 'Running',
    containerStatuses: [
      {
        ...status,
        containerID: 'containerd://c3',
        state: { running: { startedAt: '2026-01-01T03:00:00Z' } },
        lastState: { terminated: died('c2', '2026-01-01T02:00:00Z') },
      },
    ],
  },
};
const MIRROR = {
  metadata: {
    uid: 'u-mirror',
    name: 'etcd-a',
    namespace: 'kube-system',
    annotations: { 'kubernetes.io/config.mirror': 'hash' },
  },
  status: {
    phase: 'Running',
    containerStatuses: [
      {
        ...status,
        state: { waiting: { reason: 'CrashLoopBackOff' } },
        lastState: { terminated: died('e3', '2026-01-01T02:30:00Z') },
      },
    ],
  },
};
const CONFIG = {
  kubeletconfig: { imageGCHighThresholdPercent: 70, imageGCLowThresholdPercent: 60 },
};
const FLAGZ =
  'kubelet flags\nWarning: this endpoint is not meant to be parsed\n\nmaximum-dead-containers: 20\nmaximum-dead-containers-per-container: 2\nminimum-container-ttl-duration: 1m0s\n';

/** What the server answers by path: JSON, text, a status code, or nothing ever. */
type Answers = Record<string, object | string | number>;

const WHOLE: Answers = {
  '/api/v1/nodes/a': NODE,
  '/api/v1/pods?fieldSelector=spec.nodeName%3Da': { items: [POD, MIRROR] },
  '/api/v1/nodes/a/proxy/pods': { items: [POD, MIRROR] },
  '/api/v1/nodes/a/proxy/configz': CONFIG,
  '/api/v1/nodes/a/proxy/flagz': FLAGZ,
  '/api/v1/nodes/a/proxy/metrics': '# HELP x\nprocess_start_time_seconds 1.7672256005e+09\n',
  '/api/v1/nodes/a/proxy/stats/summary': {
    node: { runtime: { imageFs: { capacityBytes: 1000, availableBytes: 200 } } },
  },
  '/api/v1/nodes/a/proxy/logs/pods/':
    '<pre>\n<a href="shop_web_u-web/">shop_web_u-web/</a>\n<a href="shop_gone_u%20x/">…</a>\n<a href="../">..</a>\n</pre>',
};

describe('a node read through the API server', () => {
  let answers: Answers;
  let server: Server;
  let url: string;
  let methods: Set<string>;
  beforeEach(async () => {
    answers = { ...WHOLE };
    methods = new Set();
    server = createServer((request, response) => {
      methods.add(request.method ?? '');
      const { url: path = '', headers } = request;
      // As a kubelet does.
      const isRefused = path.endsWith('/logs/pods/') && !headers.accept?.includes('*/*');
      const answer = isRefused ? 406 : (answers[path] ?? 404);
      if (typeof answer === 'number') {
        const reason = { 403: 'Forbidden', 404: 'NotFound' }[answer] ?? 'Unknown';
        response.writeHead(answer, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ kind: 'Status', code: answer, reason, message: 'not you' }));
      } else if (typeof answer === 'string') {
        response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(answer);
      } else {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      }
    });
    url = await listen(server);
  });
  afterEach(() => end(server));

  async function read(settings: Partial<KnownSettings> = {}, node = 'a'): Promise<NodeReading> {
    const client = plainClient(url, { requestTimeout: 5000 });
    const clock = { ...systemClock, now: () => Date.parse('2026-01-01T04:00:00Z') };
    try {
      return await readApiNode({ client, node, settings: { flags: [], ...settings }, clock });
    } finally {
      await client.close();
    }
  }

  it('puts the node together of what the Node, its Pods and its kubelet tell', async () => {
    const { scenario, notSeen } = await read();
    expect(scenario.spec).toMatchObject({
      release: 'v1.36',
      startedAt: '2026-01-01T00:00:00.5Z',
      containerPolicy: { minAge: '1m0s', maxPerPodContainer: 2, maxContainers: 20 },
      imagePolicy: { highThresholdPercent: 70, lowThresholdPercent: 60 },
      imageFs: { capacityBytes: 1000, availableBytes: 200 },
      logDirectories: ['shop_web_u-web', 'shop_gone_u x'],
    });
    expect(readKubeletScenario(JSON.stringify(scenario))).toMatchObject({ scenario });
    expect([...methods]).toEqual(['GET']);
    expect(notSeen.map(({ what }) => what)).toEqual([
      'all but two containers of each name, and the containers of deleted pods',
      'when containers were created, and their log paths',
      'sandboxes and links to container logs',
      'ids and pins of images, and all images but the largest',
      'first detection and last use of images',
      'whether all pod sources have answered',
    ]);
  });

  it('[PP-4] knows containers by the uid of a static pod, and their number by restarts', async () => {
    const { spec } = (await read()).scenario;
    const main = { name: 'main', image: 'docker.io/library/app@sha256:aa' };
    expect(spec.containers).toMatchObject([
      {
        ...main,
        id: 'c3',
        pod: 'u-web',
        attempt: 3,
        state: 'RUNNING',
        createdAt: '2026-01-01T03:00:00Z',
      },
      {
        ...main,
        id: 'c2',
        pod: 'u-web',
        attempt: 2,
        state: 'EXITED',
        createdAt: '2026-01-01T02:00:00Z',
      },
      { ...main, id: 'e3', pod: 'hash', attempt: 3, state: 'EXITED' },
    ]);
    expect(spec.pods).toEqual([
      { uid: 'u-web', name: 'web', namespace: 'shop', state: 'live' },
      { uid: 'hash', name: 'etcd-a', namespace: 'kube-system', state: 'live' },
    ]);
  });

  it('[I-4] counts an image that a Pod mounts as used', async () => {
    const [run] = planReading(await read({ startedAt: '2026-01-01T04:00:00Z' }), 0n).runs.filter(
      ({ collect }) => collect === 'images',
    );
    expect(run?.kept.map(({ id, reason }) => [id, reason])).toEqual([
      ['docker.io/library/app@sha256:aa', 'image-in-use'],
      ['docker.io/library/old:1', 'image-in-use'],
    ]);
  });

  it('does with the Node and its Pods alone, and says of each piece why it is missing', async () => {
    for (const path of Object.keys(answers)) if (path.includes('/proxy/')) answers[path] = 403;
    const { scenario, notSeen } = await read();
    expect(scenario.spec.containers).toHaveLength(3);
    expect(scenario.spec.containerPolicy).toMatchObject({ maxPerPodContainer: 1 });
    const because = new Map(notSeen.map((each) => [each.what, each.because]));
    const denied = 'HTTP 403 Forbidden: not you';
    expect(because.get('pods that only the kubelet knows')).toContain(denied);
    expect(because.get('log directories of pods')).toContain(denied);
    expect(because.get('flags of container collection')).toBe(
      `gcscope cannot read /flagz: ${denied}.`,
    );
    expect(because.get('configuration of the kubelet')).toBe(
      `gcscope cannot read /configz: ${denied}.`,
    );
    expect(because.get('start of the kubelet')).toBe(`gcscope cannot read /metrics: ${denied}.`);
    expect(because.has('size and fill level of the image filesystem')).toBe(true);
  });

  it('does with the Pods alone', async () => {
    answers['/api/v1/nodes/a'] = 403;
    const { scenario, notSeen } = await read();
    expect(scenario.spec.images).toEqual([]);
    expect(notSeen.map(({ what }) => what)).toContain('images');
    expect(notSeen.map(({ what }) => what)).toContain('version of the kubelet');
  });

  it('takes what it is told before what the cluster tells', async () => {
    const { spec } = (
      await read({ release: 'v1.28', flags: ['--maximum-dead-containers=5'], configuration: {} })
    ).scenario;
    expect(spec.release).toBe('v1.28');
    expect(spec.containerPolicy).toMatchObject({ maxContainers: 5, maxPerPodContainer: 2 });
    expect(spec.imagePolicy).toMatchObject({ highThresholdPercent: 85 });
  });

  it.each([
    ['=', '--maximum-dead-containers-per-container=7'],
    [': ', 'maximum-dead-containers-per-container: 7'],
    [' ', 'maximum-dead-containers-per-container 7'],
    ['":"', '"maximum-dead-containers-per-container":"7",'],
  ])('reads flags with %j between', async (_, line) => {
    answers['/api/v1/nodes/a/proxy/flagz'] =
      `x=1\n${line}\nmaximum-dead-containers-per-container-x=9\n`;
    expect((await read()).scenario.spec.containerPolicy?.maxPerPodContainer).toBe(7);
  });

  it('[E-1] warns of disk pressure', async () => {
    const pressure = {
      type: 'DiskPressure',
      status: 'True',
      lastTransitionTime: '2026-01-01T03:00:00Z',
    };
    answers['/api/v1/nodes/a'] = { status: { ...NODE.status, conditions: [pressure] } };
    expect((await read()).warnings).toMatchObject([{ rule: 'E-1' }]);
  });

  it('says that there is no such node, or that it cannot be read', async () => {
    // An API server lists the Pods of a node that there is not: none.
    answers['/api/v1/pods?fieldSelector=spec.nodeName%3Db'] = { items: [] };
    await expect(read({}, 'b')).rejects.toThrow('There is no node b in this cluster;');
    await expect(read({}, '../pods')).rejects.toThrow('../pods is not a valid node name;');
    for (const path of Object.keys(answers)) answers[path] = 403;
    await expect(read()).rejects.toThrow('The node a cannot be read: HTTP 403 Forbidden: not you.');
  });

  it.each([
    { items: 'none' },
    {
      items: [
        null,
        7,
        { metadata: { uid: 4 } },
        { metadata: { uid: 'u' }, status: { containerStatuses: {} } },
      ],
    },
    {
      items: [
        {
          metadata: { uid: 'u' },
          status: {
            containerStatuses: [
              null,
              { state: { running: {} } },
              { restartCount: -4, state: { terminated: died('x', 'yesterday') } },
            ],
          },
        },
      ],
    },
    [],
  ])('takes garbage for what it is (%#)', async (pods) => {
    answers['/api/v1/nodes/a/proxy/pods'] = pods;
    answers['/api/v1/nodes/a'] = { status: { images: 3, conditions: {}, nodeInfo: [] } };
    answers['/api/v1/nodes/a/proxy/stats/summary'] = {
      node: { runtime: { imageFs: { capacityBytes: -1 } } },
    };
    const { scenario } = await read();
    expect(readKubeletScenario(JSON.stringify(scenario))).toMatchObject({ scenario });
    expect(planReading(await read(), 300_000_000_000n).runs.length).toBeGreaterThan(0);
  });
});
