import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tools/src/any-character.ts';
import { drawNodeMiniature, type NodePicture } from '../src/index.ts';
import { container, image, pod, smallNode } from './support/small-node.ts';
import { textsOf, wellFormed } from './support/xml.ts';

function light(picture: NodePicture): string {
  return drawNodeMiniature(picture, { theme: 'light' });
}

/** The rectangles of items, and those of them that have a sign. */
function marked(
  svg: string,
  name: 'goes' | 'calm',
): { readonly all: number; readonly signs: number } {
  const items = svg.match(new RegExp(`<g class="${name}"><rect.*?</g>`, 'g')) ?? [];
  return { all: items.length, signs: items.filter((item) => item.includes('class="sign"')).length };
}

describe('drawNodeMiniature', () => {
  it('draws each item once, and marks what goes by a sign, not by colour alone', () => {
    const svg = light(smallNode());
    // A container, an image and a sandbox.
    expect(marked(svg, 'goes')).toEqual({ all: 3, signs: 3 });
    // Two containers, two images; the sandbox and the log directory that stay have no sign.
    expect(marked(svg, 'calm')).toEqual({ all: 6, signs: 4 });
    expect(svg).toContain('class="freed"');
  });

  it('has no text: nothing from the node is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 20 }), (text) => {
        const evil = { id: text };
        const svg = light(
          smallNode({
            name: text,
            pods: [pod(text, [container({ ...evil, state: text })])],
            images: [image({ ...evil, name: text })],
            warnings: [text],
          }),
        );
        expect(svg).toBe(
          light(smallNode({ pods: [pod('', [container({ state: '?' })])], images: [image()] })),
        );
      }),
      { numRuns: 30 },
    );
    expect(textsOf(light(smallNode()).replaceAll(/<style>.*?<\/style>/g, ''))).toEqual([]);
  });

  it('stays small and whole, whatever the node holds', () => {
    const many = Array.from({ length: 5000 }, (_, at) => at);
    const size = fc.oneof(fc.double(), fc.constantFrom(0, -1, Number.NaN, 1e300));
    fc.assert(
      fc.property(size, size, fc.double(), (capacityBytes, availableBytes, percent) => {
        const svg = light({
          ...smallNode(),
          pods: many.map((at) => pod(`${at}`, [container()])),
          images: many.map((at) => image({ id: `${at}`, size: at % 2 === 0 ? capacityBytes : 1 })),
          others: [{ words: ['log', 'logs'], goes: 1e9, all: 1e9 }],
          disk: {
            capacityBytes,
            availableBytes,
            highThresholdPercent: percent,
            lowThresholdPercent: percent,
          },
        });
        expect(wellFormed(svg)).toBe(true);
        expect(svg).not.toMatch(/NaN|Infinity|="-/);
        expect(svg.length).toBeLessThan(60_000);
      }),
      { numRuns: 20 },
    );
  });
});
