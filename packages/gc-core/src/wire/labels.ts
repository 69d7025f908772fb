import type { Uid } from '../meta/object-reference.ts';

/** A kind whose labels are not known: none of its objects is among the answers. */
export interface UnaskedKind {
  readonly group: string;
  /** `*` for all kinds of a group that could not be discovered. */
  readonly kind: string;
  /** One sentence: why. */
  readonly message: string;
}

/** The kinds that an answer about labels rests on. */
export interface AskedKinds {
  /** How many kinds answered; kinds without objects are not asked. */
  readonly asked: number;
  readonly unasked: readonly UnaskedKind[];
}

/** Answer of `GET /api/v1/labels`: the objects that a label selector selects now. */
export interface LabelMatches extends AskedKinds {
  readonly selector: string;
  readonly uids: readonly Uid[];
}

/** A label as a selector, and how many objects have it. */
export interface LabelCount {
  /** `app=web` */
  readonly label: string;
  readonly count: number;
}

/** Answer of `GET /api/v1/labels/counts`: the labels of some objects, the most frequent first. */
export interface LabelCounts extends AskedKinds {
  readonly labels: readonly LabelCount[];
  /** How many objects were read. */
  readonly objects: number;
  /** Whether there are more objects or labels. */
  readonly isCut: boolean;
}

const NAME = '[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?';
const SUBDOMAIN = '[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?';
const KEY = `(?:${SUBDOMAIN}/)?${NAME}`;
/** A value may be empty. */
const VALUE = `(?:${NAME})?`;
const VALUES = `\\(\\s*${VALUE}\\s*(?:,\\s*${VALUE}\\s*)*\\)`;
const REQUIREMENTS: readonly RegExp[] = [
  new RegExp(`^!?\\s*${KEY}$`),
  new RegExp(`^${KEY}\\s*(?:==?|!=)\\s*${VALUE}$`),
  new RegExp(`^${KEY}\\s+(?:in|notin)\\s*${VALUES}$`),
];

/** The requirements of a label selector, all of which must hold; commas in parentheses separate the values of a set. */
export function labelRequirements(selector: string): string[] {
  return selector
    .split(/,(?![^(]*\))/)
    .map((requirement) => requirement.trim())
    .filter((requirement) => requirement !== '');
}

/** A sentence about the first part of a label selector that is no requirement; `undefined` when there is none. */
export function labelSelectorFault(selector: string): string | undefined {
  const requirements = labelRequirements(selector);
  if (requirements.length === 0) return 'A label selector names at least one label.';
  const faulty = requirements.find((each) => !REQUIREMENTS.some((form) => form.test(each)));
  return faulty === undefined
    ? undefined
    : `“${faulty}” is not a label requirement. Write key=value, key!=value, key in (a,b), key notin (a,b), key or !key.`;
}
