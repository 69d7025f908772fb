import type { Admit } from '../../apiserver/api-request.ts';
import type { Processed } from '../../collector/collector.ts';
import type { ApiAnswer, ApiRequest } from '../../collector/object-client.ts';
import { failureStatus } from '../../meta/api-status-error.ts';
import type { Note } from '../../meta/note.ts';
import type { OwnerReference, Uid } from '../../meta/object-reference.ts';
import { DEFINITION_CONTROLLER } from '../../simulation/definition-controller.ts';
import { NAMESPACE_CONTROLLER, type NamespacePass } from '../../simulation/namespace-controller.ts';
import { COLLECTOR } from '../../simulation/send-request.ts';
import type { SimulationListener } from '../../simulation/simulation.ts';
import { KEPT_RULES, LEFT_ALONE_RULES } from '../../wire/describe-ways.ts';
import { kindName } from '../cluster-view.ts';
import { failureOf } from '../namespace-status.ts';
import type { ForkedWorld } from './forked-world.ts';

/** How the collector's last look at an object ended. */
export type LastLook =
  | { readonly type: 'kept'; readonly rule: string; readonly by: OwnerReference }
  /** A reference that it cannot or will not ask about. */
  | { readonly type: 'left alone'; readonly rule: string; readonly reference: OwnerReference }
  /** The view cannot answer its question. */
  | { readonly type: 'not verified'; readonly unread: readonly string[] };

/** The DELETE that an object was sent first. */
export interface Requested {
  readonly rule: string;
  /** The user that sent it; empty: the one who asks for the forecast, or a kubelet. */
  readonly by: string;
  /** Whether this deletion sent it, and not the namespace controller, which sends it in every pass. */
  readonly isOurs: boolean;
}

const RULE_OF_USER: Readonly<Record<string, string>> = {
  [NAMESPACE_CONTROLLER]: 'NS-08',
  [DEFINITION_CONTROLLER]: 'FN-04',
};
/** The meaning of a note or an outcome for its object, by rule; most rules have none. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ...[...KEPT_RULES].map((rule) => [rule, 'kept'] as const),
  ['OR-03', 'orphaned'],
  ['PG-35', 'orphaned'],
  ...[...LEFT_ALONE_RULES].map((rule) => [rule, 'left alone'] as const),
  ['AD-15', 'deleting'],
  ['AD-17', 'deleting'],
  ['PG-29', 'deleting'],
  ['FG-01', 'let go'],
  ['OR-07', 'let go'],
  ['PG-36', 'let go'],
  ['NS-14', 'let go'],
  ['FN-04', 'let go'],
  ['GB-36', 'waits'],
  ['AD-16', 'guarded'],
]);

const CANNOT_TELL = failureStatus('InternalError', 'gcscope does not read objects of this kind.');

/** Listens to a simulated deletion: what its actors do to each object, and why, in their own words. */
export class DeletionLog implements SimulationListener {
  /** The number of requests that the collector sends (HT-03). */
  requests = 0;
  readonly requested: Map<Uid, Requested> = new Map();
  /** The last rule that unblocked each object. */
  readonly letGo: Map<Uid, string> = new Map();
  readonly looks: Map<Uid, LastLook> = new Map();
  /** Objects that lost their reference in an orphan deletion, with the rule. */
  readonly orphaned: Map<Uid, string> = new Map();
  /** The objects that the collector checked. */
  readonly looked: Set<Uid> = new Set();
  /** Objects whose DELETE the server refuses (NS-03). */
  readonly refused: Set<Uid> = new Set();
  /** Owners that waited for their dependents. */
  readonly waited: Set<Uid> = new Set();
  /** An owner was un-blocked, in case of a cycle (AD-16). */
  guarded = false;
  readonly #world: ForkedWorld;
  readonly #targets: ReadonlySet<string>;
  #rule = '';
  #reference: OwnerReference | undefined;
  readonly #unread = new Set<string>();

  constructor(world: ForkedWorld) {
    this.#world = world;
    const identities = world.targets.flatMap((uid) => world.byUid.get(uid)?.identity ?? []);
    this.#targets = new Set(
      identities.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`),
    );
  }

  /** From now on: what was observed before is forgotten. */
  begin(): void {
    this.requests = 0;
    this.guarded = false;
    const { requested, letGo, looks, orphaned, looked, refused, waited } = this;
    for (const each of [requested, letGo, looks, orphaned, looked, refused, waited]) {
      each.clear();
    }
    this.#unread.clear();
  }

  /** Every DELETE passes here, also those of controllers. */
  readonly admit: Admit = ({ operation, oldObject, user = '' }) => {
    if (operation !== 'DELETE' || !oldObject) return undefined;
    const { uid, deletionTimestamp, namespace = '' } = oldObject.metadata;
    const isEmptying = user === NAMESPACE_CONTROLLER;
    const status = isEmptying ? this.#world.facts.namespaces?.get(namespace) : undefined;
    const refusal = failureOf(status, 'NamespaceDeletionContentFailure');
    // A DELETE that the cluster refused to the controller fails here, too (NS-08).
    if (refusal !== undefined) return failureStatus('InternalError', refusal);
    if (this.requested.has(uid)) return undefined;
    const rule = user === COLLECTOR.user ? this.#rule : (RULE_OF_USER[user] ?? 'API-54');
    const isAgain = isEmptying && deletionTimestamp !== undefined;
    this.requested.set(uid, { rule, by: user, isOurs: !isAgain || this.#isEmptiedByUs(namespace) });
    return undefined;
  };

  #isEmptiedByUs(namespace: string): boolean {
    const { uid = '' } = this.#world.containers.get(`Namespace ${namespace}`)?.identity ?? {};
    return this.requested.get(uid)?.isOurs ?? false;
  }

  note({ rule, subject, reference, references }: Note): void {
    const meaning = MEANINGS.get(rule);
    if (meaning === undefined) return;
    const by = reference ?? references?.solid[0];
    if (meaning === 'deleting') this.#rule = rule;
    else if (meaning === 'orphaned') this.orphaned.set(subject.uid, rule);
    else if (meaning === 'waits') this.waited.add(subject.uid);
    else if (meaning === 'guarded') this.guarded = true;
    else if (meaning === 'left alone') this.#reference = reference;
    else if (meaning === 'let go') this.letGo.set(subject.uid, rule);
    else if (by) this.looks.set(subject.uid, { type: 'kept', rule, by });
  }

  /** Nothing is known of an object of a kind that is not read, except that a target is being deleted. */
  intercept({ verb, resource, namespace, name }: ApiRequest): ApiAnswer | undefined {
    if (verb !== 'get' || !this.#world.isUnread(resource)) return undefined;
    if (this.#targets.has(`${resource.kind} ${namespace}/${name}`)) return undefined;
    this.#unread.add(kindName(resource));
    return { ok: false, status: CANNOT_TELL };
  }

  request(request: ApiRequest, answer: ApiAnswer): void {
    this.requests++;
    if (request.verb !== 'delete' || answer.ok) return;
    const { uid } = request.options.preconditions ?? {};
    if (uid !== undefined && answer.status.reason === 'Forbidden') this.refused.add(uid);
  }

  processed(processed: Processed): void {
    if (processed.queue === 'graphChanges') return;
    const { item, outcome } = processed;
    const { uid } = item;
    this.looked.add(uid);
    const meaning = MEANINGS.get(outcome.rule);
    if (meaning === 'let go') this.letGo.set(uid, outcome.rule);
    if (this.#unread.size > 0) {
      this.looks.set(uid, { type: 'not verified', unread: [...this.#unread] });
      this.#unread.clear();
    } else if (meaning === 'left alone' && this.#reference) {
      const { rule } = outcome;
      this.looks.set(uid, { type: 'left alone', rule, reference: this.#reference });
    } else if (meaning !== 'kept') this.looks.delete(uid);
  }

  controllerPass({ rule, subject }: NamespacePass): void {
    if (MEANINGS.get(rule) === 'let go') this.letGo.set(subject.uid, rule);
  }
}
