import type { ApiClient } from '../answers/api-answer.ts';
import { type ListedObjects, readPage } from './read-list.ts';

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
  let listed = 0;
  const end = await readPage(client, `${path}?limit=1`, signal, () => listed++);
  if (end.type !== 'complete') return undefined;
  const remaining = end.continue === '' ? 0 : end.remaining;
  if (remaining === undefined) return undefined;
  return { count: listed + remaining, resourceVersion: end.resourceVersion };
}
