import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../../meta/finalizers.ts';
import { objectName } from '../../meta/object-name.ts';
import { plainText } from '../../meta/sentence.ts';
import type {
  BlockedLine,
  Blocker,
  ForecastLine,
  KeptLine,
  RefusedLine,
  UnverifiedLine,
} from '../../wire/forecast.ts';
import type { ClusterView } from '../cluster-view.ts';
import { finalizerOwner } from '../known-finalizers.ts';
import { describeReference } from '../references/describe-reference.ts';
import type { DeletionPass } from './deletion-pass.ts';
import type { RuledBlocker } from './namespace-emptying.ts';
import type { ObjectState } from './object-state.ts';

/** The ways in which an object ends. */
export interface ForecastLines {
  readonly deleted: readonly ForecastLine[];
  readonly orphaned: readonly ForecastLine[];
  readonly kept: readonly KeptLine[];
  readonly blocked: readonly BlockedLine[];
  readonly notVerified: readonly UnverifiedLine[];
}

/** Who blocks whom at rest; asked before finalizers are taken to be removed, for afterwards the blockers are gone. */
export type Blockers = ReadonlyMap<ObjectState, RuledBlocker>;

/** What holds each object that was deleted and is still there. */
export function blockersAtRest(
  pass: DeletionPass,
  groups: ReadonlySet<string> | undefined,
): Blockers {
  const blockers = new Map<ObjectState, RuledBlocker>();
  for (const state of [...pass.states.values()]) {
    if (!state.requested || state.gone) continue;
    const by = blockerOf(state, pass, groups);
    if (by) blockers.set(state, by);
  }
  return blockers;
}

function blockerOf(
  state: ObjectState,
  pass: DeletionPass,
  groups: ReadonlySet<string> | undefined,
): RuledBlocker | undefined {
  const { content } = pass;
  if (state.unheard) {
    const finalizer = state.unheard === 'Orphan' ? ORPHAN_FINALIZER : FOREGROUND_FINALIZER;
    const removedBy =
      'nobody: until 1.15 the collector does not hear of one that comes after the deletion';
    return { type: 'finalizer', finalizers: [finalizer], removedBy, rule: 'GB-35' };
  }
  const finalizers = state.foreign.filter((each) => !content.isOwn(state, each));
  const [first] = finalizers;
  if (first !== undefined) {
    const { rule, removedBy } = finalizerOwner(first, groups);
    return { type: 'finalizer', finalizers, removedBy, rule };
  }
  const contained = content.blockerOf(state);
  if (contained) return contained;
  if (!state.deletingDependents) return undefined;
  const blocking = pass.blockersOf(state);
  const never = blocking.find(({ refusal }) => refusal);
  if (never?.refusal) {
    const { reference, rule } = never.refusal;
    const text = plainText(describeReference(never.refusal, pass.view));
    const why = `${objectName(never.node.identity)} blocks it and is never deleted. ${text}`;
    return { type: 'reference', reference, text: why, rule };
  }
  const [dependent] = blocking;
  return dependent && { type: 'object', object: dependent.node.identity, rule: 'FG-02' };
}

/** Sorts what the pass reached into the ways it ends; asked after finalizers are taken to be removed. */
export function linesOf(pass: DeletionPass, blockers: Blockers): ForecastLines {
  const lines: Growing = { deleted: [], orphaned: [], kept: [], blocked: [], notVerified: [] };
  for (const state of pass.states.values()) addLine(lines, state, blockers, pass.view);
  for (const { node, rule, cause } of pass.leaves.later) {
    const by: Blocker = { type: 'object', object: cause.identity };
    lines.blocked.push({ object: node.identity, rule, by, terminating: false });
  }
  return {
    ...lines,
    deleted: lines.deleted.concat(pass.leaves.deleted),
    orphaned: lines.orphaned.concat(pass.leaves.orphaned),
  };
}

/** What the API server refuses to delete, a user or the collector (NS-03). */
export function refusedLines({ states }: DeletionPass): RefusedLine[] {
  return [...states.values()].flatMap(({ refused, node }): RefusedLine[] => {
    const text = 'The API server refuses to delete this namespace.';
    return refused ? [{ object: node.identity, rule: 'NS-03', text }] : [];
  });
}

type Growing = { readonly [K in keyof ForecastLines]: ForecastLines[K][number][] };

function addLine(lines: Growing, state: ObjectState, blockers: Blockers, view: ClusterView): void {
  const { rule, refusal, unread, keeper } = state;
  const object = state.node.identity;
  if (state.gone && !state.goneLater) lines.deleted.push({ object, rule });
  else if (state.gone || (state.requested && state.leftTerminating)) {
    lines.blocked.push(blockedLine(state, blockers.get(state)));
  } else if (refusal && !state.orphaned) {
    const by: Blocker = {
      type: 'reference',
      reference: refusal.reference,
      text: plainText(describeReference(refusal, view)),
    };
    lines.blocked.push({ object, rule: refusal.rule, by, terminating: false });
  } else if (unread) lines.notVerified.push({ object, rule: 'CL-06', unread });
  else if (keeper && !state.removed?.has(keeper.uid)) {
    lines.kept.push({ object, rule: rule === '' ? 'AD-14' : rule, owner: keeper.identity });
  } else if (state.orphaned) lines.orphaned.push({ object, rule: 'OR-03' });
  // A reference that holds goes with one of the same uid that does not (PA-02).
  else if (keeper) lines.orphaned.push({ object, rule: 'AD-14' });
}

function blockedLine(state: ObjectState, known: RuledBlocker | undefined): BlockedLine {
  const object = state.node.identity;
  const terminating = state.leftTerminating;
  if (known) {
    const { rule, ...by } = known;
    return { object, rule, by, terminating };
  }
  const by: Blocker = {
    type: 'object',
    object: (state.laterCause ?? state.cause)?.identity ?? object,
  };
  return { object, rule: state.rule, by, terminating };
}
