import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import { DEFAULT_RELEASE, RELEASES, type ReleaseProfile } from '../meta/releases.ts';
import { byteLength } from './fault-values.ts';
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
const FIRST_LETTER_LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?';
/** Of Services in older releases. */
const DNS_1035_LABEL: NameForm = {
  longest: 63,
  pattern: new RegExp(`^${FIRST_LETTER_LABEL}$`),
  text:
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic " +
    "character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', " +
    `regex used for validation is '${FIRST_LETTER_LABEL}')`,
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

/** Kinds whose names are labels: they become part of host names. Services have a form of their own. */
const LABELS: ReadonlySet<string> = new Set(['/namespaces', 'apps/statefulsets']);
const SERVICES = '/services';

/** The name of a CronJob leaves room for what its Jobs add. */
const CRON_JOBS = 'batch/cronjobs';
const LONGEST_CRON_JOB = 52;

/** Kinds whose names need only fit into a path. */
const PATH_SEGMENTS: ReadonlySet<string> = new Set([
  '/events',
  'apiregistration.k8s.io/apiservices',
  'certificates.k8s.io/certificatesigningrequests',
  'networking.k8s.io/ipaddresses',
  'policy/poddisruptionbudgets',
  'rbac.authorization.k8s.io/clusterrolebindings',
  'rbac.authorization.k8s.io/clusterroles',
  'rbac.authorization.k8s.io/rolebindings',
  'rbac.authorization.k8s.io/roles',
]);

/** Faults of the name of an object to be created, after those of what it was made from (VA-12). */
export function validateName(
  resource: ApiResource,
  meta: Pick<ObjectMeta, 'name' | 'generateName'>,
  release: ReleaseProfile = RELEASES[DEFAULT_RELEASE],
): FieldError[] {
  const faults = formFaultsOf(resource, release)(meta.name);
  const isCronJob = groupResource(resource) === CRON_JOBS;
  const isLongCronJob = isCronJob && byteLength(meta.name) > LONGEST_CRON_JOB;
  return [
    ...validateGenerateName(resource, meta, release),
    ...[...faults, ...(isLongCronJob ? [tooLong(LONGEST_CRON_JOB)] : [])].map((detail) =>
      invalidValue('metadata.name', meta.name, detail),
    ),
  ];
}

/** Faults of what a name is made from, as a create looks for them (VA-12). */
export function validateGenerateName(
  resource: ApiResource,
  { generateName }: Pick<ObjectMeta, 'generateName'>,
  release: ReleaseProfile = RELEASES[DEFAULT_RELEASE],
): FieldError[] {
  if (generateName === undefined) return [];
  if (PATH_SEGMENTS.has(groupResource(resource))) return validateGeneratedSegment({ generateName });
  // A dash at its end, and the byte before it, are not looked at.
  const checked = generateName.replace(/[\0-\x7f]-$/, 'a');
  return formFaultsOf(
    resource,
    release,
  )(checked).map((detail) => invalidValue('metadata.generateName', generateName, detail));
}

/** Faults of what a name is made from, of any kind, as an update looks for them (VA-12): it need fit into a path. */
export function validateGeneratedSegment({
  generateName = '',
}: Pick<ObjectMeta, 'generateName'>): FieldError[] {
  return signFaults(generateName).map((detail) =>
    invalidValue('metadata.generateName', generateName, detail),
  );
}

function formFaultsOf(resource: ApiResource, release: ReleaseProfile): (name: string) => string[] {
  const key = groupResource(resource);
  if (PATH_SEGMENTS.has(key)) return pathSegmentFaults;
  const form = formOf(key, release);
  const { longest, pattern, text } = form;
  return (name) => [
    ...(byteLength(name) > longest ? [tooLong(longest)] : []),
    ...(pattern.test(name) ? [] : [isDotted(name, form) ? 'must not contain dots' : text]),
  ];
}

function formOf(key: string, { serviceNames }: ReleaseProfile): NameForm {
  if (key === SERVICES) return serviceNames === 'rfc-1035-label' ? DNS_1035_LABEL : DNS_LABEL;
  return LABELS.has(key) ? DNS_LABEL : DNS_SUBDOMAIN;
}

/** Whether it would be a subdomain: said of names that should be labels. */
function isDotted(name: string, form: NameForm): boolean {
  return form === DNS_LABEL && DNS_SUBDOMAIN.pattern.test(name);
}

/** Bytes, whatever the server calls them. */
function tooLong(longest: number): string {
  return `must be no more than ${longest} characters`;
}

function pathSegmentFaults(name: string): string[] {
  return name === '.' || name === '..' ? [`may not be '${name}'`] : signFaults(name);
}

function signFaults(name: string): string[] {
  return ['/', '%']
    .filter((sign) => name.includes(sign))
    .map((sign) => `may not contain '${sign}'`);
}
