import type { ObjectMeta, Uid } from '@gcscope/gc-core';
import type { Millis, Seconds } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';
import type { ApiClient, ApiFailure } from '../answers/api-answer.ts';
import type { DecodedEvent } from '../answers/decoded.ts';
import { OBJECT_ACCEPT, watchDecoder } from '../answers/decoders.ts';
import { childController } from './child-controller.ts';
import { brokenOff, type ListedObjects, type ListResult } from './read-list.ts';
import type { UndecodableObjects } from './undecodable-objects.ts';

/** A server that ignores the request for initial events sends what exists, and then nothing. */
const SILENCE: Millis = 10_000;
/** No list may take longer. */
const LONGEST: Seconds = 300;
/** How servers answer that know of no watch lists. */
const REFUSALS: ReadonlySet<number> = new Set([400, 405, 406, 415, 422]);

/** Where a watch list goes as it arrives. */
export interface WatchListTaker {
  readonly add: (objects: readonly ObjectMeta[]) => void;
  /** The object changed while the list was on its way. */
  readonly change: (type: 'MODIFIED' | 'DELETED', meta: ObjectMeta) => void;
}

export interface WatchListRequest {
  readonly client: Pick<ApiClient, 'getStream'>;
  readonly clock: Clock;
  readonly listed: ListedObjects;
  /** Not older than this; empty: as new as the server. */
  readonly resourceVersion: string;
  /** Objects that are left out are added here. */
  readonly undecodable: UndecodableObjects;
  readonly signal: AbortSignal;
  /** Without it all objects are in the answer. */
  readonly take?: WatchListTaker | undefined;
}

/**
 * Reads a list as the first events of a watch, up to the bookmark that marks its end: the server sends it object by object from
 * its cache, at its newest version. `unserved`: the server knows no watch lists.
 */
export async function readWatchList(
  request: WatchListRequest,
): Promise<ListResult | { readonly type: 'unserved' }> {
  const { client, clock, listed, resourceVersion, signal } = request;
  const query = new URLSearchParams({
    watch: 'true',
    sendInitialEvents: 'true',
    resourceVersionMatch: 'NotOlderThan',
    allowWatchBookmarks: 'true',
    timeoutSeconds: String(LONGEST),
    ...(resourceVersion === '' ? {} : { resourceVersion }),
    ...(listed.labelSelector === undefined ? {} : { labelSelector: listed.labelSelector }),
  });
  const child = childController(signal);
  let isSilent = false;
  let cancel = (): void => undefined;
  const awaitMore = (): void => {
    cancel();
    cancel = clock.setTimeout(() => {
      isSilent = true;
      child.abort();
    }, SILENCE);
  };
  try {
    const answer = await client.getStream(`${listed.path}?${query}`, {
      accept: OBJECT_ACCEPT,
      signal: child.signal,
    });
    if (answer.type !== 'ok') {
      return isRefusal(answer) ? { type: 'unserved' } : { type: 'failed', failure: answer };
    }
    awaitMore();
    const decoder = watchDecoder(answer.encoding);
    const list = new ArrivingList(request);
    for await (const chunk of answer.chunks) {
      awaitMore();
      for (const event of decoder.push(chunk)) {
        const result = list.push(event);
        if (result) return result;
      }
      list.passOn();
    }
    return { type: 'unserved' };
  } catch (error) {
    if (isSilent) return { type: 'unserved' };
    return { type: 'failed', failure: brokenOff(error, signal) };
  } finally {
    cancel();
    child.release();
  }
}

function isRefusal(failure: ApiFailure): boolean {
  return failure.type === 'status' && REFUSALS.has(failure.code);
}

/** The objects of a watch list so far. */
class ArrivingList {
  readonly #request: WatchListRequest;
  readonly #objects = new Map<Uid, ObjectMeta>();

  constructor(request: WatchListRequest) {
    this.#request = request;
  }

  /** Takes an event; the list, if this one marks its end, or why there will be none. */
  push(event: DecodedEvent): ListResult | undefined {
    switch (event.type) {
      case 'BOOKMARK':
        return event.endsList ? this.#end(event.resourceVersion) : undefined;
      case 'ERROR':
        return { type: 'failed', failure: event.failure };
      case 'undecodable':
        return event;
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
        return this.#take(event.type, event.object);
    }
  }

  /** Hands over what has arrived. */
  passOn(): void {
    const { take } = this.#request;
    if (!take || this.#objects.size === 0) return;
    take.add([...this.#objects.values()]);
    this.#objects.clear();
  }

  #take(
    type: 'ADDED' | 'MODIFIED' | 'DELETED',
    object: Extract<DecodedEvent, { object: unknown }>['object'],
  ): ListResult | undefined {
    const { take, undecodable } = this.#request;
    if (object.type === 'unsupported') return object;
    if (object.type === 'malformed') {
      // Only another list shows for sure which object was removed.
      if (type === 'DELETED') return { type: 'undecodable', reason: object.reason };
      undecodable.add(object.key, object.reason);
      return undefined;
    }
    const { meta } = object;
    if (type === 'ADDED') this.#objects.set(meta.uid, meta);
    else if (take) {
      this.passOn();
      take.change(type, meta);
    } else if (type === 'MODIFIED') this.#objects.set(meta.uid, meta);
    else this.#objects.delete(meta.uid);
    return undefined;
  }

  #end(resourceVersion: string): ListResult {
    this.passOn();
    return { type: 'listed', objects: [...this.#objects.values()], resourceVersion };
  }
}
