import { pick, type Random } from '../differential/random-world.ts';
import type { Json } from './asked-kinds.ts';
import { uidsOf, versionsOf } from './drawn-changes.ts';

/** Options of a DELETE of an object by number: in the body, in the query, in both or in neither. */
export interface DrawnOptions {
  readonly query: string;
  readonly body?: Json;
}

const POLICIES = [
  ...['Background', 'Background', 'Foreground', 'Foreground', 'Orphan', 'Orphan'],
  'Elsewhere',
] as const;
/** Seconds. Differences of twenty are told apart however slow a server is. */
const GRACES = [0, 0, -1, 20, 40, 100, 3600] as const;

/** See {@link DrawnOptions}. A dry run stores nothing. */
export function deletionOf(object: number, random: Random): DrawnOptions {
  const where = random();
  const body = where < 0.25 ? undefined : optionsOf(object, random);
  if (where >= 0.25 && where < 0.85) return { query: '', ...(body ? { body } : {}) };
  if (where < 0.05) return { query: '' };
  return { query: queryOf(optionsOf(object, random)), ...(body ? { body } : {}) };
}

function optionsOf(object: number, random: Random): Json {
  const options = {
    ...(random() < 0.5 ? { apiVersion: 'v1', kind: 'DeleteOptions' } : {}),
    ...(random() < 0.55 ? { propagationPolicy: pick(POLICIES, random) } : {}),
    ...(random() < 0.2 ? { orphanDependents: random() < 0.5 } : {}),
    ...(random() < 0.4 ? { gracePeriodSeconds: pick(GRACES, random) } : {}),
    ...(random() < 0.25 ? { preconditions: preconditionsOf(object, random) } : {}),
  };
  if (random() > 0.1) return options;
  const { orphanDependents: _, ...rest } = options;
  // What a dry run that would remove answers is not looked at.
  const kept = { ...rest, propagationPolicy: 'Foreground', dryRun: ['All'] };
  return random() < 0.5 ? kept : { ...options, dryRun: pick([[], ['Some']], random) };
}

function preconditionsOf(object: number, random: Random): Json {
  return {
    ...(random() < 0.6 ? { uid: pick(uidsOf(object), random) } : {}),
    ...(random() < 0.5 ? { resourceVersion: pick(versionsOf(object), random) } : {}),
  };
}

/** As a query, which has no words for preconditions. */
function queryOf(options: Json): string {
  const { preconditions: _, apiVersion: _version, kind: _kind, dryRun = [], ...rest } = options;
  const pairs = Object.entries(rest).map(([key, value]) => [key, String(value)]);
  const dry = (dryRun as readonly string[]).map((stage) => ['dryRun', stage]);
  const query = new URLSearchParams([...pairs, ...dry]).toString();
  return query === '' ? '' : `?${query}`;
}
