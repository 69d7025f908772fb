import type { NodeRecord } from '@gcscope/gc-core/wire';
import {
  layout,
  rowsOf,
  type StackOptions,
  type SvgOptions,
  stackSiblings,
  writeSvg,
} from '@gcscope/picture';

/** The records as an SVG document; with `stacks` siblings stack as on the map. */
export function drawView(
  records: readonly NodeRecord[],
  stacks: StackOptions | undefined,
  options: SvgOptions,
): string {
  const all = rowsOf(records);
  const rows = stacks ? stackSiblings(all, stacks) : all;
  return writeSvg(rows, layout(rows), options);
}
