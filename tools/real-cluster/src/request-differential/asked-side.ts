import { isDeepStrictEqual } from 'node:util';
import type { ApiAnswer } from '../api-client.ts';
import type { Json } from './asked-kinds.ts';
import { type DrawnObject, type DrawnRequest, withTexts } from './drawn-request.ts';

/** Sends one request to a server; `body` as JSON. */
export type Send = (
  method: string,
  path: string,
  body: unknown,
  contentType: string,
) => Promise<ApiAnswer>;

/** An event of a watch. */
export interface WatchEvent {
  readonly type: string;
  readonly object: Json;
}

/** An object as it is stored; `undefined` when it is not there. */
type StoredObject =
  | {
      readonly metadata: {
        readonly uid: string;
        readonly resourceVersion: string;
        readonly managedFields?: unknown;
      };
    }
  | undefined;

/** What a side knows of an object: the latest comes first. */
interface Known {
  readonly uids: string[];
  readonly versions: string[];
  /** How often it has changed, not counting who changed what. */
  changes: number;
  stored: StoredObject;
}

/** One of the two servers, as a sequence sees it: it knows the uids and versions of the sequence's objects. */
export class AskedSide {
  readonly #send: Send;
  readonly #objects: readonly DrawnObject[];
  readonly #known: readonly Known[];
  readonly #since: string;
  readonly #metAt = new Map<string, number>();

  /** `since` is a resourceVersion from before the first request. */
  constructor(send: Send, objects: readonly DrawnObject[], since: string) {
    this.#send = send;
    this.#objects = objects;
    this.#since = since;
    this.#known = objects.map(() => ({ uids: [], versions: [], changes: 0, stored: undefined }));
  }

  /** Sends the request in this side's words. */
  async ask(request: DrawnRequest): Promise<ApiAnswer> {
    const { method, path, contentType = 'application/json', isOfStored } = request;
    const body = withTexts(request.body, (text) => this.#inOwnWords(text));
    const sent = isOfStored ? mergedPatch(await this.#storedAt(path), body) : body;
    return this.#send(method, path, sent, contentType);
  }

  /** What is stored at the path, in its version; what is not there is empty. */
  async #storedAt(path: string): Promise<unknown> {
    const { code, body } = await this.#send('GET', path, undefined, 'application/json');
    return code === 200 ? body : {};
  }

  /** Reads an object by number, and takes note of its uid and version. */
  async look(object: number): Promise<ApiAnswer> {
    const path = this.#objects[object]?.path ?? '';
    const answer = await this.#send('GET', path, undefined, 'application/json');
    const known = this.#known[object];
    if (!known) return answer;
    const before = known.stored;
    known.stored = answer.code === 200 ? (answer.body as StoredObject) : undefined;
    if (hasChanged(before, known.stored)) known.changes++;
    const { uid, resourceVersion } = known.stored?.metadata ?? {};
    if (uid !== undefined && !known.uids.includes(uid)) known.uids.unshift(uid);
    if (resourceVersion !== undefined && known.versions[0] !== resourceVersion) {
      known.versions.unshift(resourceVersion);
    }
    return answer;
  }

  /** What a watch tells of an object by number since the beginning; throws if it fails, or is silent about what was seen. */
  async events(object: number): Promise<readonly WatchEvent[]> {
    const path = this.#objects[object]?.path ?? '';
    const at = path.lastIndexOf('/');
    const query = new URLSearchParams({
      watch: 'true',
      resourceVersion: this.#since,
      timeoutSeconds: '1',
      fieldSelector: `metadata.name=${path.slice(at + 1)}`,
    });
    const watched = `${path.slice(0, at)}?${query}`;
    const { code, body } = await this.#send('GET', watched, undefined, 'application/json');
    const events = body as readonly WatchEvent[];
    const added = code === 200 ? events.filter(({ type }) => type === 'ADDED').length : 0;
    const failed = code !== 200 || events.some(({ type }) => type === 'ERROR');
    if (failed || added < (this.#known[object]?.uids.length ?? 0)) {
      throw new Error(`The watch ${watched} tells ${code}: ${JSON.stringify(body)}`);
    }
    return events;
  }

  /** When this side first answered with the time of an object; now, if it never has. */
  metAt(uid: string, time: string, now: number): number {
    const key = `${uid} ${time}`;
    const met = this.#metAt.get(key) ?? now;
    this.#metAt.set(key, met);
    return met;
  }

  /** How often an object has been seen to change. */
  changes(object: number): number {
    return this.#known[object]?.changes ?? 0;
  }

  /** Words that mean the same on both sides for a uid or a version of this side, or the text itself. */
  inCommonWords(text: string): string {
    for (const [object, { uids, versions }] of this.#known.entries()) {
      const uid = uids.toReversed().indexOf(text);
      if (uid >= 0) return `uid ${uid + 1} of ${object}`;
      const version = versions.indexOf(text);
      if (version >= 0)
        return version === 0 ? `the version of ${object}` : `an old version of ${object}`;
    }
    return text;
  }

  #inOwnWords(text: string): string {
    const [, word = '', object = ''] = /^\{([a-z-]+):(\d)\}$/.exec(text) ?? [];
    const { uids = [], versions = [] } = this.#known[Number(object)] ?? {};
    switch (word) {
      case 'uid':
        return uids[0] ?? `not-yet-${object}`;
      case 'old-uid':
        return uids[1] ?? 'never-was-either';
      case 'version':
        return versions[0] ?? '1';
      case 'old-version':
        return versions[1] ?? '2';
      default:
        return text;
    }
  }
}

/** A change of `managedFields` and the version alone does not count: our server keeps no such fields. */
function hasChanged(before: StoredObject, after: StoredObject): boolean {
  const { resourceVersion: old, managedFields: _, ...was } = before?.metadata ?? {};
  const { resourceVersion, managedFields: _now, ...is } = after?.metadata ?? {};
  if (old === resourceVersion) return false;
  const isSame = isDeepStrictEqual({ ...before, metadata: was }, { ...after, metadata: is });
  return !(
    isSame && !isDeepStrictEqual(before?.metadata.managedFields, after?.metadata.managedFields)
  );
}

/** A value with a merge patch applied, for what is to be sent whole. */
function mergedPatch(value: unknown, patch: unknown): unknown {
  if (!isJson(patch)) return patch;
  const merged = new Map(Object.entries(isJson(value) ? value : {}));
  for (const [key, part] of Object.entries(patch)) {
    if (part === null) merged.delete(key);
    else merged.set(key, mergedPatch(merged.get(key), part));
  }
  return Object.fromEntries(merged);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
