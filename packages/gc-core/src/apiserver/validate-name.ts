import { type ApiResource, groupResource, groupResources } from '../meta/api-resource.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { type FieldError, invalidValue } from './status-errors.ts';

/** A form that a text must have; it allows ASCII only, so letters are bytes. */
export interface TextForm {
  readonly longest: number;
  readonly pattern: RegExp;
}

/** A form of names, and the sentence about it. */
interface NameForm extends TextForm {
  readonly words: string;
}

const DNS_LABEL: NameForm = {
  longest: 63,
  pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  words:
    "must be at most 63 lowercase letters, digits or '-', with a letter or digit at both ends (RFC 1123 label)",
};
/** The form of names of Services in older releases. */
const DNS_1035_LABEL: NameForm = {
  longest: 63,
  pattern: /^[a-z]([-a-z0-9]*[a-z0-9])?$/,
  words:
    "must be at most 63 lowercase letters, digits or '-', begin with a letter and end with a letter or digit (RFC 1035 label)",
};
/** The form of most names, and of the part before the slash of a key. */
export const DNS_SUBDOMAIN: NameForm = {
  longest: 253,
  pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
  words:
    "must be at most 253 lowercase letters, digits, '-' or '.', with a letter or digit at both ends of each part (RFC 1123 subdomain)",
};
/** The name of a CronJob leaves room for what its Jobs add. */
const SHORT_SUBDOMAIN: NameForm = {
  ...DNS_SUBDOMAIN,
  longest: 52,
  words: DNS_SUBDOMAIN.words.replace('253', '52'),
};
const PATH_SEGMENT: NameForm = {
  longest: Number.POSITIVE_INFINITY,
  pattern: /^(?!\.{1,2}$)[^/%]*$/,
  words: "must not contain '/' or '%', nor be '.' or '..'",
};

/** Kinds whose names are labels: they become part of host names. Services have a form of their own. */
const LABELS: ReadonlySet<string> = new Set(['/namespaces', 'apps/statefulsets']);
const SERVICES = '/services';
const CRON_JOBS = 'batch/cronjobs';

/** Kinds whose names need only fit into a path. */
const PATH_SEGMENTS: ReadonlySet<string> = groupResources({
  '': 'events',
  'apiregistration.k8s.io': 'apiservices',
  'certificates.k8s.io': 'certificatesigningrequests',
  'networking.k8s.io': 'ipaddresses',
  policy: 'poddisruptionbudgets',
  'rbac.authorization.k8s.io': 'clusterrolebindings clusterroles rolebindings roles',
});

/** Whether a text has a form. */
export function fitsForm(text: string, { longest, pattern }: TextForm): boolean {
  return pattern.test(text) && text.length <= longest;
}

/** Faults of the name of an object to be created, after those of what it was made from (VA-12). */
export function validateName(
  resource: ApiResource,
  meta: Pick<ObjectMeta, 'name' | 'generateName'>,
  release: ReleaseProfile,
): FieldError[] {
  const form = groupResource(resource) === CRON_JOBS ? SHORT_SUBDOMAIN : formOf(resource, release);
  return [
    ...validateGenerateName(resource, meta, release),
    ...(fitsForm(meta.name, form) ? [] : [invalidValue('metadata.name', meta.name, form.words)]),
  ];
}

/** Faults of what a name is made from, as a create looks for them (VA-12). */
export function validateGenerateName(
  resource: ApiResource,
  { generateName }: Pick<ObjectMeta, 'generateName'>,
  release: ReleaseProfile,
): FieldError[] {
  if (generateName === undefined) return [];
  const form = formOf(resource, release);
  if (form === PATH_SEGMENT) return validateGeneratedSegment({ generateName });
  // A dash at its end, and the byte before it, are not looked at.
  const isFit = fitsForm(generateName.replace(/[\0-\x7f]-$/, 'a'), form);
  return isFit ? [] : [invalidValue('metadata.generateName', generateName, form.words)];
}

/** Faults of what a name is made from, of any kind, as an update looks for them (VA-12): it need fit into a path. */
export function validateGeneratedSegment({
  generateName = '',
}: Pick<ObjectMeta, 'generateName'>): FieldError[] {
  if (!/[/%]/.test(generateName)) return [];
  return [invalidValue('metadata.generateName', generateName, "must not contain '/' or '%'")];
}

function formOf(resource: ApiResource, { serviceNames }: ReleaseProfile): NameForm {
  const key = groupResource(resource);
  if (PATH_SEGMENTS.has(key)) return PATH_SEGMENT;
  if (key === SERVICES) return serviceNames === 'rfc-1035-label' ? DNS_1035_LABEL : DNS_LABEL;
  return LABELS.has(key) ? DNS_LABEL : DNS_SUBDOMAIN;
}
