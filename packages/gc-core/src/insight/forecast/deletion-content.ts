import type { GraphNode } from '../../graph/graph-node.ts';
import { parseApiVersion } from '../../meta/object-reference.ts';
import type { PropagationPolicy } from '../../meta/propagation-policy.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isDefinition, isNamespace } from '../container-kinds.ts';
import type { ObjectState } from './object-state.ts';
import type { PlainLeaves } from './plain-leaves.ts';

/** The deletion that content is a part of. */
interface Deletion {
  readonly leaves: Pick<PlainLeaves, 'deletedUids'>;
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
}

const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

/** What goes with a Namespace (NS-07..09) or with the definition of a kind (FN-04), whoever owns it. */
export class DeletionContent {
  readonly #pass: Deletion;
  readonly #view: ClusterView;
  readonly #nodes: () => Iterable<GraphNode>;
  readonly #containers = new Map<ObjectState, Container>();

  constructor(pass: Deletion, view: ClusterView, nodes: () => Iterable<GraphNode>) {
    this.#pass = pass;
    this.#view = view;
    this.#nodes = nodes;
  }

  /** A DELETE of the object was sent. */
  begin(state: ObjectState): void {
    const { identity } = state.node;
    if (this.#containers.has(state)) return;
    const parts = isNamespace(identity)
      ? this.#inNamespace(identity.name)
      : isDefinition(identity)
        ? [this.#ofKind(identity.name)]
        : undefined;
    if (parts) this.#containers.set(state, { state, parts, begun: 0 });
  }

  /** Whether something is left in it. */
  isHeld(state: ObjectState): boolean {
    const container = this.#containers.get(state);
    return container?.parts.some((part) => part.some(({ gone }) => !gone)) ?? false;
  }

  /** Whether the finalizer is there for the content only. */
  isOwn(state: ObjectState, finalizer: string): boolean {
    return finalizer === CLEANUP && this.#containers.has(state);
  }

  /** What is left in it that holds it: of the first part that is not gone, as the others are not begun. */
  leftIn(state: ObjectState): ObjectState | undefined {
    return this.#containers
      .get(state)
      ?.parts.flat()
      .find(({ gone }) => !gone);
  }

  /** Goes one part on in each; true if anything was deleted. */
  pass(): boolean {
    let moved = false;
    for (const container of this.#containers.values()) {
      if (container.state.gone) continue;
      const part = container.parts[container.begun];
      const isBefore = container.parts
        .slice(0, container.begun)
        .some((each) => each.some(({ gone }) => !gone));
      if (part && !isBefore) {
        container.begun++;
        const rule = isNamespace(container.state.node.identity) ? 'NS-08' : 'FN-04';
        for (const each of part) {
          each.cause ??= container.state.node;
          this.#pass.request(each, 'Background', rule);
        }
        moved = true;
      } else if (!part) {
        this.#pass.endUnlessHeld(container.state);
        moved ||= container.state.gone;
      }
    }
    return moved;
  }

  /** Since 1.33 Pods first (NS-07), then all the rest. */
  #inNamespace(name: string): ObjectState[][] {
    const pods: ObjectState[] = [];
    const others: ObjectState[] = [];
    const gone = this.#pass.leaves.deletedUids();
    for (const node of this.#nodes()) {
      const { apiVersion, kind, namespace } = node;
      if (namespace !== name || node.virtual || gone.has(node.uid)) continue;
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
    return [...this.#nodes()].flatMap((node) => {
      const { apiVersion, kind } = node;
      if (node.virtual || gone.has(node.uid) || parseApiVersion(apiVersion).group !== group)
        return [];
      const mapping = this.#view.mapping(apiVersion, kind);
      return typeof mapping !== 'string' && mapping.resource === plural
        ? [this.#pass.named(node)]
        : [];
    });
  }
}
