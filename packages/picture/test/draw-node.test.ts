import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tools/src/any-character.ts';
import { drawNode, type NodePicture } from '../src/index.ts';
import { container, image, pod, smallNode, unit } from './support/small-node.ts';
import { textsOf, wellFormed } from './support/xml.ts';

function light(picture: NodePicture): string {
  return drawNode(picture, { theme: 'light' });
}

/** Texts on the picture, without tooltips, title and description. */
function writtenOn(svg: string): string[] {
  return textsOf(svg.replaceAll(/<(title|desc)[^>]*>[^<]*<\/\1>/g, ''));
}

const EVIL = '"><script>alert(1)</script>&\u0000\u001b[31m\u202e\ud800';

/** Every text that can come from a node is this one. */
function named(text: string): NodePicture {
  const node = smallNode();
  const evil = { id: text };
  return {
    ...node,
    name: text,
    release: text,
    pods: [
      {
        ...pod(text, []),
        uid: text,
        namespace: text,
        units: [unit(text, [container({ ...evil, state: text }), container(evil)])],
      },
      { ...pod('', [container(evil)]), uid: text, namespace: '' },
    ],
    images: [image({ ...evil, name: text, goes: true }), image({ ...evil, name: text })],
    warnings: [text],
  };
}

describe('drawNode', () => {
  it('says what there is and what goes, in this order', () => {
    expect(writtenOn(light(smallNode()))).toEqual([
      'What the kubelet of worker-1 removes',
      'v1.36',
      'Goes: 1 container, 1 image of 2 GiB and 1 sandbox. It has 3 containers and 3 images.',
      'Image filesystem',
      '90 % of 10 GiB in use, 1 GiB free · the kubelet counts 2 GiB as freed',
      'removes images from 85 %',
      'down to 80 %',
      'Containers',
      '3 in 1 pod, by name, the newest first',
      'shop/web',
      'live',
      'app',
      '#2 · created 5s ago',
      'running',
      '#1 · created 10m ago',
      'within the limits',
      '#0 · created 60m ago',
      'over the limit per name',
      'goes next',
      'Images',
      '3, 3 GiB as the runtime reports them; areas by size, the smallest drawn larger',
      'old:1',
      '2 GiB',
      'never used',
      'frees space',
      'goes next',
      'registry.test/web:1',
      '1 GiB',
      'in use',
      'stays',
      'goes next: the kubelet removes it',
      'running',
      'exited',
      'pinned by the runtime',
      'in use: a container names it, dead or alive',
      'what the kubelet counts as freed; the disk may gain less or more',
    ]);
  });

  it('tells what goes by its sign and word, not by colour alone', () => {
    const goes = smallNode({ pods: [pod('web', [container({ goes: true })])], images: [] });
    const svg = light(goes);
    const [card = ''] = svg.match(/<g[^>]*class="goes"><title.*?<\/g>/s) ?? [];
    expect(card).toContain('>goes next<');
    expect(card).toContain('class="sign"');
    const narrow = Array.from({ length: 50 }, (_, at) => image({ id: `${at}`, goes: true }));
    const tiles = light(smallNode({ pods: [], images: narrow })).match(
      /<g class="goes" .*?<\/g>/gs,
    );
    expect(tiles?.filter((tile) => !tile.includes('class="sign"'))).toEqual([]);
  });

  it('has a title and a description for those who do not see it', () => {
    const svg = light(smallNode({ warnings: ['Mind the gap.'] }));
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="node-title node-desc"/);
    expect(svg).toContain('<title id="node-title">What the kubelet of worker-1 removes</title>');
    expect(svg).toMatch(/<desc id="node-desc">Goes: 1 container,[^<]* Mind the gap\.<\/desc>/);
  });

  it('escapes every text, whatever the node holds', () => {
    const svg = light(named(EVIL));
    expect(svg).not.toContain('<script');
    expect(svg).not.toMatch(/\u202e/);
    expect(wellFormed(svg)).toBe(true);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(wellFormed(light(named(text)))).toBe(true);
      }),
    );
  });

  it('cuts a name as long as an attacker likes, also where it is not seen', () => {
    const svg = light(named('x'.repeat(100_000)));
    expect(svg.length).toBeLessThan(40_000);
    expect(writtenOn(svg).some((text) => /^x+…x+$/.test(text))).toBe(true);
  });

  it('bakes the background of either theme in, and differs in colours only', () => {
    const dark = drawNode(smallNode(), { theme: 'dark' });
    expect(dark).toContain('<rect width="100%" height="100%" fill="#0c121b"/>');
    expect(light(smallNode())).toContain('<rect width="100%" height="100%" fill="#f9fafc"/>');
    const plain = (svg: string): string => svg.replaceAll(/#[0-9a-f]{6}/g, '#');
    expect(plain(dark)).toBe(plain(light(smallNode())));
  });

  it('says that nothing goes, and why a picture is empty', () => {
    const texts = writtenOn(light(smallNode({ pods: [], images: [], others: [] })));
    expect(texts).toContain('Nothing goes. It has 0 containers and 0 images.');
    expect(texts.filter((text) => text === 'none on this node')).toHaveLength(2);
  });

  it('explains in the legend only what occurs', () => {
    const { disk: _, ...node } = smallNode({
      pods: [pod('web', [container({ state: 'CREATED' })])],
      images: [],
    });
    expect(writtenOn(light(node)).slice(-2)).toEqual([
      'none on this node',
      'created, never started',
    ]);
  });

  it('tells when a removal is not at once, and of a tie', () => {
    const own = { goes: true, reason: 'pod-gone' } as const;
    const later = container({ ...own, goesIn: 180_000 });
    const tie = container({ ...own, id: 'c1', notes: ['tie'] });
    const svg = light(smallNode({ pods: [pod('web', [later, tie])] }));
    expect(writtenOn(svg)).toContain('in 3m: its pod is gone');
    expect(writtenOn(svg)).toContain('its pod is gone (tie)');
    expect(textsOf(svg)).toContainEqual(
      expect.stringContaining('goes next: its pod is gone; another item has the same age'),
    );
  });

  it('names ages from the future, unknown ages and unknown states', () => {
    const { age: _, ...ageless } = container({ id: 'c1', state: 'PAUSED' });
    const svg = light(smallNode({ pods: [pod('web', [container({ age: -7000 }), ageless])] }));
    const texts = writtenOn(svg);
    expect(texts).toContain('#0 · created 7s ahead');
    expect(texts).toContain('#0 · no creation time');
    expect(texts).toContain('in an unknown state');
  });

  it('draws a disk whose figures cannot be', () => {
    const disk = {
      capacityBytes: 0,
      availableBytes: 5,
      highThresholdPercent: 85,
      lowThresholdPercent: 80,
    };
    expect(writtenOn(light(smallNode({ disk })))).toContain(
      'the statistics name no capacity: no image is removed to free space',
    );
    for (const odd of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const svg = light(
        smallNode({
          disk: { ...disk, capacityBytes: 100, availableBytes: odd, highThresholdPercent: odd },
          images: [image({ size: odd }), image({ id: 'b', size: odd, goes: true })],
        }),
      );
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      expect(svg).not.toMatch(/(width|height)="-/);
    }
  });

  it('keeps the words of a threshold inside the picture', () => {
    const disk = {
      capacityBytes: 100,
      availableBytes: 0,
      highThresholdPercent: 100,
      lowThresholdPercent: 100,
    };
    expect(light(smallNode({ disk })).match(/text-anchor="end"/g)).toHaveLength(2);
  });

  it('cuts the containers of one name to keepers and leavers, and counts the others', () => {
    const crashed = Array.from({ length: 30 }, (_, at) =>
      container({ id: `${at}`, attempt: 30 - at, goes: at > 9 }),
    );
    const texts = writtenOn(light(smallNode({ pods: [pod('web', crashed)] })));
    expect(texts.filter((text) => text.startsWith('#'))).toEqual(
      [30, 29, 20, 19, 18].map((attempt) => `#${attempt} · created 10m ago`),
    );
    expect(texts).toContain('and 25 more');
    expect(texts).toContain('17 of them go');
  });

  it('cuts the names of a pod, what goes first', () => {
    const units = Array.from({ length: 9 }, (_, at) =>
      unit(`name-${at}`, [container({ id: `${at}`, goes: at === 8 })]),
    );
    const texts = writtenOn(light(smallNode({ pods: [{ ...pod('web', []), units }] })));
    expect(texts.filter((text) => text.startsWith('name-'))).toEqual(
      [8, 0, 1, 2, 3].map((at) => `name-${at}`),
    );
    expect(texts).toContain('and 4 more names with 4 containers');
  });

  it('stays readable and small with 10,000 containers and 2,000 images', () => {
    const pods = Array.from({ length: 2000 }, (_, at) =>
      pod(
        `web-${at}`,
        Array.from({ length: 5 }, (_, attempt) =>
          container({ id: `${at}-${attempt}`, attempt, goes: at >= 1900 && attempt > 0 }),
        ),
      ),
    );
    const images = Array.from({ length: 2000 }, (_, at) =>
      image({ id: `i${at}`, name: `image-${at}`, size: 1 + at, goes: at < 40 }),
    );
    const svg = light(smallNode({ pods, images }));
    expect(svg.length).toBeLessThan(200_000);
    expect(Number(/height="(\d+)"/.exec(svg)?.[1])).toBeLessThan(5000);
    const texts = writtenOn(svg);
    expect(texts).toContain('and 1,970 more pods with 9,850 containers, 280 of them go');
    expect(texts).toContain('and 1,940 more images of 1.9 MiB, 10 of them go');
    const names = texts.filter((text) => text.startsWith('shop/web-'));
    expect(names).toHaveLength(30);
    expect(names.every((name) => name >= 'shop/web-1900')).toBe(true);
  });

  it('tells five warnings and counts the others', () => {
    const warnings = Array.from({ length: 8 }, (_, at) => `warning ${at}`);
    const texts = writtenOn(light(smallNode({ warnings })));
    expect(texts.filter((text) => text.includes('warning'))).toEqual([
      ...warnings.slice(0, 5),
      'and 3 more warnings',
    ]);
  });
});
