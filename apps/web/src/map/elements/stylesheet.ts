import { CARD_HEIGHT, CARD_WIDTH, MARKS, markLook, type Palette } from '@gcscope/picture';
import type { StylesheetJson } from 'cytoscape';
import { WAITING_DASH } from './waiting-edges.ts';

/** The style sheet of the map. `paint-cards.ts` draws the texts on cards. */
export function stylesheet(colours: Palette): StylesheetJson {
  return [
    {
      selector: 'node',
      style: {
        shape: 'round-rectangle',
        'corner-radius': '6px',
        width: CARD_WIDTH,
        height: CARD_HEIGHT,
        'border-width': 1,
        'border-position': 'inside',
        'overlay-opacity': 0,
        'z-index': 1,
      },
    },
    { selector: 'node[?width]', style: { width: 'data(width)' } },
    ...MARKS.map((mark) => ({
      selector: `node[mark = "${mark}"]`,
      style: {
        'background-color': colours.marks[mark].fill,
        // An unobserved object has no body.
        'background-opacity': mark === 'virtual' ? 0 : 1,
        'border-color': colours.marks[mark].stroke,
        'border-style': markLook(mark).outline,
        'border-width': mark === 'calm' ? 1 : mark === 'forgotten' ? 2 : 1.5,
      },
    })),
    {
      selector: 'node[?wrong]',
      style: { 'border-color': colours.invalid, 'border-style': 'dashed', 'border-width': 2 },
    },
    // A fill makes them pale and no opacity: lines behind would shine through.
    {
      selector: 'node[?context]',
      style: { 'background-color': colours.frame.fill, 'border-opacity': 0.5 },
    },
    { selector: 'node.gone', style: { 'z-index': 0 } },
    {
      selector: 'node.selected',
      style: {
        'border-color': colours.accent,
        'border-width': 2.5,
        'border-style': 'solid',
        'outline-color': colours.accent,
        'outline-opacity': 0.25,
        'outline-width': 4,
        opacity: 1,
      },
    },
    {
      selector: 'edge',
      style: {
        width: 1.25,
        'line-color': colours.edge,
        'curve-style': 'straight',
        'target-arrow-color': colours.edge,
        'target-arrow-shape': 'none',
        'arrow-scale': 0.8,
        events: 'no',
        'z-index': 0,
      },
    },
    {
      selector: 'edge.routed',
      style: {
        'curve-style': 'round-segments',
        'segment-radii': [6],
        'segment-weights': 'data(weights)',
        'segment-distances': 'data(distances)',
        'edge-distances': 'endpoints',
        'target-endpoint': '0% 50%',
        'source-endpoint': '0% -50%',
      } as Record<string, unknown>,
    },
    { selector: 'edge.cell', style: { 'source-endpoint': '-50% 0%' } },
    {
      selector: 'edge[?further]',
      style: {
        'line-style': 'dashed',
        'line-dash-pattern': [2, 4],
        'line-cap': 'round',
      },
    },
    {
      selector: 'edge[?blocking]',
      style: {
        width: 1.75,
        'line-color': colours.edgeBlocking,
        'target-arrow-color': colours.edgeBlocking,
        'target-arrow-shape': 'tee',
      },
    },
    {
      selector: 'edge.selected',
      style: { 'line-color': colours.accent, 'target-arrow-color': colours.accent, width: 2.25 },
    },
    { selector: 'edge.hovered', style: { width: 2.5 } },
    // A wrong or awaited reference keeps its colour when selected.
    {
      selector: 'edge[?invalid]',
      style: {
        'line-color': colours.invalid,
        'target-arrow-color': colours.invalid,
        'target-arrow-shape': 'triangle',
      },
    },
    {
      selector: 'edge[?waited]',
      style: {
        'line-color': colours.amber,
        'target-arrow-color': colours.amber,
        'line-style': 'dashed',
        'line-dash-pattern': [...WAITING_DASH],
      },
    },
  ] as StylesheetJson;
}
