import type { GraphChange } from '../graph/graph-change.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import type { Uid } from '../meta/object-reference.ts';

/** The events that monitors have not observed yet: in order within a kind, kinds independent of each other. */
export class HeldEvents {
  readonly #byKind = new Map<string, GraphChange[]>();
  /** The monitor's stored state of objects with held events; `undefined`: not there yet. */
  readonly #behind = new Map<
    Uid,
    { kind: string; namespace: string; meta: ObjectMeta | undefined }
  >();

  /** Kinds with events that wait, in the order in which they began to. */
  kinds(): string[] {
    return [...this.#byKind.keys()];
  }

  hold(kind: string, change: GraphChange): void {
    const { uid, namespace } = change.identity;
    const waiting = this.#byKind.get(kind);
    if (waiting) waiting.push(change);
    else this.#byKind.set(kind, [change]);
    if (!this.#behind.has(uid)) {
      const meta = change.type === 'DELETED' ? change.meta : change.oldMeta;
      this.#behind.set(uid, { kind, namespace, meta });
    }
  }

  /** Takes the oldest event of the kind. */
  release(kind: string): GraphChange | undefined {
    const waiting = this.#byKind.get(kind);
    const change = waiting?.shift();
    if (!waiting || !change) return undefined;
    if (waiting.length === 0) this.#byKind.delete(kind);
    const { uid, namespace } = change.identity;
    if (waiting.some((each) => each.identity.uid === uid)) {
      const meta = change.type === 'DELETED' ? undefined : change.meta;
      this.#behind.set(uid, { kind, namespace, meta });
    } else this.#behind.delete(uid);
    return change;
  }

  /** The object under the name in a monitor's store, given the one on the server (PA-04). */
  stored(
    kind: string,
    namespace: string,
    name: string,
    live: ObjectMeta | undefined,
  ): ObjectMeta | undefined {
    for (const entry of this.#behind.values()) {
      const isIt =
        entry.kind === kind && entry.namespace === namespace && entry.meta?.name === name;
      if (isIt) return entry.meta;
    }
    return live && this.#behind.has(live.uid) ? undefined : live;
  }
}
