import {
  absentIn,
  formatCount,
  graphDocument,
  type NodeRecord,
  type SavedView,
} from '@gcscope/gc-core/wire';
import { drawView, rowsOf, type StackOptions, type Theme, writeMermaid } from '@gcscope/picture';
import { drawPng } from './draw-png.ts';
import { saveFile } from './save-file.ts';

/** A view that is saved: its objects, and its own description. */
export interface ViewToSave extends SavedView {
  readonly records: readonly NodeRecord[];
  /** Options of the stacks in its pictures; absent if none stack. */
  readonly stacks?: StackOptions | undefined;
}

/** The look of a graph that is saved. */
export interface GraphLook {
  readonly theme: Theme;
  /** Address of the pages of its objects; absent if they are simulated. */
  readonly linkBase?: string;
}

/** Saves the view as a picture that carries its graph. */
export function saveSvg({ records, stacks, ...view }: ViewToSave, look: GraphLook): void {
  const svg = drawView(records, view, { ...look, stacks });
  saveFile(view.title, 'svg', new Blob([svg], { type: 'image/svg+xml' }));
}

/** Saves the view as PNG; resolves with a sentence when it is not saved, or smaller than it is drawn. */
export async function savePng(
  { records, stacks, ...view }: ViewToSave,
  theme: Theme,
): Promise<string | undefined> {
  const png = await drawPng(drawView(records, view, { theme, stacks }));
  if (!png) return 'This browser cannot draw a picture of this size. Save the view as SVG.';
  saveFile(view.title, 'png', png.blob);
  if (png.scale >= 1) return undefined;
  const percent = Math.max(1, Math.round(png.scale * 100));
  return `The PNG is saved at ${percent} % of its size, ${formatCount(png.width)} × ${formatCount(png.height)} px: browsers draw no larger ones. To read every name, filter the view, or save it as SVG.`;
}

/** Saves the view as a document for programs. */
export function saveJson({ records, stacks: _, ...view }: ViewToSave): void {
  const text = JSON.stringify(graphDocument(view, records), null, 2);
  saveFile(view.title, 'json', new Blob([`${text}\n`], { type: 'application/json' }));
}

/** The view as a Mermaid flowchart, or a sentence why not. */
export function mermaidOf({ records, ...view }: ViewToSave): ReturnType<typeof writeMermaid> {
  return writeMermaid(rowsOf(records, absentIn(view), view.focus), view);
}
