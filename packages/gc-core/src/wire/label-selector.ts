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
