import { layout, type Rows } from '../../src/index.ts';
import { type SvgOptions, writeSvg } from '../../src/svg.ts';

/** The picture of these rows, laid out anew. */
export function svgOf(rows: Rows, options: Partial<SvgOptions> = {}): string {
  return writeSvg(rows, layout(rows), { theme: 'light', title: 'a cluster', ...options });
}
