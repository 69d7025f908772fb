import type { GraphNode } from '../../graph/graph-node.ts';
import { parseApiVersion } from '../../meta/object-reference.ts';
import type { PropagationPolicy } from '../../meta/propagation-policy.ts';
import { type ClusterView, isBeingDeleted, isNeverSeen } from '../cluster-view.ts';
import { isDefinition, isNamespace } from '../container-kinds.ts';
import type { ForecastFacts } from './forecast-facts.ts';
import {
  type NamespaceEmptying,
  namespaceEmptying,
  type RuledBlocker,
} from './namespace-emptying.ts';
import type { ObjectState } from './object-state.ts';
import type { PlainLeaves } from './plain-leaves.ts';

/** The deletion that content is a part of. */
interface Deletion {
  readonly leaves: Pick<PlainLeaves, 'deletedUids'>;
  state(node: GraphNode): ObjectState;
  /** The state of an object that is deleted for itself. */
  named(node: GraphNode): ObjectState;
  request(state: ObjectState, policy: PropagationPolicy, rule: string): void;
  endUnlessHeld(state: ObjectState): void;
}

/** Deletes what is in it, and waits until it is empty. */
interface Container {
  readonly state: ObjectState;
  /** Each part is begun when the one before is gone. */
  readonly parts: readonly (readonly ObjectState[])[];
  begun: number;
  /** Of a Namespace; its controller is done once nothing is left and nothing else holds it. */
  readonly emptying?: NamespaceEmptying;
  isDone: boolean;
}

const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

/** What goes with a Namespace (NS-07..09) or with the definition of a kind (FN-04), whoever owns it. */
export class DeletionContent {
  readonly #pass: Deletion;
  readonly #view: ClusterView;
  readonly #facts: ForecastFacts;
  readonly #containers = new Map<ObjectState, Container>();
  /** Namespaces that were looked up because something in them went. */
  readonly #lookedUp = new Set<string>();
  /** What holds others is taken to be gone. */
  #released = false;

  constructor(pass: Deletion, view: ClusterView, facts: ForecastFacts) {
    this.#pass = pass;
    this.#view = view;
    this.#facts = facts;
  }

  /** It is being deleted, or a DELETE of it was sent. */
  begin(state: ObjectState): void {
    const { node } = state;
    if (this.#containers.has(state)) return;
    if (isDefinition(node.identity)) {
      const parts = [this.#ofKind(node.identity.name)];
      this.#containers.set(state, { state, parts, begun: 0, isDone: false });
    } else if (isNamespace(node.identity)) {
      const parts = this.#inNamespace(node.identity.name);
      const isEmpty = parts.every(({ length }) => length === 0);
      const emptying = namespaceEmptying(state, isEmpty, this.#facts);
      const { isDone, hasFailed } = emptying;
      const begun = hasFailed ? parts.length : 0;
      this.#containers.set(state, { state, parts, begun, emptying, isDone });
    }
  }

  /** Something in the namespace went: if it is being deleted, its controller goes on. */
  left({ namespace, identity }: GraphNode): void {
    if (namespace === '' || this.#lookedUp.has(namespace)) return;
    this.#lookedUp.add(namespace);
    const namespaces = this.#view.mapping('v1', 'Namespace');
    if (typeof namespaces === 'string') return;
    const found = this.#view.byName(namespaces, '', namespace);
    const node = found && this.#view.get(found.uid);
    if (!node || !isBeingDeleted(node, this.#view)) return;
    const state = this.#pass.state(node);
    state.cause ??= this.#view.get(identity.uid);
  }

  /** From now on nobody holds anything. */
  release(): void {
    this.#released = true;
  }

  /** Whether something is left in it, or it cannot be finished. */
  isHeld(state: ObjectState): boolean {
    const container = this.#containers.get(state);
    if (!container || container.isDone) return false;
    return isLeft(container.parts) || (!this.#released && container.emptying?.heldBy !== undefined);
  }

  /** Whether the namespace controller is at it: what else is asked of it is not heard (NS-02). */
  isEmptied(state: ObjectState): boolean {
    const container = this.#containers.get(state);
    return state.terminating && container?.emptying !== undefined && !container.isDone;
  }

  /** Whether the finalizer is there for the content only. */
  isOwn(state: ObjectState, finalizer: string): boolean {
    return finalizer === CLEANUP && this.#containers.has(state);
  }

  /** What holds it: what is left of the first part that is not gone, as the others are not begun, or what its controller waits for. */
  blockerOf(state: ObjectState): RuledBlocker | undefined {
    const container = this.#containers.get(state);
    if (!container || container.isDone) return undefined;
    const { parts, emptying } = container;
    const left = parts.flat().find(({ gone }) => !gone);
    if (!left) return emptying?.heldBy;
    return { type: 'object', object: left.node.identity, rule: emptying ? 'NS-08' : 'FN-04' };
  }

  /** Goes one part on in each; true if anything was deleted. */
  pass(): boolean {
    let moved = false;
    for (const container of this.#containers.values()) {
      if (container.isDone || container.state.gone) continue;
      const { state, parts, begun } = container;
      if (begun === parts.length) moved = this.#finish(state, container) || moved;
      else if (!isLeft(parts.slice(0, begun))) {
        container.begun++;
        for (const each of parts[begun] ?? []) this.#remove(each, container);
        moved = true;
      }
    }
    return moved;
  }

  /** NS-14, FN-04. Whether it goes. */
  #finish(state: ObjectState, container: Container): boolean {
    if (this.isHeld(state)) return false;
    container.isDone = true;
    if (state.rule === '') state.rule = 'NS-14';
    this.#pass.endUnlessHeld(state);
    return state.gone;
  }

  /** What was deleted before, and waits for nothing that a DELETE could change, is as it was. */
  #remove(each: ObjectState, { state, emptying }: Container): void {
    const { terminating, foreground, orphaning, unheard } = each;
    if (!state.requested && terminating && !foreground && !orphaning && !unheard) return;
    each.cause ??= state.node;
    this.#pass.request(each, 'Background', emptying ? 'NS-08' : 'FN-04');
  }

  /** Since 1.33 Pods first (NS-07), then all the rest. */
  #inNamespace(name: string): ObjectState[][] {
    const pods: ObjectState[] = [];
    const others: ObjectState[] = [];
    const gone = this.#pass.leaves.deletedUids();
    for (const node of this.#facts.nodes()) {
      const { apiVersion, kind, namespace } = node;
      if (namespace !== name || isNeverSeen(node, this.#view) || gone.has(node.uid)) continue;
      const isPod = apiVersion === 'v1' && kind === 'Pod';
      (isPod ? pods : others).push(this.#pass.named(node));
    }
    return this.#view.release.deletesPodsOfNamespaceFirst ? [pods, others] : [[...pods, ...others]];
  }

  /** A definition is named `<plural>.<group>`. */
  #ofKind(name: string): ObjectState[] {
    const dot = name.indexOf('.');
    const [plural, group] = [name.slice(0, dot), name.slice(dot + 1)];
    const gone = this.#pass.leaves.deletedUids();
    return [...this.#facts.nodes()].flatMap((node) => {
      const { apiVersion, kind } = node;
      if (
        isNeverSeen(node, this.#view) ||
        gone.has(node.uid) ||
        parseApiVersion(apiVersion).group !== group
      )
        return [];
      const mapping = this.#view.mapping(apiVersion, kind);
      return typeof mapping !== 'string' && mapping.resource === plural
        ? [this.#pass.named(node)]
        : [];
    });
  }
}

function isLeft(parts: Container['parts']): boolean {
  return parts.some((part) => part.some(({ gone }) => !gone));
}
