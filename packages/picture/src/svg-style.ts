import type { Mark } from '@gcscope/gc-core/wire';
import { WAITS_DASH } from './edge-look.ts';
import { type MarkLook, markLook } from './mark-look.ts';
import type { Palette } from './palette.ts';
import { MARKS } from './rows.ts';

const FONTS =
  "'Source Sans 3','Source Sans Pro',Inter,'Segoe UI',Roboto,Ubuntu,'Noto Sans',system-ui,sans-serif";

/** The style sheet of a picture; holds nothing that came from a cluster. */
export function svgStyle(colours: Palette): string {
  const { frame, accent, edge, edgeBlocking, invalid } = colours;
  return [
    `svg{font:500 12px ${FONTS};font-variant-numeric:tabular-nums;background:${colours.background}}`,
    `text{fill:${colours.text};stroke:none}.title{font-size:19px;font-weight:600}`,
    `.note{font-size:12px;fill:${colours.muted}}`,
    `.frame{fill:${frame.fill};stroke:${frame.stroke}}`,
    `.label{font-weight:600;fill:${frame.text}}`,
    `.far{font-weight:600;fill:${frame.text};text-anchor:middle}.behind{opacity:.5}`,
    `.count{font-weight:400;font-size:12px;fill:${colours.muted}}`,
    `.k{font-weight:400;font-size:10.5px}a:hover{stroke:${accent};stroke-width:2}`,
    `.e{fill:none;stroke:${edge};stroke-width:1.25;stroke-linecap:round}`,
    `.blocking{stroke:${edgeBlocking};stroke-width:1.9}`,
    `.further{stroke-dasharray:.1 5;stroke-width:2}`,
    `.blocking.further{stroke-dasharray:.1 6;stroke-width:3}`,
    `.invalid{stroke:${invalid}}.waited{stroke:${colours.amber};stroke-dasharray:6 4}.bar{stroke-width:3.2;stroke-dasharray:none}`,
    `.waits{stroke:${colours.amber};stroke-width:1.6;stroke-dasharray:${WAITS_DASH.join(' ')}}.waits.tip{fill:${colours.amber};stroke:none}`,
    `.gap{fill:none;stroke:${frame.fill};stroke-width:5}.tip{fill:${edge};stroke:none}.blocking.tip{fill:${edgeBlocking}}`,
    `.invalid.tip{fill:${invalid};stroke:none}.waited.tip{fill:${colours.amber};stroke:none}`,
    `.focus{fill:none;stroke:${accent};stroke-width:2.5}`,
    `.glyph{fill:none;stroke-dasharray:none;stroke:${colours.glyph};stroke-width:1.4;stroke-linecap:round;stroke-linejoin:round}`,
    `.letters{fill:${colours.glyph};font-size:11px;font-weight:700;text-anchor:middle}`,
    `.glyph.absent{stroke:currentColor}.letters.absent{fill:currentColor}.cross{stroke:${colours.marks.gone.sign};stroke-width:1.5}`,
    `.sign{fill:none;stroke-dasharray:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}`,
    `.pill{stroke-width:1;stroke-dasharray:none}.word{font-size:10px;font-weight:600}`,
    ...MARKS.map((mark) => markStyle(mark, colours)),
    // Pales the shapes and not the whole group: the text of a pale card stays readable.
    '.pale use{opacity:.55}.pale text{fill:currentColor}',
    // This rule comes after the marks: a wrong reference is an outline beside any of them.
    `.wrong{stroke:${invalid};stroke-width:1.6;stroke-dasharray:5 3.5}.wrong .k{fill:${invalid}}`,
    `.calm.wrong .pill{stroke:${invalid}}.calm.wrong .sign{stroke:${invalid}}.calm.wrong .word{fill:${invalid}}.wrong .ref{stroke:${invalid}}`,
  ].join('');
}

const DASHES: Readonly<Record<MarkLook['outline'], string>> = {
  solid: '',
  dashed: ';stroke-dasharray:5 4',
  dotted: ';stroke-width:2;stroke-dasharray:.1 4;stroke-linecap:round',
};

function markStyle(mark: Mark, colours: Palette): string {
  const { fill, stroke, text, muted, sign } = colours.marks[mark];
  const cardFill = mark === 'not-verified' ? 'url(#hatch)' : fill;
  const dash = DASHES[markLook(mark).outline];
  // The group carries the style: the card itself is reused from the definitions, where it can only inherit.
  return (
    `.${mark}{fill:${cardFill};stroke:${stroke};color:${muted}${dash}}.${mark} text{fill:${text}}` +
    `.${mark} .k{fill:${muted}}.${mark} .pill{fill:${fill};stroke:${stroke}}` +
    `.${mark} .sign{stroke:${sign}}.${mark} .word{fill:${sign}}`
  );
}
