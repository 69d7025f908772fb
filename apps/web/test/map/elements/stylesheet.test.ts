import { palette } from '@gcscope/picture';
import cytoscape from 'cytoscape';
import { describe, expect, it } from 'vitest';
import { stylesheet } from '../../../src/map/elements/stylesheet.ts';

const colours = palette('light');

/** The colour of a chosen edge with this data, as Cytoscape reckons it. */
function chosen(data: object): string {
  const cy = cytoscape({ headless: true, styleEnabled: true, style: stylesheet(colours) });
  cy.add([{ data: { id: 'owner' } }, { data: { id: 'dependent' } }]);
  const ends = { source: 'dependent', target: 'owner' };
  return cy.add({ data: { ...ends, ...data }, classes: 'selected' }).style('line-color');
}

/** Look of a card with this data, as Cytoscape reckons it. */
function card(data: object, classes = ''): Record<string, unknown> {
  const cy = cytoscape({ headless: true, styleEnabled: true, style: stylesheet(colours) });
  const node = cy.add({ data: { id: 'card', ...data }, classes });
  return {
    body: Number(node.style('background-opacity')) === 0 ? 'none' : node.style('background-color'),
    border: `${node.style('border-width')} ${node.style('border-style')}`,
    colour: node.style('border-color'),
  };
}

/** `#rrggbb` as `rgb(r,g,b)`. */
function rgb(hex: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${channels.join(',')})`;
}

describe('the style sheet of the map', () => {
  it('shows a chosen edge in the accent, and what is wrong or waited for in its own colour', () => {
    expect(chosen({ blocking: true })).toBe(rgb(colours.accent));
    expect(chosen({ blocking: true, invalid: true })).toBe(rgb(colours.invalid));
    expect(chosen({ blocking: true, waited: true })).toBe(rgb(colours.amber));
  });

  it.each([
    ['calm', '1px solid'],
    ['terminating', '1.5px solid'],
    ['blocked', '1.5px solid'],
    ['goes', '1.5px solid'],
    ['not-verified', '1.5px solid'],
    ['gone', '1.5px solid'],
    ['forgotten', '2px dotted'],
  ] as const)(
    'a card that is %s has a body and a border, %s, in the colours of the mark',
    (mark, border) => {
      const { fill, stroke } = colours.marks[mark];
      expect(card({ mark })).toEqual({ body: rgb(fill), border, colour: rgb(stroke) });
    },
  );

  it('an owner that was never seen has no body and a dashed border', () => {
    const colour = rgb(colours.marks.virtual.stroke);
    expect(card({ mark: 'virtual' })).toEqual({ body: 'none', border: '1.5px dashed', colour });
  });

  it('a wrong reference is a dashed border of its own colour around any mark', () => {
    const wrong = { border: '2px dashed', colour: rgb(colours.invalid) };
    const body = rgb(colours.marks.calm.fill);
    expect(card({ mark: 'calm', wrong: true })).toEqual({ body, ...wrong });
    expect(card({ mark: 'virtual', wrong: true })).toEqual({ body: 'none', ...wrong });
  });

  it('a card for context has the ground of its frame, on which its texts are readable', () => {
    expect(card({ mark: 'calm', context: true }).body).toBe(rgb(colours.frame.fill));
  });

  it('a chosen card has the accent around it, whatever its mark', () => {
    const chosenCard = card({ mark: 'blocked' }, 'selected');
    expect(chosenCard).toMatchObject({ border: '2.5px solid', colour: rgb(colours.accent) });
  });
});
