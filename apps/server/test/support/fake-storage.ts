import type { FakeMeta, FakeResource } from './fake-api-server.ts';

export interface StoredEvent {
  readonly key: string;
  readonly type: string;
  readonly meta: FakeMeta;
}

/** What API servers of one cluster share: the objects, and one version for all of them. */
export class FakeStorage {
  version = 100;
  /** Served resources by `group/resource`. */
  readonly resources = new Map<string, FakeResource>();
  /** Told of each event. */
  readonly servers = new Set<(event: StoredEvent) => void>();
  readonly #objects = new Map<string, Map<string, FakeMeta>>();

  put(resource: FakeResource, fields: Partial<FakeMeta> & { readonly name: string }): FakeMeta {
    const objects = this.#objectsOf(keyOf(resource));
    this.version++;
    const uid = fields.uid ?? `uid-${this.version}`;
    const type = objects.has(uid) ? 'MODIFIED' : 'ADDED';
    const meta = { ...objects.get(uid), ...fields, uid, resourceVersion: String(this.version) };
    objects.set(uid, meta);
    this.#publish({ key: keyOf(resource), type, meta });
    return meta;
  }

  remove(resource: FakeResource, uid: string): void {
    const objects = this.#objectsOf(keyOf(resource));
    const stored = objects.get(uid);
    if (!stored) return;
    objects.delete(uid);
    this.version++;
    const meta = { ...stored, resourceVersion: String(this.version) };
    this.#publish({ key: keyOf(resource), type: 'DELETED', meta });
  }

  list(resource: FakeResource): readonly FakeMeta[] {
    return [...this.#objectsOf(keyOf(resource)).values()];
  }

  /** The resource and its objects are gone, as with a deleted CRD. */
  drop(resource: FakeResource): void {
    this.resources.delete(keyOf(resource));
    this.#objects.delete(keyOf(resource));
  }

  #publish(event: StoredEvent): void {
    for (const notify of this.servers) notify(event);
  }

  #objectsOf(key: string): Map<string, FakeMeta> {
    const objects = this.#objects.get(key) ?? new Map<string, FakeMeta>();
    this.#objects.set(key, objects);
    return objects;
  }
}

export function keyOf({ group, resource }: FakeResource): string {
  return `${group}/${resource}`;
}
