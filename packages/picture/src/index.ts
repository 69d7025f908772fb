export { awaitedEdges } from './awaited-edges.ts';
export { blockerWord, describeFaults, WAITS_FOR_DEPENDENTS } from './card-text.ts';
export { drawNode } from './draw-node.ts';
export { drawNodeMiniature } from './draw-node-miniature.ts';
export { drawView } from './draw-view.ts';
export {
  type EdgeLook,
  edgesOf,
  lookOfTraits,
  WAITS_DASH,
  WAITS_LOOK,
  WAITS_MEANING,
} from './edge-look.ts';
export {
  type Box,
  BUS,
  CARD_HEIGHT,
  CARD_WIDTH,
  contains,
  FRAME_GAP,
  FRAME_LABEL,
  FRAME_PADDING,
  GAP_X,
  GAP_Y,
  inflate,
  LEVEL,
  overlaps,
  type Point,
  type Size,
  union,
} from './geometry.ts';
export { glyphOf } from './glyph.ts';
export { kindCalled } from './kind-called.ts';
export { briefKind, shortKind } from './kind-short-names.ts';
export { layout, layoutAnew, layoutInOrder, slotOf } from './layout.ts';
export { layoutOpened } from './layout-opened.ts';
export { markLook, WRONG_REFERENCE } from './mark-look.ts';
export { writeMermaid } from './mermaid.ts';
export { indexDependents, neighbourhood, reach } from './neighbourhood.ts';
export type { NodePicture } from './node-picture.ts';
export { nodePictureOf } from './node-picture-of.ts';
export { type Palette, palette, type Theme } from './palette.ts';
export type { Frame, Layout } from './positions.ts';
export { type CrossEdge, crossEdges, type Route, routeEdges } from './route-edges.ts';
export { routePaths } from './route-paths.ts';
export { BLOCKING, type Edges, INVALID, MARKS, type Rows, WAITED, WAITS, WRONG } from './rows.ts';
export { rowsOfPacked } from './rows-of-packed.ts';
export { rowsOf } from './rows-of-records.ts';
export { haveSameShape } from './same-shape.ts';
export { readPicture, type SavedPicture } from './saved-picture.ts';
export {
  describeStack,
  hiddenBy,
  OLD_REPLICA_SETS,
  STACKED,
  type Stack,
  shortStackName,
  stackDetail,
  stackName,
  stackSize,
} from './stack.ts';
export { ALL_OPEN, type StackOptions, stackSiblings } from './stack-siblings.ts';
export { svgChunks, writeSvg } from './svg.ts';
export { escapeText } from './svg-text.ts';
export { treemap } from './treemap.ts';
export { compareUrgency, type Urgency } from './urgent-namespaces.ts';
