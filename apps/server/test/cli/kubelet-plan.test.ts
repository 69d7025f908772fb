import { join } from 'node:path';
import { POLICY_FIELDS } from '@gcscope/gc-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { KUBELET_FLAGS } from '../../src/cli/node-options.ts';
import { criContainer } from '../node-source/support/fake-cri.ts';
import { startSmallRuntime } from '../node-source/support/small-runtime.ts';
import { config } from '../support/kubeconfig-folder.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { type CliRun, runCli, startServing } from './support/run-cli.ts';

const SCENES = join(import.meta.dirname, '../../../../packages/gc-core/scenarios/kubelet');
const folder = testFolder();
// The command imports what it needs when it is called: once, before anything is timed.
beforeAll(() => runCli('kubelet plan --crictl /nowhere'), 60_000);

const file = (name: string, content: unknown): string => fileIn(folder, name, content);

const plan = (...words: readonly string[]): Promise<CliRun> => runCli('kubelet plan', ...words);

const ps = file('ps.json', {
  containers: ['0', '1', '2'].map((attempt) =>
    criContainer(`container-${attempt}`, {
      metadata: { name: 'main', attempt: Number(attempt) },
      state: 'CONTAINER_EXITED',
      // Long ago on any machine, whatever its clock says.
      createdAt: `157783680000000000${attempt}`,
      imageRef: 'sha256:app',
    }),
  ),
});
const images = file('images.json', {
  images: [
    { id: 'sha256:app', repoTags: ['app:1'], size: '300' },
    { id: 'sha256:old', repoTags: ['old:1'], size: '700' },
  ],
});

/** A node whose disk is 95 % full, as a scenario. */
const FULL = `apiVersion: gcscope.dev/v1
kind: KubeletScenario
metadata: {name: full}
spec:
  now: "2026-01-01T00:00:00Z"
  pods: [{uid: p, name: web, namespace: shop, state: live}]
  containers:
    - {id: c0, pod: p, name: main, createdAt: -1h, state: RUNNING, image: used}
    - {id: "c\\u001b[31m", pod: p, name: odd, createdAt: -1h, state: EXITED, image: used, logPath: ""}
  images: [{id: used, size: 400}, {id: unused, size: 200, repoTags: ["old:1"]}]
  imageFs: {capacityBytes: 1000, availableBytes: 50}
`;

describe('gcscope kubelet plan', () => {
  it('[C-9] says what goes when and why, and what is not seen', async () => {
    const { exitCode, out, err } = await plan('--crictl', ps, '--crictl', images);
    expect([exitCode, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^Node ps.json \(output of crictl\), read .*: 3 containers, 3 not running,/,
    );
    const words = 'its pod has more dead containers of its name than the limit  (C-9)';
    expect(out).toContain(
      `  container  shop/web main#0  container-0  ${words}\n  container  shop/web main#1  container-1  ${words}\n`,
    );
    expect(out).not.toContain('main#2');
    expect(out).toContain('\nUnknown, so the plan may be wrong:\n');
  });

  it('also says what stays, with --all', async () => {
    const { out } = await plan('--crictl', ps, '--crictl', images, '--all');
    expect(out).toContain(
      '  container  shop/web main#2  container-2  it is within the limits  (C-9)\n',
    );
    expect(out).toContain('  image  app:1  a container uses it  (I-4)\n');
    expect(out).toContain('  image  old:1  disk usage is below the high threshold  (IR-3)\n');
  });

  it('[C-1] plans with the flags and the configuration of the kubelet', async () => {
    const kept = await plan('--crictl', ps, '--maximum-dead-containers-per-container', '-1');
    expect(kept.out).toContain('The kubelet removes nothing until');
    expect(kept.out).toContain('Warning: “No limit” per container');
    const config = file('config.yaml', 'kind: KubeletConfiguration\nimageMaximumGCAge: 30m\n');
    const aged = await plan('--crictl', images, '--config', config, '--for', '2h');
    expect(aged.out).toMatch(
      /In 35m, .*\n {2}image {2}app:1 {2}it is unused for longer than the maximum age/,
    );
    expect(aged.out).not.toContain('configuration of the kubelet');
  });

  it('[C-12.3] puts warnings first, and shows control characters instead of sending them', async () => {
    const { out } = await plan('--file', file('full.yaml', FULL), '--all');
    expect(out).toMatch(
      /^Warning: A container has no log path\. .* {2}\(C-12\.3\)\n {2}c\\u\{1b\}\[31m\nNode /,
    );
    expect(out).not.toContain('\u001b');
  });

  it('[IR-4] [IR-5] tells Events, failures and what is freed', async () => {
    const { out } = await plan('--file', file('full.yaml', FULL));
    expect(out).toContain(
      'In 5m, 2026-01-01T00:05:00Z: run for images, 200 B freed as the kubelet counts\n',
    );
    expect(out).toContain('  image  old:1  it is unused, and the kubelet frees space  (IR-4)\n');
    const { out: short } = await plan(
      '--file',
      file('short.yaml', FULL.replace('size: 200', 'size: 2')),
    );
    expect(short).toContain('  Event on the Node: Warning FreeDiskSpaceFailed ');
    expect(short).toContain('  The run fails: ');
  });

  it('[C-12.4] [C-10.1] [IR-4] tells of the scenes what their pages tell, with --all', async () => {
    const scene = async (name: string, ...words: string[]): Promise<string> =>
      (await plan('--file', join(SCENES, `${name}.yaml`), '--all', ...words)).out;
    const link = 'checkout-6f5d7-x2kqp_shop_checkout-17f6d3c08b.log';
    expect(await scene('node-crash-loop')).toContain(
      `  log link  ${link}  the kubelet removes its container, and the link right before it  (C-12.4)\n` +
        '  container  shop/checkout-6f5d7-x2kqp checkout#3  17f6d3c08b  ',
    );
    expect(await scene('node-fair-share')).toContain(
      '  container  shop/worker-7799b-tt5xk worker#1  worker-1  it is within the limits  (C-10.1)\n',
    );
    const pressure = await scene('node-image-pressure');
    expect(pressure).toContain('run for images, 8.2 GiB freed as the kubelet counts\n');
    expect(pressure).toMatch(/train:11 {2}it is unused, and the kubelet frees space {2}\(IR-4\)/);
    const tie = 'another item has the same age or last use, so either may go  (IR-4)';
    for (const image of ['notebook:2025-11', 'report:1.17', 'web:8.0.2', 'web:8.0.1']) {
      expect(pressure).toContain(`${image}  other images free enough space first; ${tie}\n`);
    }
    const aged = await scene('node-unused-images', '--for', '2h');
    expect(aged).not.toContain('either may go');
    expect(
      aged.match(/maximum age; others like it go in the same run, in any order {2}\(IR-2\)/g),
    ).toHaveLength(2);
  });

  it('names the page that opens a reading as the page names itself', async () => {
    const { out } = await plan('--help');
    expect(out).toContain('(the page “Node” opens this file)');
  });

  it.each([
    ['0h30m', 'maximum age 0h30m.'],
    ['0m', 'no maximum age.'],
  ])('tells the maximum age of images as it is: %s', async (age, words) => {
    const { out } = await plan(
      '--file',
      file('aged.yaml', `${FULL}  imagePolicy: {maxAge: ${age}}\n`),
    );
    expect(out).toContain(words);
  });

  it('answers in JSON', async () => {
    for (const words of [
      ['--crictl', ps],
      ['--file', file('full.yaml', FULL)],
    ]) {
      const answer = JSON.parse((await plan(...words, '--json')).out);
      expect(answer).toMatchObject({ apiVersion: 'gcscope.dev/v1', kind: 'KubeletPlan' });
    }
  });

  it('draws the node, with what goes within the time looked ahead', async () => {
    const { exitCode, out } = await plan('--file', file('full.yaml', FULL), '-o', 'svg');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^<svg .*<\/svg>\n$/s);
    expect(out).toContain('Goes: 1 image of 200 B. It has 2 containers and 2 images.');
    expect(out).toContain('>in 5m: frees space<');
    expect(out).not.toContain('\u001b');
    const soon = await plan('--file', file('full.yaml', FULL), '-o', 'svg', '--for', '4m');
    expect(soon.out).toContain('Nothing goes.');
  });

  it('says on the picture what could not be seen', async () => {
    const { out } = await plan('--crictl', ps, '--crictl', images, '-o', 'svg');
    expect(out).toContain('Goes: 2 containers.');
    expect(out).toMatch(/<text class="warning"[^>]*>Unknown: /);
  });

  it('writes the reading, from which the same plan is made again', async () => {
    const { out } = await plan('--crictl', ps, '-o', 'reading');
    const reading = JSON.parse(out);
    expect(reading).toMatchObject({ kind: 'NodeReading', source: 'crictl', name: 'ps.json' });
    const again = JSON.parse((await plan('--file', file('again.json', out), '--json')).out);
    expect(again.reading).toEqual(reading);
    expect(again.runs[0].removed).toHaveLength(2);
  });

  it('[C-1] takes a kubelet’s flags by all the names that they have', () => {
    const flags = POLICY_FIELDS.flatMap(({ flag }) => flag ?? []);
    expect(KUBELET_FLAGS.map(([flag]) => flag).toSorted()).toEqual(flags.toSorted());
  });

  it.each([
    [['--for', '1h'], 'Specify one node: use --cri'],
    [['--crictl', 'x', '--node', 'a'], 'Specify one node: use --cri'],
    [['--crictl', '/none'], '/none cannot be read: it does not exist.'],
    [['--crictl', ps, '--for', 'soon'], '--for soon is not a duration up to 720h'],
    [['--crictl', ps, '--for', '9999h'], '--for 9999h is not a duration up to 720h'],
    [['--crictl', ps, '--release', 'old'], 'old is not a kubelet version;'],
    [
      ['--crictl', ps, '--kubelet-started-at', 'then'],
      'The start of the kubelet, then, is not an RFC 3339',
    ],
    [['--crictl', ps, '--image-gc-high-threshold', '101'], '101'],
    [['--crictl', ps, '--minimum-image-ttl-duration', '2 days'], 'must be a duration such as 2m'],
    [
      ['--crictl', ps, '--config', '/none'],
      'The configuration /none cannot be read: it does not exist.',
    ],
    [['--file', ps], 'ps.json:1'],
    [['--file', ps, '--release', 'v1.28'], 'contains the kubelet’s settings. Leave out --release'],
    [['--file', ps, '--maximum-dead-containers', '0'], 'contains the kubelet’s settings'],
    [['--embedded', '--node', 'a'], 'The nodes of the embedded cluster run no pods'],
  ])('ends with 2 and one sentence for %j', async (words, sentence) => {
    const { exitCode, err } = await plan(...words);
    expect(err).toContain(sentence);
    expect([exitCode, err.trim().split('\n').length]).toEqual([2, 1]);
  });

  it.each(['kind: Pod', 'a: [', 'a: *b', '[]', 'imageGCHighThresholdPercent: high'])(
    'ends with 2 for a configuration that is none: %s',
    async (text) => {
      const { exitCode } = await plan('--crictl', ps, '--config', file('config.yaml', text));
      expect(exitCode).toBe(2);
    },
  );

  it('ends with 3 when the runtime cannot be read', async () => {
    const { exitCode, err } = await plan('--cri', join(folder, 'none.sock'));
    expect(err).toBe(
      `There is no socket at ${folder}/none.sock. Check the path, and that the container runtime runs on this machine.\n`,
    );
    expect(exitCode).toBe(3);
  });

  it('ends with 3 when the cluster cannot be read, with 2 when none is configured', async () => {
    const kubeconfig = file('kubeconfig', config('c', '{}', 'http://127.0.0.1:1'));
    const { exitCode, err } = await plan('--node', 'a', '--kubeconfig', kubeconfig);
    expect(err).toContain('The node a cannot be read: ');
    expect(exitCode).toBe(3);
    expect((await plan('--node', 'a', '--kubeconfig', '/none')).exitCode).toBe(2);
  });

  it('reads a runtime, and is served beside a cluster', async () => {
    const fake = await startSmallRuntime();
    const { exitCode, out } = await plan('--cri', fake.socket, '--release', 'v1.32.10');
    expect([exitCode, out.includes('(the container runtime), read')]).toEqual([0, true]);
    const { url } = await startServing('--embedded', '--cri', fake.socket);
    const { nodes } = (await (await fetch(`${url}/api/v1/nodes?pod=p0`)).json()) as {
      nodes: object[];
    };
    expect(nodes).toMatchObject([{ source: 'cri' }]);
  });

  it('is served from one source alone', async () => {
    const { exitCode, err } = await runCli('serve --cri a --crictl b');
    expect([exitCode, err]).toEqual([
      2,
      'serve reads one node: use --cri or --crictl, not both.\n',
    ]);
    expect((await runCli('serve --kubelet-config a')).exitCode).toBe(2);
    const input = await runCli('serve --crictl -');
    expect([input.exitCode, input.err]).toEqual([
      2,
      'serve reads the files of --crictl again and again, which standard input does not allow. Name a file.\n',
    ]);
    expect((await runCli('serve --crictl /none')).err).toContain('/none cannot be read:');
  });
});
