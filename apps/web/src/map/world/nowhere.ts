import type { Box, Layout } from '@gcscope/picture';
import { nearestNamespace } from '../view/namespace-camera.ts';
import { indexOf, type ViewIndex } from './view-index.ts';

/** The namespace nearest to the middle of a view in which no card is; `undefined` if one is, or there are none. */
export function nearestIfNowhere(view: Box, layout: Layout, made?: ViewIndex): string | undefined {
  const isNowhere = indexOf(layout, made).inBox(view, 0).length === 0;
  return isNowhere ? nearestNamespace(view, layout) : undefined;
}
