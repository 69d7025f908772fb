import { drawNode, drawView, readPicture } from '@gcscope/picture';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { ownedBy, record } from '../../support/record.ts';
import {
  cardsOnMap,
  mapOnPage,
  markOnMap,
  startAlone,
  startApp,
} from '../../support/start-app.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('an object for others', { timeout: 60_000 }, () => {
  it('the kubectl command goes to the cluster that is read', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    server.kubectl = ['--context', 'prod'];
    await startApp(server, '/o/one');
    await expect.element(page.getByText('kubectl --context prod get pod/one')).toBeVisible();
  });

  it('signs that would turn the command around are shown as what they are', async () => {
    const server = new FakeServer([record({ uid: 'one', name: 'a\u202eb' })]);
    await startApp(server, '/o/one');
    await expect.element(page.getByText('kubectl get pod/a[U+202E]b')).toBeVisible();
    expect(document.body.textContent).not.toContain('\u202e');
  });
});

/** The saved files: names and contents. */
function savedFiles(): { readonly names: string[]; readonly contents: Blob[] } {
  const names: string[] = [];
  const contents: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (content instanceof Blob) contents.push(content);
    return 'blob:file';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  return { names, contents };
}

async function share(item: string): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

describe('a view for others', { timeout: 60_000 }, () => {
  const shop = [
    record({ uid: 'here', namespace: 'shop' }),
    record({ uid: 'elsewhere', namespace: 'bank' }),
  ];

  it('is saved as it is shown, with what was filtered as its title, and carries its graph', async () => {
    const { names, contents } = savedFiles();
    await startApp(new FakeServer(shop), '/?ns=shop');
    await share('Save as SVG');
    await expect.poll(() => contents).toHaveLength(1);
    const svg = (await contents[0]?.text()) ?? '';
    expect(svg).toMatch(/<title>fake · shop<\/title>/);
    expect(readPicture(svg)).toMatchObject({
      view: { title: 'fake · shop' },
      records: [{ uid: 'here' }],
    });
    await share('Save as JSON');
    await expect.poll(() => contents).toHaveLength(2);
    expect(JSON.parse((await contents[1]?.text()) ?? '')).toMatchObject({
      apiVersion: 'gcscope.dev/v1',
      kind: 'Graph',
      title: 'fake · shop',
      nodes: [{ uid: 'here' }],
    });
    expect(names).toEqual(['fake-shop.svg', 'fake-shop.json']);
  });

  it('tells the owners that a filter shows for context, also when it is opened again', async () => {
    const { contents } = savedFiles();
    const owner = record({ uid: 'owner', namespace: 'bank' });
    const owned = record({ uid: 'owned', namespace: 'shop', owners: [ownedBy(owner)] });
    await startApp(new FakeServer([owner, owned]), '/?ns=shop');
    await share('Save as SVG');
    await expect.poll(() => contents).toHaveLength(1);
    const svg = (await contents[0]?.text()) ?? '';
    expect(readPicture(svg)).toMatchObject({ view: { context: ['owner'] } });
    await startAlone('/');
    await drop('shop.svg', svg);
    await expect.poll(cardsOnMap).toEqual(['owned', 'owner']);
    const pale = mapOnPage()?.nodes('[?context]');
    expect(pale?.map((node) => node.data('uid'))).toEqual(['owner']);
  });

  it('is saved as PNG, its background and all', async () => {
    const { names, contents } = savedFiles();
    await startApp(new FakeServer(shop), '/');
    await share('Save as PNG');
    await expect.poll(() => names).toEqual(['fake.png']);
    const bitmap = await createImageBitmap(contents[0] ?? new Blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data;
    expect(bitmap.width).toBe(2 * 704);
    const colours = new Set(new Uint32Array(pixels?.buffer ?? new ArrayBuffer()));
    expect([...colours].every((colour) => colour >>> 24 === 255)).toBe(true);
    expect(colours.size).toBeGreaterThan(20);
  });

  it('is copied as Mermaid, with what is shown and no more', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const owner = record({ uid: 'owner', kind: 'Job', apiVersion: 'batch/v1', name: 'report' });
    const pod = record({ uid: 'pod', name: 'report-1', owners: [ownedBy(owner)] });
    await startApp(new FakeServer([owner, pod, ...shop]), '/?kind=Job.batch,Pod&ns=shop');
    await share('Copy as Mermaid');
    await expect.poll(() => written.mock.calls).toHaveLength(1);
    const [text = ''] = written.mock.calls[0] ?? [];
    expect(text).toMatch(/^---\ntitle: "fake.*"\n---\nflowchart /);
    expect(text).toMatch(/report-1/);
    expect(text.match(/[-=]{2}>/g)).toHaveLength(1);
    expect(text).not.toContain('elsewhere');
    await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  });

  it('says so when Mermaid would refuse to draw it', async () => {
    const many = Array.from({ length: 2600 }, (_, at) => record({ uid: `u${at}` }));
    await startApp(new FakeServer(many), '/');
    await share('Copy as Mermaid');
    await expect
      .element(page.getByRole('dialog'))
      .toHaveTextContent(/This graph is too large for Mermaid/);
  });
});

/** Drops a file on the page, once the page takes what is held above it. */
async function drop(name: string, text: string): Promise<void> {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  const isTaken = (type: string): boolean => {
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    return !document.body.dispatchEvent(event);
  };
  await eventually(() => expect(isTaken('dragover')).toBe(true));
  isTaken('drop');
}

describe('a saved picture', { timeout: 60_000 }, () => {
  const owner = record({ uid: '__proto__', kind: 'Secret', name: '</metadata><b>' });
  const pod = record({ uid: 'p', name: 'a\u202eb', owners: [ownedBy(owner)] });
  const saved = drawView(
    [owner, pod, record({ uid: 'lost' }), record({ uid: 'unknown' })],
    {
      title: 'prod <img>',
      savedAt: '2026-11-20T10:00:00Z',
      gone: ['lost'],
      forgotten: ['unknown'],
    },
    { theme: 'light' },
  );

  it('opens where it is dropped, without a server, and says what it is', async () => {
    const { address } = await startAlone('/');
    await drop('prod.svg', saved);
    await expect.element(page.getByRole('heading', { name: 'prod <img>' })).toBeVisible();
    await expect
      .element(page.getByText(/^Saved 20 November 2026 .* as it was then\.$/))
      .toBeVisible();
    expect(address()).toBe('/picture');
    await expect.poll(cardsOnMap).toEqual(['__proto__', 'lost', 'p', 'unknown']);
    expect(markOnMap('lost')).toBe('gone');
  });

  it('stacks siblings as when it was saved, until a person opens them', async () => {
    const job = record({ uid: 'job', kind: 'Job', apiVersion: 'batch/v1' });
    const pods = ['a', 'b', 'c'].map((uid) => record({ uid, owners: [ownedBy(job)] }));
    const view = { title: 'jobs', savedAt: '2026-11-20T10:00:00Z' };
    const { address } = await startAlone('/picture');
    await drop('stacked.svg', drawView([job, ...pods], view, { theme: 'light', stacks: {} }));
    await expect.poll(cardsOnMap).toHaveLength(2);
    await page.getByRole('button', { name: 'Open all' }).click();
    await expect.poll(cardsOnMap).toEqual(['a', 'b', 'c', 'job']);
    await page.getByRole('button', { name: 'Stack siblings' }).click();
    await expect.poll(cardsOnMap).toHaveLength(2);
    await drop('open.svg', drawView([job, ...pods], view, { theme: 'light' }));
    await expect.poll(cardsOnMap).toEqual(['a', 'b', 'c', 'job']);
    expect(address()).toBe('/picture');
  });

  it('of a simulation says so, and draws no line from what is gone', async () => {
    const other = record({ uid: 'q', owners: [ownedBy(owner)] });
    const view = { title: 'Step 3', savedAt: '2026-11-20T10:00:00Z', gone: ['p'], removed: ['q'] };
    const draw = (simulated: boolean): string =>
      drawView([owner, pod, other], { ...view, simulated }, { theme: 'light' });
    await startAlone('/picture');
    await drop('step.svg', draw(true));
    await expect.element(page.getByText(/You see a step of a simulation\./)).toBeVisible();
    await expect.poll(cardsOnMap).toEqual(['__proto__', 'p', 'q']);
    expect(['p', 'q'].map(markOnMap)).toEqual(['gone', 'removed']);
    expect(
      mapOnPage()
        ?.edges()
        .map((edge) => edge.source().data('uid')),
    ).toEqual(['q']);
    await drop('past.svg', draw(false));
    await expect.poll(() => mapOnPage()?.edges().length).toBe(2);
  });

  it('shows each object as the picture has it, with its owners and dependents', async () => {
    const { address } = await startAlone('/?view=list');
    await drop('prod.svg', saved);
    await page.getByRole('link', { name: 'a[U+202E]b' }).click();
    const panel = page.getByRole('complementary', { name: 'Object' });
    await expect.element(panel.getByRole('heading', { level: 1 })).toHaveTextContent('a[U+202E]b');
    await panel.getByRole('link', { name: '</metadata><b>' }).click();
    await expect.element(panel).toHaveTextContent('You see the object as it is in the picture');
    expect(address()).toContain('sel=__proto__');
    await page.getByRole('link', { name: 'lost' }).click();
    await expect.element(panel).toHaveTextContent('the object is gone');
    const forgotten = page.getByRole('link', { name: 'unknown' });
    await expect.element(forgotten).toHaveTextContent('forgotten');
    await forgotten.click();
    await expect.element(panel).toHaveTextContent('but the collector no longer knows it');
  });

  it.each([
    ['web.html', '<html></html>', 'web.html was not opened. It is not an SVG picture.'],
    [
      'node.svg',
      drawNode(
        { name: 'n', release: 'v1.36', pods: [], images: [], others: [], warnings: [] },
        { theme: 'light' },
      ),
      'node.svg was not opened. A picture of a node does not carry the node’s data, so it does not open again. Open the file of the node instead, on the page “Node”.',
    ],
    ['art.svg', '<svg xmlns="x"></svg>', 'art.svg was not opened. This picture carries no graph.'],
    [
      'bad.svg',
      saved.replace('"virtual":false', '"virtual":"<img>"'),
      'bad.svg was not opened. The graph in this picture is damaged: nodes.traits[0]',
    ],
  ])('%s is refused with a sentence', async (name, text, sentence) => {
    await startAlone('/');
    await drop(name, text);
    await expect.element(page.getByRole('alert').getByText(sentence)).toBeVisible();
  });

  it('writes the name of a refused file as other names are written', async () => {
    await startAlone('/');
    await drop(`a\u202eb${'c'.repeat(400)}`, '');
    const name = `a[U+202E]b${'c'.repeat(50)}…${'c'.repeat(20)}`;
    await expect.element(page.getByRole('alert')).toHaveTextContent(`${name} was not opened.`);
  });

  it('stays when a wrong file is dropped on it, which is refused; the next right one opens', async () => {
    await startAlone('/');
    await drop('prod.svg', saved);
    await expect.element(page.getByRole('heading', { name: 'prod <img>' })).toBeVisible();
    await drop('web.html', '<html></html>');
    const refused = page.getByRole('alert').getByText(/^web\.html was not opened\./);
    await expect.element(refused).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'prod <img>' })).toBeVisible();
    await expect.poll(cardsOnMap).toEqual(['__proto__', 'lost', 'p', 'unknown']);
    await drop('prod.svg', saved);
    await expect.element(refused).not.toBeInTheDocument();
  });
});

describe('a view on paper', { timeout: 60_000 }, () => {
  it('is a list with whole names, and the map again afterwards', async () => {
    const name = 'n'.repeat(60);
    await startApp(new FakeServer([record({ uid: 'one', name })]), '/');
    await expect.poll(cardsOnMap).toEqual(['one']);
    window.dispatchEvent(new Event('beforeprint'));
    // Looks in the same task: the browser does not wait.
    expect(document.querySelector('main')?.textContent).toContain(name);
    window.dispatchEvent(new Event('afterprint'));
    await expect.poll(cardsOnMap).toEqual(['one']);
  });

  it('has the picture of what is filtered, unless there is too much of it to read', async () => {
    const many = Array.from({ length: 2001 }, (_, at) =>
      record({ uid: `${at}`, namespace: 'shop' }),
    );
    const one = record({ uid: 'one', namespace: 'bank' });
    const server = new FakeServer([...many, one]);
    await startApp(server, '/?ns=bank');
    const printed = (): Element[] => {
      window.dispatchEvent(new Event('beforeprint'));
      const found = [...document.querySelectorAll('.printed-picture, .printed-note')];
      window.dispatchEvent(new Event('afterprint'));
      return found;
    };
    await expect.poll(() => printed().map((each) => each.className)).toEqual(['printed-picture']);
    const [picture] = printed();
    const svg = decodeURIComponent(picture?.getAttribute('src') ?? '');
    expect(readPicture(svg.slice(svg.indexOf('<svg')))).toMatchObject({
      records: [{ uid: 'one' }],
    });
    await startApp(server, '/');
    await expect
      .poll(() => printed().map((each) => each.textContent))
      .toEqual([expect.stringMatching(/^The picture of 2,002 objects is not printed: /)]);
  });
});
