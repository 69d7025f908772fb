import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import { type FieldError, invalidValue } from './status-errors.ts';

/** A form that names of objects must have. */
export interface NameForm {
  readonly longest: number;
  readonly pattern: RegExp;
  /** What the answer says of a name that has another form. */
  readonly text: string;
}

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;

const DNS_LABEL: NameForm = {
  longest: 63,
  pattern: new RegExp(`^${LABEL}$`),
  text:
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must " +
    "start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', " +
    `regex used for validation is '${LABEL}')`,
};
/** Of most names, and of what stands before the slash of a key. */
export const DNS_SUBDOMAIN: NameForm = {
  longest: 253,
  pattern: new RegExp(`^${SUBDOMAIN}$`),
  text:
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " +
    "and must start and end with an alphanumeric character (e.g. 'example.com', " +
    `regex used for validation is '${SUBDOMAIN}')`,
};

/** Kinds whose names are labels: they become part of host names. */
const LABELS: ReadonlySet<string> = new Set(['/namespaces', '/services']);

/** Kinds whose names need only fit into a path. */
const PATH_SEGMENTS: ReadonlySet<string> = new Set([
  'apiregistration.k8s.io/apiservices',
  'certificates.k8s.io/certificatesigningrequests',
  'networking.k8s.io/ipaddresses',
  'rbac.authorization.k8s.io/clusterrolebindings',
  'rbac.authorization.k8s.io/clusterroles',
  'rbac.authorization.k8s.io/rolebindings',
  'rbac.authorization.k8s.io/roles',
]);

/** Faults of the name of an object to be created, after those of what it was made from. Stored objects keep the name they have. */
export function validateName(
  resource: ApiResource,
  { name, generateName }: Pick<ObjectMeta, 'name' | 'generateName'>,
): FieldError[] {
  const nameFaults = nameFaultsOf(resource);
  const faults = (field: string, text: string, checked: string): FieldError[] =>
    nameFaults(checked).map((detail) => invalidValue(`metadata.${field}`, text, detail));
  return [
    // A dash at its end, and the sign before it, are not looked at.
    ...(generateName === undefined
      ? []
      : faults('generateName', generateName, generateName.replace(/.-$/, 'a'))),
    ...faults('name', name, name),
  ];
}

function nameFaultsOf(resource: ApiResource): (name: string) => string[] {
  const key = groupResource(resource);
  if (PATH_SEGMENTS.has(key)) return pathSegmentFaults;
  const { longest, pattern, text } = LABELS.has(key) ? DNS_LABEL : DNS_SUBDOMAIN;
  return (name) => [
    ...(name.length > longest ? [`must be no more than ${longest} characters`] : []),
    ...(pattern.test(name) ? [] : [hasDotsOnly(name) ? 'must not contain dots' : text]),
  ];
}

/** Whether it would be a subdomain: said of names that should be labels. */
function hasDotsOnly(name: string): boolean {
  return DNS_SUBDOMAIN.pattern.test(name);
}

function pathSegmentFaults(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%']
    .filter((sign) => name.includes(sign))
    .map((sign) => `may not contain '${sign}'`);
}
