import { absentIn, type NodeRecord, packNodes, type SavedView } from '@gcscope/gc-core/wire';
import { layout } from './layout.ts';
import { leaveOutGone } from './leave-out-gone.ts';
import { rowsOf } from './rows-of-records.ts';
import { ALL_OPEN, type StackOptions, stackSiblings } from './stack-siblings.ts';
import { type SvgOptions, writeSvg } from './svg.ts';

export interface ViewOptions extends Pick<SvgOptions, 'theme' | 'linkBase'> {
  /** Options of the stacks of siblings; absent if none stack. */
  readonly stacks?: StackOptions | undefined;
}

/** The records of a view as an SVG document that carries them. No uid may be there twice. */
export function drawView(
  records: readonly NodeRecord[],
  view: SavedView,
  { stacks, ...options }: ViewOptions,
): string {
  const all = rowsOf(records, absentIn(view), view.focus);
  const whole = stacks ? stackSiblings(all, stacks) : all;
  const placed = { rows: whole, layout: layout(whole) };
  const drawn = view.simulated ? leaveOutGone(placed.rows, placed.layout) : placed;
  const openStacks = stacks ? [...(stacks.open ?? [])] : [ALL_OPEN];
  const carried = { ...view, nodes: packNodes(records), openStacks };
  return writeSvg(drawn.rows, drawn.layout, { ...view, ...options, carried });
}
