import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../meta/finalizers.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import { type OwnerReference, parseApiVersion } from '../meta/object-reference.ts';
import { utf8 } from './base64.ts';
import { sameJson } from './json-value.ts';
import { type FieldError, invalidValue } from './status-errors.ts';
import { DNS_SUBDOMAIN, fitsForm } from './validate-name.ts';

/** The unqualified finalizers of core kinds. */
const STANDARD_FINALIZERS: ReadonlySet<string> = new Set([
  'kubernetes',
  ORPHAN_FINALIZER,
  FOREGROUND_FINALIZER,
]);

const LABEL_VALUE = { longest: 63, pattern: /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/ };
const NAME_PART = { longest: 63, pattern: /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/ };
const PART = "63 letters, digits, '-', '_' or '.', with a letter or digit at both ends";
const QUALIFIED = `must be a name of at most ${PART}, after an optional DNS subdomain and '/'`;

/** Bytes of all annotations of an object together, keys and values. */
const LARGEST_ANNOTATIONS = 256 * 1024;

/** Faults of metadata that is to be stored, its name aside (VA-01..07). */
export function validateObjectMeta(meta: ObjectMeta, takesAnyFinalizer: boolean): FieldError[] {
  const { generation = 0 } = meta;
  const negative = invalidValue('metadata.generation', generation, 'must be 0 or more');
  return [
    ...(generation < 0 ? [negative] : []),
    ...validateContent(meta),
    ...(takesAnyFinalizer ? [] : validateShortFinalizers(meta)),
  ];
}

/** Faults of metadata that is to replace `old`: its own and those of the change (VA-08, VA-09), short names of finalizers aside. */
export function validateObjectMetaUpdate(meta: ObjectMeta, old: ObjectMeta): FieldError[] {
  const immutable = IMMUTABLE.filter((key) => !sameJson(meta[key], old[key])).map((key) =>
    invalidValue(`metadata.${key}`, meta[key], 'field is immutable'),
  );
  return [...validateContent(meta), ...validateFinalizersUpdate(meta, old), ...immutable];
}

const IMMUTABLE = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

/** Faults of what a client may write whenever it likes. */
function validateContent(meta: ObjectMeta): FieldError[] {
  return [
    ...validateLabels(meta.labels ?? {}),
    ...validateAnnotations(meta.annotations ?? {}),
    ...validateOwnerReferences(meta.ownerReferences ?? []),
    ...validateFinalizers(meta.finalizers ?? []),
  ];
}

function validateLabels(labels: Readonly<Record<string, string>>): FieldError[] {
  const field = 'metadata.labels';
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedNameFaults(field, key),
    ...(fitsForm(value, LABEL_VALUE)
      ? []
      : [invalidValue(field, value, `must be at most ${PART}`)]),
  ]);
}

/** Faults of the keys of annotations, in which capitals do not matter, and of their size; values are free. */
function validateAnnotations(annotations: Readonly<Record<string, string>>): FieldError[] {
  const field = 'metadata.annotations';
  // The server takes letter for letter: the dotted capital I becomes a plain i.
  const faults = Object.keys(annotations).flatMap((key) =>
    qualifiedNameFaults(field, key.replaceAll('İ', 'i').toLowerCase()),
  );
  const size = Object.entries(annotations)
    .flat()
    .reduce((sum, text) => sum + utf8(text).length, 0);
  if (size <= LARGEST_ANNOTATIONS) return faults;
  const message = `all annotations together may have ${LARGEST_ANNOTATIONS} bytes`;
  return [...faults, { field, reason: 'FieldValueTooLong', message }];
}

/** The fault of a text that is no `[prefix/]name`, as keys and finalizers are written (VA-06). */
function qualifiedNameFaults(field: string, text: string): FieldError[] {
  const [name = '', prefix, ...more] = text.split('/').reverse();
  const isPrefixed = prefix === undefined || fitsForm(prefix, DNS_SUBDOMAIN);
  const isQualified = more.length === 0 && isPrefixed && fitsForm(name, NAME_PART);
  return isQualified ? [] : [invalidValue(field, text, QUALIFIED)];
}

function validateOwnerReferences(references: readonly OwnerReference[]): FieldError[] {
  const errors = references.flatMap(validateOwnerReference);
  const [first, ...others] = references.filter((reference) => reference.controller === true);
  // VA-04: one fault for each controller after the first, naming both.
  const more = others.map((other) =>
    invalidValue(
      'metadata.ownerReferences',
      undefined,
      `only one reference can be the controller, not both ${first?.kind}/${first?.name} and ${other.kind}/${other.name}`,
    ),
  );
  return [...errors, ...more];
}

/** A reference needs all four fields, a well-formed apiVersion, and an owner that is no Event (VA-01..03). */
function validateOwnerReference(reference: OwnerReference): FieldError[] {
  const at = 'metadata.ownerReferences';
  const { apiVersion, kind } = reference;
  const { version } = parseApiVersion(apiVersion);
  const errors: FieldError[] = [];
  if (version === '' || version.includes('/')) {
    const detail = 'must be <version> or <group>/<version>';
    errors.push(invalidValue(`${at}.apiVersion`, apiVersion, detail));
  }
  for (const key of ['kind', 'name', 'uid'] as const) {
    if (reference[key] === '') errors.push(invalidValue(`${at}.${key}`, '', 'must not be empty'));
  }
  // `/v1` is the core group as well: it is accepted as an apiVersion.
  const isCoreV1 = apiVersion === 'v1' || apiVersion === '/v1';
  if (isCoreV1 && kind === 'Event') {
    errors.push(invalidValue(at, undefined, 'an Event of v1 is disallowed from being an owner'));
  }
  return errors;
}

/** Finalizers are qualified names; `orphan` excludes `foregroundDeletion` (VA-06, VA-07). */
function validateFinalizers(finalizers: readonly string[]): FieldError[] {
  const field = 'metadata.finalizers';
  const errors = finalizers.flatMap((finalizer) => qualifiedNameFaults(field, finalizer));
  if (finalizers.includes(ORPHAN_FINALIZER) && finalizers.includes(FOREGROUND_FINALIZER)) {
    const detail = `${ORPHAN_FINALIZER} and ${FOREGROUND_FINALIZER} cannot be both set`;
    errors.push(invalidValue(field, undefined, detail));
  }
  return errors;
}

/** Faults of one finalizer of a core kind, wherever it stands (VA-06). */
export function faultsOfFinalizerName(finalizer: string, field: string): FieldError[] {
  return [...qualifiedNameFaults(field, finalizer), ...refuseUnknownFinalizer(finalizer, field)];
}

/** Faults of finalizers without a domain, where the kind looks for them (VA-06). */
export function validateShortFinalizers({ finalizers = [] }: ObjectMeta): FieldError[] {
  return finalizers.flatMap((finalizer, index) =>
    refuseUnknownFinalizer(finalizer, `metadata.finalizers[${index}]`),
  );
}

function refuseUnknownFinalizer(finalizer: string, field: string): FieldError[] {
  if (finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)) return [];
  const detail = 'name is neither a standard finalizer name nor is it fully qualified';
  return [invalidValue(field, finalizer, detail)];
}

/** Warnings for new finalizers that a custom resource may have although they are not qualified, by name (VA-06). */
export function finalizerWarnings(
  finalizers: readonly string[],
  before: readonly string[],
): readonly string[] {
  return [...new Set(finalizers)]
    .filter(
      (each) => !(each.includes('/') || STANDARD_FINALIZERS.has(each) || before.includes(each)),
    )
    .sort()
    .map((finalizer) => {
      // The recorded answers hold the words of this warning (answers-decoding).
      const better = `a domain-qualified finalizer name${finalizer.includes('.') ? ' including a path (/)' : ''}`;
      return (
        `metadata.finalizers: ${JSON.stringify(finalizer)}: prefer ${better} ` +
        'to avoid accidental conflicts with other finalizer writers'
      );
    });
}

/** An object in deletion gets no new finalizer (VA-08). */
function validateFinalizersUpdate(meta: ObjectMeta, old: ObjectMeta): FieldError[] {
  if (old.deletionTimestamp === undefined) return [];
  const before = new Set(old.finalizers ?? []);
  const added = (meta.finalizers ?? []).filter((finalizer) => !before.has(finalizer));
  if (added.length === 0) return [];
  const message =
    'no new finalizers can be added if the object is being deleted, ' +
    `found ${[...new Set(added)].sort().join(', ')}`;
  return [{ field: 'metadata.finalizers', reason: 'FieldValueForbidden', message }];
}
