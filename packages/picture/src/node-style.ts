import { BUILT_IN_TINT } from './glyph.ts';
import type { Palette } from './palette.ts';

/** The style of parts that only pictures of nodes have. */
export function nodeStyle(colours: Palette): string {
  const { frame, muted, red, text, marks, edgeBlocking } = colours;
  return [
    `.heading{font-size:15px;font-weight:600}.heading .note{font-weight:400}.summary{font-size:13px}`,
    `.unit{font-weight:600;fill:${frame.text}}.warning{fill:${red}}.alarm{stroke:${red}}`,
    `.tint{fill:${BUILT_IN_TINT};stroke:none}.more{fill:${frame.fill};stroke:${frame.stroke}}`,
    `.more text{fill:${text}}.more .k{fill:${muted}}`,
    `.freed{fill:url(#freed);stroke:${marks.goes.stroke}}.threshold{fill:none;stroke:${edgeBlocking};stroke-width:2}`,
  ].join('');
}

/** The pattern of space that the plan frees: hatched, so that it is told apart without colours. */
export function freedPattern({ marks }: Palette): string {
  const { fill, stroke } = marks.goes;
  return (
    '<pattern id="freed" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">' +
    `<rect width="8" height="8" fill="${fill}"/><path d="M0 0v8" stroke="${stroke}" stroke-width="2.5"/></pattern>`
  );
}
