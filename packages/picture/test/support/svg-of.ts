import { layout, type Rows, type SvgOptions, writeSvg } from '../../src/index.ts';

/** The picture of these rows, laid out anew. */
export function svgOf(rows: Rows, options: Partial<SvgOptions> = {}): string {
  return writeSvg(rows, layout(rows), { theme: 'light', title: 'a cluster', ...options });
}
