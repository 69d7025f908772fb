import type { NodeRecord } from '@gcscope/gc-core/wire';
import { layout, rowsOf, type SvgOptions, writeSvg } from '@gcscope/picture';

/** The records as an SVG document. */
export function drawView(records: readonly NodeRecord[], options: SvgOptions): string {
  const rows = rowsOf(records);
  return writeSvg(rows, layout(rows), options);
}
