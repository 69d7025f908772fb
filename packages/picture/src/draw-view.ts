import { type NodeRecord, packNodes, type SavedView } from '@gcscope/gc-core/wire';
import { layout } from './layout.ts';
import { rowsOf } from './rows-of-records.ts';
import { type StackOptions, stackSiblings } from './stack-siblings.ts';
import { type SvgOptions, writeSvg } from './svg.ts';

/** How a view is drawn. */
export interface ViewOptions extends Pick<SvgOptions, 'theme' | 'linkBase'> {
  /** How siblings stack; absent if they do not. */
  readonly stacks?: StackOptions | undefined;
}

/** The records of a view as an SVG document that carries them. No uid may be there twice. */
export function drawView(
  records: readonly NodeRecord[],
  view: SavedView,
  { stacks, ...options }: ViewOptions,
): string {
  const all = rowsOf(records, new Set(view.gone), new Set(view.forgotten));
  const rows = stacks ? stackSiblings(all, stacks) : all;
  const carried = { ...view, nodes: packNodes(records) };
  return writeSvg(rows, layout(rows), { ...view, ...options, carried });
}
