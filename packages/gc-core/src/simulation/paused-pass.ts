import type { WorkerPass } from '../collector/collector.ts';
import type { ApiRequest } from '../collector/object-client.ts';
import { type Sentence, say } from '../meta/sentence.ts';
import type { Step } from '../wire/step.ts';

/** HTTP methods of the collector's requests. */
export const METHODS = { get: 'GET', delete: 'DELETE', update: 'PUT', patch: 'PATCH' } as const;

/** The rule and sentence of a step in which a worker sends one request and then pauses. */
export function describePausedPass(
  { queue, item, next }: WorkerPass,
  sent: ApiRequest,
  isPropagator: boolean,
): Required<Pick<Step, 'rule' | 'sentence'>> {
  const rules = isPropagator ? PROPAGATOR_RULES : RULES;
  const isOfItem = sent.name === item.identity.name && sent.resource.kind === item.identity.kind;
  const rule = rules[queue][isOfItem ? 'item' : 'other'];
  // A paused worker has something left to send.
  const then = next.done ? '' : say` and pauses before ${textOf(next.value)}`;
  const sentence = say`The worker sends ${textOf(sent)}${then}. Other actors may act in between.`;
  return { rule, sentence };
}

/** Rules by which a worker asks for its item, and for owners or dependents of it. */
const RULES = {
  attemptToDelete: { item: 'AD-03', other: 'CL-05' },
  attemptToOrphan: { item: 'OR-07', other: 'OR-03' },
} as const;

const PROPAGATOR_RULES = {
  attemptToDelete: { item: 'PG-20', other: 'PG-25' },
  attemptToOrphan: { item: 'PG-36', other: 'PG-35' },
} as const;

function textOf({ verb, resource: { kind }, namespace, name }: ApiRequest): Sentence {
  return say`${METHODS[verb]} ${{ kind, namespace, name }}`;
}
