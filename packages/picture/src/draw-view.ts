import { type NodeRecord, packNodes, type SavedView } from '@gcscope/gc-core/wire';
import { layout } from './layout.ts';
import { rowsOf } from './rows-of-records.ts';
import { type SvgOptions, writeSvg } from './svg.ts';

/** The records of a view as an SVG document that carries them. No uid may be there twice. */
export function drawView(
  records: readonly NodeRecord[],
  view: SavedView,
  options: Pick<SvgOptions, 'theme' | 'linkBase'>,
): string {
  const rows = rowsOf(records, new Set(view.gone));
  const carried = { ...view, nodes: packNodes(records) };
  return writeSvg(rows, layout(rows), { ...view, ...options, carried });
}
