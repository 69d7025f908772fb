import type { ApiClient } from './api-answer.ts';
import { fieldsOf, textOf } from './decode-meta.ts';
import { type ListedObjects, METADATA_LIST_JSON } from './read-list.ts';

/** How many objects there were at a version. */
export interface ObjectCount {
  readonly count: number;
  readonly resourceVersion: string;
}

/** Asks for the first object and how many more there are; `undefined` when the server does not say. */
export async function countObjects(
  client: ApiClient,
  { path }: ListedObjects,
  signal: AbortSignal,
): Promise<ObjectCount | undefined> {
  const answer = await client.getJson(`${path}?limit=1`, { accept: METADATA_LIST_JSON, signal });
  if (answer.type !== 'ok') return undefined;
  const { metadata, items } = fieldsOf(answer.body) ?? {};
  const { resourceVersion, remainingItemCount, continue: more } = fieldsOf(metadata) ?? {};
  const listed = Array.isArray(items) ? items.length : 0;
  const isWhole = textOf(more) === '';
  if (!isWhole && typeof remainingItemCount !== 'number') return undefined;
  const remaining = isWhole ? 0 : Number(remainingItemCount);
  return { count: listed + remaining, resourceVersion: textOf(resourceVersion) };
}
