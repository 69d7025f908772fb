import type { ApiObject } from '@gcscope/gc-core';
import { text } from '../objects/fields.ts';

/** Whether an object is selected. */
export type Selector = (object: ApiObject) => boolean;

/** A selector, or one sentence that says what is wrong with its text. */
export type SelectorResult =
  | { readonly ok: true; readonly selects: Selector }
  | { readonly ok: false; readonly message: string };

const SET_REQUIREMENT = /^([^\s!=,()]+)\s+(in|notin)\s*\(([^()]*)\)$/;
const EQUALITY_REQUIREMENT = /^([^\s!=,()]+)\s*(==|=|!=)\s*([^\s!=,()]*)$/;
const EXISTENCE_REQUIREMENT = /^(!?)\s*([^\s!=,()]+)$/;

/** A selector of comma-separated requirements, all of which must hold; without any it selects everything. */
function parseSelector(
  written: string | null,
  parse: (requirement: string) => Selector | { readonly message: string },
): SelectorResult {
  const all: Selector[] = [];
  // Commas in parentheses separate the values of a set.
  for (const part of (written ?? '').split(/,(?![^(]*\))/)) {
    const requirement = part.trim();
    if (requirement === '') continue;
    const selects = parse(requirement);
    if (typeof selects !== 'function') return { ok: false, ...selects };
    all.push(selects);
  }
  return { ok: true, selects: (object) => all.every((selects) => selects(object)) };
}

function labelsOf(object: ApiObject): ReadonlyMap<string, string> {
  return new Map(Object.entries(object.metadata.labels ?? {}));
}

function parseLabelRequirement(requirement: string): Selector | undefined {
  const set = SET_REQUIREMENT.exec(requirement);
  if (set) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((value) => value.trim());
    return (object) => {
      const value = labelsOf(object).get(key);
      const included = value !== undefined && values.includes(value);
      return operator === 'in' ? included : !included;
    };
  }
  const equality = EQUALITY_REQUIREMENT.exec(requirement);
  if (equality) {
    const [, key = '', operator, wanted] = equality;
    return (object) => (labelsOf(object).get(key) === wanted) === (operator !== '!=');
  }
  const existence = EXISTENCE_REQUIREMENT.exec(requirement);
  if (existence) {
    const [, negated, key = ''] = existence;
    return (object) => labelsOf(object).has(key) === (negated === '');
  }
  return undefined;
}

/** Parses a `labelSelector`: equality, set and existence requirements. */
export function parseLabelSelector(written: string | null): SelectorResult {
  return parseSelector(written, (requirement) => {
    const message = `unable to parse requirement "${requirement}" of labelSelector`;
    return parseLabelRequirement(requirement) ?? { message };
  });
}

const FIELD_LABELS: ReadonlySet<string> = new Set([
  'metadata.name',
  'metadata.namespace',
  'spec.nodeName',
  'status.phase',
  'type',
  'reason',
  'involvedObject.kind',
  'involvedObject.name',
  'involvedObject.namespace',
  'involvedObject.uid',
]);

/** Parses a `fieldSelector` over the fields that kubectl and the collector's readers ask for. */
export function parseFieldSelector(written: string | null): SelectorResult {
  return parseSelector(written, (requirement) => {
    const [, label = '', operator, wanted = ''] = EQUALITY_REQUIREMENT.exec(requirement) ?? [];
    if (operator === undefined) {
      return { message: `invalid fieldSelector "${requirement}"; can't understand it` };
    }
    if (!FIELD_LABELS.has(label)) return { message: `field label not supported: ${label}` };
    return (object) => (text(object, label.split('.'), '') === wanted) === (operator !== '!=');
  });
}
