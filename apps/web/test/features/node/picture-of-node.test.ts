import { drawNode } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { pictureOfNode } from '../../../src/features/node/picture-of-node.ts';
import { nodeView } from '../../../src/worker/node-view.ts';
import { readNode } from '../../../src/worker/read-node.ts';

const MINUTE = 60_000;

const FULL = `apiVersion: gcscope.dev/v1
kind: KubeletScenario
metadata: {name: worker-1}
spec:
  now: "2026-01-01T00:00:00Z"
  containerPolicy: {maxPerPodContainer: 1}
  pods: [{uid: p, name: web, namespace: shop, state: live}]
  containers:
    - {id: c0, pod: p, name: main, createdAt: -2h, state: EXITED, image: used, logPath: ""}
    - {id: c1, pod: p, name: main, attempt: 1, createdAt: -1h, state: EXITED, image: used}
    - {id: stray, pod: __proto__, name: constructor, createdAt: -1h, state: RUNNING}
  sandboxes: [{id: s, pod: nobody, createdAt: -1h, state: NOTREADY}]
  images: [{id: used, size: 400}, {id: unused, size: 200, repoTags: ["old:1"]}]
  logDirectories: [shop_web_p]
  imageFs: {capacityBytes: 1000, availableBytes: 50}
`;

const view = nodeView(readNode(FULL), { settings: {} }, 'file');

describe('pictureOfNode', () => {
  it('shows what is there before the first run, and when what goes does', () => {
    const { pods, images, disk, others, warnings } = pictureOfNode(view, undefined);
    expect(
      pods.flatMap(({ name, state, units }) =>
        units.flatMap((unit) =>
          unit.containers.map(({ id, goes, reason, goesIn }) =>
            [name, state, unit.name, id, goes, reason, goesIn].join(' '),
          ),
        ),
      ),
    ).toEqual([
      'web live main c1 false within-limits ',
      'web live main c0 true over-unit-limit ',
      ' unknown constructor stray false running ',
    ]);
    expect(images.map(({ name, inUse, goes, goesIn }) => [name, inUse, goes, goesIn])).toEqual([
      ['used', true, false, undefined],
      ['old:1', false, true, 5 * MINUTE],
    ]);
    expect(disk?.availableBytes).toBe(50);
    expect(others.map(({ goes, all }) => [goes, all])).toEqual([
      [1, 1],
      [0, 1],
      [0, 0],
    ]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toContain('`');
  });

  it('leaves out what is gone at a later moment, and counts what was freed as free', () => {
    const { pods, images, disk, others } = pictureOfNode(view, 6 * MINUTE);
    const ids = pods.flatMap(({ units }) => units.flatMap((unit) => unit.containers));
    expect(ids.map(({ id, age }) => [id, age])).toEqual([
      ['c1', 66 * MINUTE],
      ['stray', 66 * MINUTE],
    ]);
    expect(images.map(({ id }) => id)).toEqual(['used']);
    expect(disk?.availableBytes).toBe(250);
    expect(others[0]).toMatchObject({ goes: 0, all: 0 });
  });

  it('says what its source does not tell', () => {
    const notSeen = [
      { what: 'last use of images', because: 'no call', instead: 'Taken as never.' },
    ];
    const { warnings } = pictureOfNode({ ...view, warnings: [], notSeen }, undefined);
    expect(warnings).toEqual(['Unknown: last use of images. Taken as never.']);
  });

  it('can be drawn', () => {
    const svg = drawNode(pictureOfNode(view, undefined), { theme: 'dark' });
    expect(svg).toContain('Goes: 1 container, 1 image of 200 B and 1 sandbox.');
  });
});
