import type { ApiObject } from '@gcscope/gc-core';

/** Whether an object is selected. */
export type Selector = (object: ApiObject) => boolean;

/** A selector, or one sentence that says what is wrong with its text. */
export type SelectorResult =
  | { readonly ok: true; readonly selects: Selector }
  | { readonly ok: false; readonly message: string };

const EVERYTHING: SelectorResult = { ok: true, selects: () => true };

const SET_REQUIREMENT = /^([^\s!=,()]+)\s+(in|notin)\s*\(([^()]*)\)$/;
const EQUALITY_REQUIREMENT = /^([^\s!=,()]+)\s*(==|=|!=)\s*([^\s!=,()]*)$/;
const EXISTENCE_REQUIREMENT = /^(!?)\s*([^\s!=,()]+)$/;

/** Splits at the commas outside parentheses. */
function requirementsOf(text: string): string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function labelsOf(object: ApiObject): ReadonlyMap<string, string> {
  return new Map(Object.entries(object.metadata.labels ?? {}));
}

function parseLabelRequirement(text: string): Selector | undefined {
  const set = SET_REQUIREMENT.exec(text);
  if (set) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((value) => value.trim());
    return (object) => {
      const value = labelsOf(object).get(key);
      const included = value !== undefined && values.includes(value);
      return operator === 'in' ? included : !included;
    };
  }
  const equality = EQUALITY_REQUIREMENT.exec(text);
  if (equality) {
    const [, key = '', operator, wanted] = equality;
    return (object) => (labelsOf(object).get(key) === wanted) === (operator !== '!=');
  }
  const existence = EXISTENCE_REQUIREMENT.exec(text);
  if (existence) {
    const [, negated, key = ''] = existence;
    return (object) => labelsOf(object).has(key) === (negated === '');
  }
  return undefined;
}

/** Parses a `labelSelector`: equality, set and existence requirements, all of which must hold. */
export function parseLabelSelector(text: string | null): SelectorResult {
  if (text === null || text.trim() === '') return EVERYTHING;
  const all: Selector[] = [];
  for (const requirement of requirementsOf(text)) {
    const selects = parseLabelRequirement(requirement);
    if (!selects) {
      return {
        ok: false,
        message: `unable to parse requirement "${requirement}" of labelSelector`,
      };
    }
    all.push(selects);
  }
  return { ok: true, selects: (object) => all.every((selects) => selects(object)) };
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

function fieldAt(object: unknown, path: string): string {
  let value = object;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return '';
    value = Reflect.get(value, key);
  }
  return typeof value === 'string' ? value : '';
}

/** Parses a `fieldSelector` over the fields that kubectl and the collector's readers ask for. */
export function parseFieldSelector(text: string | null): SelectorResult {
  if (text === null || text.trim() === '') return EVERYTHING;
  const all: Selector[] = [];
  for (const requirement of requirementsOf(text)) {
    const [, label = '', operator, wanted = ''] = EQUALITY_REQUIREMENT.exec(requirement) ?? [];
    if (operator === undefined) {
      return { ok: false, message: `invalid fieldSelector "${requirement}"; can't understand it` };
    }
    if (!FIELD_LABELS.has(label)) {
      return { ok: false, message: `field label not supported: ${label}` };
    }
    all.push((object) => (fieldAt(object, label) === wanted) === (operator !== '!='));
  }
  return { ok: true, selects: (object) => all.every((selects) => selects(object)) };
}
