import { rememberedList, useRemembered } from './remembered-list.ts';

/** A link with a name, kept in this browser. */
export interface SavedView {
  readonly name: string;
  /** Path and query. */
  readonly href: string;
}

const LONGEST_NAME = 100;

const saved = rememberedList<SavedView>('gcscope.views', parseView);

/** The saved views, in order of their names. */
export function useSavedViews(): readonly SavedView[] {
  return useRemembered(saved);
}

/** Saves a view; one of the same name is replaced. A name without letters saves nothing. */
export function saveView({ name, href }: SavedView): void {
  const text = name.trim().slice(0, LONGEST_NAME);
  if (text === '') return;
  const others = saved.read().filter((view) => view.name !== text);
  saved.write([...others, { name: text, href }].sort((a, b) => a.name.localeCompare(b.name)));
}

/** Gives a view another name. */
export function renameView(view: SavedView, name: string): void {
  if (name.trim() === '') return;
  forgetView(view);
  saveView({ ...view, name });
}

/** Deletes a view from this browser. */
export function forgetView({ name }: SavedView): void {
  saved.write(saved.read().filter((view) => view.name !== name));
}

function parseView(value: unknown): SavedView | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, href } = value as Partial<Record<keyof SavedView, unknown>>;
  if (typeof name !== 'string' || typeof href !== 'string') return undefined;
  // Accepts only links to this page: any other was not saved here.
  const isOurs =
    href.startsWith('/') &&
    URL.parse(href, window.location.origin)?.origin === window.location.origin;
  return isOurs ? { name, href } : undefined;
}
