import { palette } from '@gcscope/picture';
import cytoscape from 'cytoscape';
import { describe, expect, it } from 'vitest';
import { stylesheet } from '../../src/map/stylesheet.ts';

const colours = palette('light');

/** The colour of a chosen edge with this data, as Cytoscape reckons it. */
function chosen(data: object): string {
  const cy = cytoscape({ headless: true, styleEnabled: true, style: stylesheet(colours) });
  cy.add([{ data: { id: 'owner' } }, { data: { id: 'dependent' } }]);
  const ends = { source: 'dependent', target: 'owner' };
  return cy.add({ data: { ...ends, ...data }, classes: 'selected' }).style('line-color');
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
});
