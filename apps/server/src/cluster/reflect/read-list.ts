import type { ObjectMeta } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import type { ApiClient, ApiFailure } from '../answers/api-answer.ts';
import type { DecodedObject, ListEnd } from '../answers/decoded.ts';
import { LIST_ACCEPT, listDecoder } from '../answers/decoders.ts';
import type { UndecodableObjects } from './undecodable-objects.ts';

/** A list that stands still for so long is given up. */
const IDLE_TIMEOUT: Millis = 60_000;

/** Why a list is not there. */
export type UnreadList =
  | { readonly type: 'failed'; readonly failure: ApiFailure }
  | Exclude<ListEnd, { type: 'complete' }>;

/** A whole list, or why there is none; never a part of one. */
export type ListResult =
  | {
      readonly type: 'listed';
      readonly objects: readonly ObjectMeta[];
      readonly resourceVersion: string;
    }
  | UnreadList;

/** The objects to list: all under a path, or those that a selector selects. */
export interface ListedObjects {
  readonly path: string;
  readonly labelSelector?: string | undefined;
}

/**
 * Reads a list of metadata as it arrives, page after page when the server makes pages. Malformed objects are added to
 * `undecodable`. `take` is given the objects as they arrive; without it all are in the answer.
 */
export async function readList(
  client: Pick<ApiClient, 'getStream'>,
  { path, labelSelector }: ListedObjects,
  resourceVersion: string,
  undecodable: UndecodableObjects,
  signal: AbortSignal,
  take?: (objects: readonly ObjectMeta[]) => void,
): Promise<ListResult> {
  const objects: ObjectMeta[] = [];
  const passOn = (): void => {
    if (objects.length > 0) take?.(objects.splice(0));
  };
  const keep = (object: DecodedObject): void => {
    if (object.type === 'object') objects.push(object.meta);
    else if (object.type === 'malformed') undecodable.add(object.key, object.reason);
  };
  const query = new URLSearchParams(labelSelector === undefined ? {} : { labelSelector });
  if (resourceVersion !== '') query.set('resourceVersion', resourceVersion);
  for (;;) {
    const url = query.size === 0 ? path : `${path}?${query}`;
    const end = await readPage(client, url, signal, keep, { chunkRead: take && passOn });
    if (end.type !== 'complete') return end;
    if (end.continue === '') {
      return { type: 'listed', objects, resourceVersion: end.resourceVersion };
    }
    query.delete('resourceVersion');
    query.set('continue', end.continue);
  }
}

interface PageOptions {
  /** Objects come with their labels. */
  readonly withLabels?: boolean;
  /** Called when the objects of what arrived were given. */
  readonly chunkRead?: (() => void) | undefined;
}

/** Reads one page of a list; `keep` is given every object, in order. */
export async function readPage(
  client: Pick<ApiClient, 'getStream'>,
  url: string,
  signal: AbortSignal,
  keep: (object: DecodedObject) => void,
  { withLabels = false, chunkRead }: PageOptions = {},
): Promise<ListEnd | UnreadList> {
  const idleTimeout = IDLE_TIMEOUT;
  const answer = await client.getStream(url, { accept: LIST_ACCEPT, signal, idleTimeout });
  if (answer.type !== 'ok') return { type: 'failed', failure: answer };
  const decoder = listDecoder(answer.encoding, withLabels);
  try {
    for await (const chunk of answer.chunks) {
      for (const object of decoder.push(chunk)) keep(object);
      chunkRead?.();
      if (decoder.failed) break;
    }
  } catch (error) {
    return { type: 'failed', failure: brokenOff(error, signal) };
  }
  return decoder.end();
}

/** The failure of a body that broke off. */
export function brokenOff(error: unknown, signal: AbortSignal): ApiFailure {
  if (signal.aborted) return { type: 'aborted' };
  const message = error instanceof Error ? error.message : String(error);
  return { type: 'unreachable', message: `the connection broke off (${message})` };
}
