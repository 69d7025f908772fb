import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeReading } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { shareOf } from '../../../../tools/src/share-of.ts';
import { becauseOf, sentencesOf, shortId } from '../../src/features/node/describe-decision.ts';
import { planAt, planInRun } from '../../src/features/node/item-plan.ts';
import { summaryOf } from '../../src/features/node/summary.ts';
import { ALL_RULES } from '../../src/features/rules/all-rules.ts';
import type { Item, NodeChanges, NodeView } from '../../src/worker/node-messages.ts';
import { nodeView } from '../../src/worker/node-view.ts';
import { playRun } from '../../src/worker/play-run.ts';
import { type NodeDocument, readNode } from '../../src/worker/read-node.ts';

const FOLDER = join(import.meta.dirname, '../../../../packages/gc-core/scenarios/kubelet');
const FILES = readdirSync(FOLDER);
const MINUTE = 60_000;

function documentOf(name: string): NodeDocument {
  return readNode(readFileSync(join(FOLDER, `${name}.yaml`), 'utf8'));
}

function viewOf(name: string, changes: Partial<NodeChanges> = {}): NodeView {
  return nodeView(documentOf(name), { settings: {}, ...changes }, 'scene');
}

function itemsOf({ containers, sandboxes, images, logs }: NodeView): Item[] {
  return [...containers, ...sandboxes, ...images, ...logs];
}

/** Times of the removals in minutes, with their numbers of items. */
function timesOf(view: NodeView): string[] {
  return view.runs
    .filter(({ removed }) => removed.length > 0)
    .map(({ at, removed }) => `${(at / MINUTE).toFixed(1)} ${removed.length}`);
}

describe('what is told of a node', () => {
  it.each(shareOf(FILES))(
    '%s: reasons have words and a rule, steps are sentences, sources public',
    (file) => {
      const view = viewOf(file.replace('.yaml', ''));
      expect(view.faults).toEqual([]);
      const all = itemsOf(view).flatMap((item) =>
        item.decided.map((decided) => ({ item, decided })),
      );
      for (const { item, decided } of all) {
        expect(becauseOf(view, item, decided)).toMatch(/^[a-z`].*[^.]$/);
        expect(sentencesOf(decided).join(' ')).toMatch(/^([A-Z].*\.)?$/);
        expect(ALL_RULES.get(decided.rule)?.text).toBeTruthy();
      }
      const { steps, sources } = view;
      expect(steps.filter(({ words }) => !/^[A-Z].*\.$/.test(words))).toEqual([]);
      // A field of the scenario format is no word of a page.
      expect(steps.filter(({ words }) => /\b[a-z]+[A-Z]/.test(words))).toEqual([]);
      expect(sources.filter((source) => !/^[\w.-]+\/[\w.-]+[# ][^()]*$/.test(source))).toEqual([]);
    },
  );

  it.each(shareOf(FILES))('%s: each run has its steps', (file) => {
    const document = documentOf(file.replace('.yaml', ''));
    const view = nodeView(document, { settings: {} }, 'scene');
    for (const { collect, at, removed, error } of view.runs) {
      if (collect === 'detectImages') continue;
      const playback = playRun(document, { settings: {} }, { collect, at });
      const gone = playback.steps.filter(({ action }) => action === 'remove').map(({ key }) => key);
      expect(gone.toSorted()).toEqual([...removed].toSorted());
      expect(playback.error).toBe(error);
    }
    const runs = view.steps.flatMap(({ runs: isRun }, index) => (isRun ? [index] : []));
    for (const at of runs) {
      playRun(document, { settings: {}, after: at }, { collect: 'step', at });
    }
    playRun(document, { settings: {} }, { collect: 'pressure', at: 0 });
  });

  it('a field that is changed changes what goes', () => {
    expect(timesOf(viewOf('node-crash-loop'))).toEqual(['0.7 4']);
    const settings = { 'containers.maxPerPodContainer': '0' };
    const view = viewOf('node-crash-loop', { settings });
    expect(timesOf(view)).toEqual(['0.7 8']);
    const field = view.fields.find(({ key }) => key === 'containers.maxPerPodContainer');
    expect(field).toMatchObject({
      value: '0',
      own: '1',
      flag: '--maximum-dead-containers-per-container',
    });
  });

  it.each([
    [{ 'images.lowThresholdPercent': '90' }, 'must not be above the high threshold'],
    [{ 'containers.minAge': 'soon' }, 'must be a duration'],
    [{ 'pods.maxAge': '1m' }, 'There is no field “pods.maxAge”.'],
  ])('%j is not taken, and the page says why', (settings, words) => {
    const view = viewOf('node-crash-loop', { settings });
    expect(view.faults.join(' ')).toContain(words);
    expect(view.policy).toEqual(viewOf('node-crash-loop').policy);
  });

  it('the disk can be fuller, and then more goes', () => {
    expect(timesOf(viewOf('node-image-pressure'))).toEqual(['5.0 1']);
    expect(timesOf(viewOf('node-image-pressure', { fill: 95 }))).toEqual(['5.0 5']);
    expect(timesOf(viewOf('node-image-pressure', { fill: 50 }))).toEqual([]);
    expect(viewOf('surplus-of-a-unit', { fill: 50 }).faults.join()).toContain('is not known');
  });

  it('[IM-2] another release has other rules', () => {
    const goes = (view: NodeView): string[] => view.runs.flatMap(({ removed }) => removed);
    expect(goes(viewOf('node-pause-image'))).toEqual(['image pause-39']);
    expect(goes(viewOf('node-pause-image', { release: 'v1.28' }))).toEqual([]);
    const view = viewOf('node-unused-images', { release: 'v1.28' });
    expect(view.release).toBe('v1.36');
    expect(view.faults.join()).toContain('has no maximum age of images. The page shows v1.36.');
    expect(viewOf('node-pause-image', { release: 'v9' }).faults.join()).toContain(
      'is not a known kubelet release',
    );
  });

  it('the scenario’s own steps can be done before', () => {
    expect(viewOf('fair-share-of-the-node-limit').containers).toHaveLength(20);
    expect(viewOf('fair-share-of-the-node-limit', { after: 1 }).containers).toHaveLength(8);
    expect(viewOf('fair-share-of-the-node-limit', { after: 9 }).faults.join()).toContain('3 steps');
  });

  it('a thing stands, goes and is gone as time passes', () => {
    const view = viewOf('node-image-pressure');
    const image = view.images.find(({ id }) => id === 'train-11');
    const at = (moment?: number): unknown =>
      image && [planAt(moment)(image).state, planAt(moment)(image).decided?.reason];
    expect(at()).toEqual(['goes', 'space']);
    expect(at(4 * MINUTE)).toEqual(['goes', 'space']);
    expect(at(5 * MINUTE)).toEqual(['gone', 'space']);
    expect(summaryOf(view, undefined)).toBe(
      'The kubelet removes 1 image in 5m, and nothing else within a day.',
    );
    expect(summaryOf(view, 5 * MINUTE)).toBe(
      'In 5m: 1 image is gone. The kubelet removes nothing more within a day.',
    );
  });

  it('[IR-4] says of both sides of a tie why, at the run that decides it', () => {
    const view = viewOf('node-image-pressure');
    const at = (id: string, moment?: number): string[] => {
      const image = view.images.find((each) => each.id === id);
      const { decided, kept } = (image && planAt(moment)(image)) ?? {};
      return [decided, kept].flatMap((each) =>
        each ? [`${each.at / MINUTE} ${[each.reason, ...each.notes].join()}`] : [],
      );
    };
    // The others free too little without it.
    expect(at('train-11')).toEqual(['5 space', '0 image-too-young']);
    for (const id of ['notebook', 'report', 'web-802', 'web-801']) {
      expect(at(id)).toEqual(['5 target-reached,tie', '0 image-too-young']);
      expect(at(id, 0)).toEqual(['5 target-reached,tie', '0 image-too-young']);
      expect(at(id, 5 * MINUTE)).toEqual(['5 target-reached,tie']);
      expect(at(id, 10 * MINUTE)).toEqual(['10 below-threshold']);
    }
  });

  it('[I-4] names a container that uses an image, but none that goes before it does', () => {
    const view = viewOf('node-crash-loop');
    const why = view.images.map((image) => {
      const [decided] = image.decided;
      return decided ? becauseOf(view, image, decided) : '';
    });
    expect(why.slice(0, 4)).toEqual([
      'container `4be1f0a7d2` and 1 more use it',
      'container `5d40c9e7aa` uses it',
      'container `c20e51f934` uses it',
      'container `a6f8370bd1` uses it',
    ]);
  });

  it('[IR-2] says that images which go by age go in any order, not instead of each other', () => {
    const view = viewOf('node-unused-images');
    const notes = view.images.map(({ id, decided }) => [id, decided.flatMap(sentencesOf)]);
    expect(notes).toEqual([
      ['web-803', []],
      ['web-802', ['Others like it go in the same run, in any order.']],
      ['pulled-ahead', ['Others like it go in the same run, in any order.']],
      ['pause', []],
    ]);
  });

  it('[C-10] says which limit a dead container is within', () => {
    const why = (id: string, settings: Record<string, string> = {}): string => {
      const view = viewOf('node-fair-share', { settings });
      const item = view.containers.find((each) => each.id === id);
      const { decided } = (item && planAt(undefined)(item)) ?? {};
      return item && decided ? `${becauseOf(view, item, decided)} ${decided.rule}` : '';
    };
    const share =
      'this node keeps 6 dead containers, an equal share for each container name of each';
    expect(why('worker-1')).toBe(
      `${share} pod; it is within the share of \`worker\` in this pod C-10.1`,
    );
    expect(why('worker-1', { 'containers.maxContainers': '10' })).toBe(
      'this node keeps 10 dead containers, and there are no more C-10',
    );
    expect(why('api-4', { 'containers.maxContainers': '1' })).toBe(
      'this node keeps 1 dead container, and it is the newest C-10.2',
    );
    expect(why('api-4', { 'containers.maxContainers': '2' })).toBe(
      'this node keeps 2 dead containers, and it is among the 2 newest C-10.2',
    );
    expect(why('worker-0', { 'containers.maxContainers': '-1' })).toBe('no limit applies C-9');
  });

  it('a run is stepped through: what is decided is told, the rest is open', () => {
    const document = documentOf('node-crash-loop');
    const view = viewOf('node-crash-loop');
    const run = { collect: 'containers', at: 40_000 } as const;
    const { steps, log } = playRun(document, { settings: {} }, run);
    const states = (cursor: number): string[] =>
      view.containers.map((item) => planInRun(view, run, steps, cursor)(item).state);
    expect(new Set(states(0))).toEqual(new Set(['open']));
    // The link to its log goes right before the first container.
    expect(steps[2]?.key).toBe('log link checkout-6f5d7-x2kqp_shop_checkout-17f6d3c08b.log');
    expect(states(3).filter((state) => state === 'gone')).toHaveLength(0);
    expect(states(4).filter((state) => state === 'gone')).toHaveLength(1);
    expect(states(steps.length).filter((state) => state === 'gone')).toHaveLength(3);
    expect(steps[3]?.log).toEqual(['V(4) Removing container containerID="17f6d3c08b"']);
    expect(log).toEqual(['V(4) Container garbage collection succeeded']);
    expect(() => playRun(document, { settings: {} }, { ...run, at: 41_000 })).toThrow(
      'No run does anything new',
    );
  });

  it('names that would turn or hide others are seen, digests are short', () => {
    expect(shortId('a\u202Eb')).toBe('a[U+202E]b');
    expect(shortId(`sha256:${'0123456789abcdef'.repeat(4)}`)).toBe('sha256:0123456789abc');
    expect(shortId('deadbeef')).toBe('deadbeef');
  });

  it('[C-12.3] [PD-2] warns of what is dangerous on the node as it is shown', () => {
    const rulesOf = (view: NodeView): unknown => view.warnings.map(({ rule, ids }) => [rule, ids]);
    expect(rulesOf(viewOf('node-empty-log-path'))).toEqual([['C-12.3', ['by-hand']]]);
    const settings = { 'containers.maxPerPodContainer': '-1' };
    expect(rulesOf(viewOf('node-crash-loop', { settings }))).toEqual([['PD-2', []]]);
    const { scenario } = documentOf('node-crash-loop');
    const own = { rule: 'E-1', text: 'The disk is under pressure.', ids: [] };
    const reading: NodeReading = {
      apiVersion: 'gcscope.dev/v1',
      kind: 'NodeReading',
      name: 'worker-1',
      source: 'api',
      readAt: '2026-01-01T12:00:00Z',
      scenario,
      notSeen: [],
      warnings: [own],
    };
    expect(rulesOf(nodeView({ scenario, reading }, { settings }, 'file'))).toEqual([
      ['PD-2', []],
      ['E-1', []],
    ]);
  });
});
