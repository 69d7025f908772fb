import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { onPaper } from '../support/on-paper.ts';
import { startAlone, startApp } from '../support/start-app.tsx';

const things = () => page.getByRole('region', { name: 'On the node' });
const summary = () => things().getByRole('status');
const times = () => page.getByRole('complementary', { name: 'Removal timeline' });

/** Puts a file into the picker of the page. */
async function openFile(name: string, text: string): Promise<void> {
  await expect.element(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
  const input = document.querySelector('input[type=file]');
  await userEvent.upload(input as HTMLInputElement, new File([text], name));
}

describe('the node page', { timeout: 60_000 }, () => {
  it.each([
    '/node',
    '/scenes/node-crash-loop',
    '/scenes/node-crash-loop?run=containers@40s&step=2',
  ])('has the Share of every page: %s', async (path) => {
    await startAlone(path);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  });

  it('says why it needs a file, and how to get one; its Share is at the right', async () => {
    await startApp(new FakeServer([]), '/node', 1440, 900);
    await expect
      .element(page.getByText(/^The API server knows the Pods of a node, but not/))
      .toBeVisible();
    await expect
      .element(
        page.getByText('gcscope kubelet plan --cri /run/containerd/containerd.sock -o reading'),
      )
      .toBeVisible();
    const share = page.getByRole('button', { name: 'Share' }).element().getBoundingClientRect();
    expect(share.right).toBeGreaterThan(1440 - 40);
  });

  it('says why one container goes, and by which rule', async () => {
    await startAlone('/scenes/node-crash-loop');
    await expect
      .element(summary())
      .toHaveTextContent(
        'The kubelet removes 3 containers and 1 log link within a day, the first in 40s.',
      );
    const link = things().getByRole('listitem').filter({ hasText: '17f6d3c08b.log' });
    await expect
      .element(link)
      .toHaveTextContent(
        'Goes in 40s, because the kubelet removes its container, and the link right before it. C-12.4',
      );
    const row = things().getByRole('listitem').filter({ hasText: 'e8a2b91c40' });
    await expect
      .element(row)
      .toHaveTextContent(
        'Goes in 40s, because the kubelet keeps 1 dead container of checkout in this pod, and there are newer ones.',
      );
    await row.getByRole('link', { name: 'C-9' }).click();
    await expect
      .element(page.getByRole('dialog'))
      .toHaveTextContent('the containers of each unit above MaxPerPodContainer');
  });

  it('[C-10] does not say that there is no limit where the limit of the node counts', async () => {
    await startAlone('/scenes/node-fair-share');
    const name = things().getByRole('heading', { name: /^worker/ });
    await expect.element(name).toHaveTextContent('worker 3 dead, no limit of its own');
    const fields = page.getByRole('complementary', { name: 'What if' });
    expect(fields.getByText('−1: no limit').all()).toHaveLength(2);
    await page.getByRole('textbox', { name: /^On the node/ }).fill('-1');
    await expect.element(name).toHaveTextContent(/3 dead, no limit$/);
  });

  it('on a phone says first what goes next and why, before the timeline and the pictures', async () => {
    await startApp(new FakeServer([]), '/scenes/node-image-pressure', 390, 844);
    const verdict = page.getByRole('region', { name: 'Removed next' });
    await expect
      .element(verdict)
      .toHaveTextContent('The kubelet removes 1 image in 5m, and nothing else within a day.');
    await expect
      .element(verdict)
      .toHaveTextContent(/train:11 image\s*Goes in 5m, because the disk is 88 % full/);
    await expect.element(verdict).toBeInViewport({ ratio: 1 });
    const { bottom } = verdict.element().getBoundingClientRect();
    expect(times().element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);
    expect(things().element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);
    expect(
      page.getByText('The kubelet removes 1 image in 5m, and nothing else within a day.').all(),
    ).toHaveLength(1);
    // Once it is gone, nothing more goes.
    await page.getByRole('link', { name: /^in 5m/ }).click();
    await expect.element(verdict).toHaveTextContent('In 5m: 1 image is gone.');
    await expect.element(verdict).not.toHaveTextContent('because');
  });

  it('plans anew with another limit, named as a kubelet names it, in the address', async () => {
    const { address } = await startAlone('/scenes/node-crash-loop');
    const field = page.getByRole('textbox', { name: /^Per container/ });
    await field.fill('0');
    await expect.element(summary()).toHaveTextContent('The kubelet removes 6 containers');
    await eventually(() =>
      expect(address()).toBe('/scenes/node-crash-loop?set=containers.maxPerPodContainer%3A0'),
    );
    await page.getByText('Kubelet settings').click();
    await expect.element(page.getByText('--maximum-dead-containers-per-container=0')).toBeVisible();
    await field.fill('-1');
    await expect
      .element(page.getByText(/“No limit” per container does not keep everything/))
      .toBeVisible();
    await page.getByRole('link', { name: 'Reset' }).click();
    await expect.element(field).toHaveValue('1');
    expect(address()).toBe('/scenes/node-crash-loop');
  });

  it('does not take what a kubelet would refuse, and says so', async () => {
    await startAlone('/scenes/node-crash-loop?set=images.lowThresholdPercent:99,x.y:1&in=never');
    const notices = page.getByRole('region', { name: 'Notices' });
    await expect.element(notices).toHaveTextContent('must not be above the high threshold, 85.');
    await expect.element(notices).toHaveTextContent('There is no field “x.y”.');
    await expect.element(page.getByText(/“in=never” is not valid/)).toBeVisible();
    await expect.element(summary()).toHaveTextContent('3 containers and 1 log link within');
  });

  it('says of an image what decides it, and of a later moment what was freed', async () => {
    const { address } = await startAlone('/scenes/node-image-pressure');
    const row = things().getByRole('row').filter({ hasText: 'notebook:2025-11' });
    await expect
      .element(row)
      .toHaveTextContent(
        'In 5m it stays, because other images free enough space first. IR-4 Another item has the same age or last use, so either may go. Until then it stays, because the kubelet first saw it less than 2m before the run. IR-4',
      );
    await expect
      .element(things().getByRole('row').filter({ hasText: 'train:11' }))
      .not.toHaveTextContent('either may go');
    await expect.element(things()).toHaveTextContent('88 % used, at or over the high threshold');
    await times()
      .getByRole('link', { name: /^in 5m image run/ })
      .click();
    await expect.element(summary()).toHaveTextContent('In 5m: 1 image is gone.');
    await expect.element(things()).toHaveTextContent('80 % used, below the high threshold');
    await expect.element(things()).toHaveTextContent('8.2 GiB reported as freed');
    await expect
      .element(things().getByRole('heading', { name: /^Images/ }))
      .toHaveTextContent('Images 7, 14.2 GiB as reported by the runtime');
    expect(address()).toBe('/scenes/node-image-pressure?in=5m');
    const areas = page.getByRole('list', { name: 'Images by size, as areas' });
    await areas.getByRole('button', { name: /train:11, 8\.2 GiB, gone/ }).click();
    await eventually(() => expect(address()).toMatch(/sel=image%20train-11/));
    await expect
      .element(page.getByRole('row', { name: /train:11/ }))
      .toHaveTextContent('Gone, because the disk is 88 % full');
    await page.getByRole('link', { name: 'Step through step 3 of the scene' }).click();
    await expect
      .element(page.getByRole('region', { name: 'Steps' }))
      .toHaveTextContent('gone image registry.example.com/ml/train:11');
  });

  it('on paper fills the width of the sheet, one part below the other, with its fills', async () => {
    await startAlone('/scenes/node-image-pressure');
    await expect.element(page.getByRole('button', { name: /train:11/ }).first()).toBeVisible();
    const boxOf = (query: string): DOMRect =>
      document.querySelector(query)?.getBoundingClientRect() ?? new DOMRect();
    const before = boxOf('.treemap').width;
    const endPaper = onPaper();
    try {
      await eventually(() => {
        const { right, width } = boxOf('.treemap');
        expect(width).not.toBe(before);
        const tiles = [...document.querySelectorAll('.image-tile')];
        const ends = tiles.map((each) => each.getBoundingClientRect().right);
        expect(Math.abs(Math.max(...ends) - right)).toBeLessThan(1);
        expect(boxOf('.node-times').top).toBeGreaterThanOrEqual(boxOf('.node-things').bottom);
        expect(boxOf('.node-policy').top).toBeGreaterThanOrEqual(boxOf('.node-times').bottom);
        for (const query of ['.disk-used', '.image-tile']) {
          const element = document.querySelector(query);
          expect(element && getComputedStyle(element).printColorAdjust).toBe('exact');
        }
      });
    } finally {
      endPaper();
    }
  });

  it('says of a step of a run what it removed, what is left, and by which keys one goes on', async () => {
    await startAlone('/scenes/node-crash-loop?run=containers@40s&step=4');
    const now = page.getByRole('region', { name: 'This step' });
    await expect.element(now).toHaveTextContent('Removing container containerID="17f6d3c08b"');
    const left = page
      .getByRole('region', { name: 'Left on the node' })
      .getByRole('region', { name: 'Containers' });
    await expect
      .element(left.getByRole('listitem').filter({ hasText: '17f6d3c08b' }))
      .toHaveTextContent(/^gone/);
    await expect
      .element(left.getByRole('listitem').filter({ hasText: '08b7e42c6d' }))
      .toHaveTextContent(/^not reached/);
    await userEvent.keyboard('{ArrowLeft}');
    const player = page.getByRole('region', { name: 'Player' });
    await expect.element(player).toHaveTextContent('step 3 of 17');
    await userEvent.keyboard('{End}');
    await expect.element(now).toHaveTextContent('The run succeeds.');
    await expect.element(now).toHaveTextContent('Container garbage collection succeeded');
    await userEvent.keyboard('?');
    await expect
      .element(page.getByRole('dialog'))
      .toHaveTextContent(/In a run on a node.*back to the node/);
  });

  it('says what the disk under pressure would take', async () => {
    await startAlone('/scenes/node-gone-pod?run=pressure@0s&step=1');
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('Collection under disk pressure');
    await userEvent.keyboard('{End}');
    await expect
      .element(page.getByRole('region', { name: 'This step' }))
      .toHaveTextContent('Warning EvictionThresholdMet');
  });

  it('has no name for the pod of a container that belongs to none', async () => {
    await startAlone('/scenes/node-gone-pod');
    const heads = things().getByRole('heading', { level: 3 });
    await expect
      .element(heads.filter({ hasText: 'no pod' }))
      .toHaveTextContent(/^no pod ?unknown to the kubelet$/);
    await expect.element(heads.first()).toHaveTextContent(/^Pod ?shop\/cart-0/);
  });

  it('a run that is not there is said not to be', async () => {
    await startAlone('/scenes/node-crash-loop?run=images@17s');
    await expect.element(page.getByRole('alert')).toHaveTextContent('No run does anything new');
    await page.getByRole('link', { name: 'Show the node' }).click();
    await expect.element(summary()).toBeVisible();
  });

  it('opens a file, and says what is wrong in a bad one', async () => {
    await startAlone('/node');
    await openFile('bad.yaml', 'kind: KubeletScenario\nspec: {}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('The document: ');
    await page.getByRole('button', { name: 'Open another' }).click();
    await openFile(
      'node.json',
      JSON.stringify({
        apiVersion: 'gcscope.dev/v1',
        kind: 'NodeReading',
        name: 'worker-1',
        source: 'crictl',
        readAt: '2026-01-01T00:00:00Z',
        notSeen: [{ what: 'last use of images', because: 'Nobody exports it.', instead: 'Never.' }],
        warnings: [{ text: 'The clock of this node is odd.', ids: [] }],
        scenario: {
          apiVersion: 'gcscope.dev/v1',
          kind: 'KubeletScenario',
          metadata: { name: 'worker-1' },
          spec: {
            containers: [
              { id: '<b>c0</b>', pod: 'p', name: 'n', createdAt: '-1h', state: 'EXITED' },
            ],
          },
        },
      }),
    );
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('worker-1');
    const notices = page.getByRole('region', { name: 'Notices' });
    await expect.element(notices).toHaveTextContent('The clock of this node is odd.');
    await expect.element(notices).toHaveTextContent('Unknown: last use of images');
    await expect.element(things()).toHaveTextContent('<b>c0</b>');
    await expect.element(things()).toHaveTextContent('the kubelet knows no pod with its uid');
    await expect
      .element(things())
      .toHaveTextContent('The source does not describe the image filesystem');
  });
});
