import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../meta/finalizers.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import { type OwnerReference, parseApiVersion } from '../meta/object-reference.ts';
import { sameJson } from './json-value.ts';
import { type FieldError, forbiddenValue, invalidValue } from './status-errors.ts';
import { qualifiedNameFaults, validateAnnotations, validateLabels } from './validate-labels.ts';

/** Which finalizer names are accepted: custom resources take any qualified name (VA-06). */
export interface FinalizerNames {
  readonly custom: boolean;
}

/** The unqualified finalizers of core kinds. */
const STANDARD_FINALIZERS: ReadonlySet<string> = new Set([
  'kubernetes',
  ORPHAN_FINALIZER,
  FOREGROUND_FINALIZER,
]);

/** Faults of metadata that is to be stored, its name aside, in the order the server lists them (VA-01..07). */
export function validateObjectMeta(meta: ObjectMeta, names: FinalizerNames): FieldError[] {
  const { generation = 0 } = meta;
  const negative = invalidValue(
    'metadata.generation',
    generation,
    'must be greater than or equal to 0',
  );
  return [...(generation < 0 ? [negative] : []), ...validateContent(meta, names)];
}

/** Faults of metadata that is to replace `old`: its own and those of the change (VA-08, VA-09). */
export function validateObjectMetaUpdate(
  meta: ObjectMeta,
  old: ObjectMeta,
  names: FinalizerNames,
): FieldError[] {
  const immutable = IMMUTABLE.filter((key) => !sameJson(meta[key], old[key])).map((key) =>
    invalidValue(`metadata.${key}`, meta[key] ?? null, 'field is immutable'),
  );
  return [...validateFinalizersUpdate(meta, old), ...immutable, ...validateContent(meta, names)];
}

/** Faults of what a client may write whenever it likes. */
function validateContent(meta: ObjectMeta, names: FinalizerNames): FieldError[] {
  return [
    ...validateLabels(meta.labels ?? {}),
    ...validateAnnotations(meta.annotations ?? {}),
    ...validateOwnerReferences(meta.ownerReferences ?? []),
    ...validateFinalizers(meta.finalizers ?? [], names),
  ];
}

/** Faults of one finalizer of a core kind, wherever it stands (VA-06). */
export function faultsOfFinalizerName(finalizer: string, field: string): FieldError[] {
  return [
    ...qualifiedNameFaults(finalizer).map((detail) => invalidValue(field, finalizer, detail)),
    ...refuseUnknownFinalizer(finalizer, field),
  ];
}

/** Warnings for finalizers a custom resource may have although they are not qualified (VA-06). */
export function finalizerWarnings(finalizers: readonly string[]): readonly string[] {
  return finalizers
    .filter((finalizer) => !finalizer.includes('/') && !STANDARD_FINALIZERS.has(finalizer))
    .map(
      (finalizer) =>
        `metadata.finalizers: ${JSON.stringify(finalizer)}: prefer a domain-qualified finalizer name ` +
        'including a path (/) to avoid accidental conflicts with other finalizer writers',
    );
}

const IMMUTABLE = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

function validateOwnerReferences(references: readonly OwnerReference[]): FieldError[] {
  const errors = references.flatMap(validateOwnerReference);
  const controllers = references.filter((reference) => reference.controller === true);
  const [first, ...others] = controllers;
  // VA-04: one fault for each controller after the first, naming both.
  const more = others.map((other) =>
    invalidValue(
      'metadata.ownerReferences',
      references,
      'Only one reference can have Controller set to true. Found "true" in references for ' +
        `${first?.kind}/${first?.name} and ${other.kind}/${other.name}`,
    ),
  );
  return [...errors, ...more];
}

/** VA-01..03. */
function validateOwnerReference(reference: OwnerReference): FieldError[] {
  const at = 'metadata.ownerReferences';
  const { version } = parseApiVersion(reference.apiVersion);
  const errors: FieldError[] = [];
  if (version === '' || version.includes('/')) {
    errors.push(
      invalidValue(`${at}.apiVersion`, reference.apiVersion, 'version must not be empty'),
    );
  }
  for (const key of ['kind', 'name', 'uid'] as const) {
    if (reference[key] === '') errors.push(invalidValue(`${at}.${key}`, '', 'must not be empty'));
  }
  // `/v1` is the core group as well: it is accepted as an apiVersion.
  const isCoreV1 = reference.apiVersion === 'v1' || reference.apiVersion === '/v1';
  if (isCoreV1 && reference.kind === 'Event') {
    const detail = '/v1, Kind=Event is disallowed from being an owner';
    errors.push(invalidValue(at, reference, detail));
  }
  return errors;
}

/** VA-06, VA-07. */
function validateFinalizers(finalizers: readonly string[], names: FinalizerNames): FieldError[] {
  const errors = [
    ...finalizers.flatMap((finalizer) =>
      qualifiedNameFaults(finalizer).map((detail) =>
        invalidValue('metadata.finalizers', finalizer, detail),
      ),
    ),
    ...(names.custom
      ? []
      : finalizers.flatMap((finalizer, index) =>
          refuseUnknownFinalizer(finalizer, `metadata.finalizers[${index}]`),
        )),
  ];
  if (finalizers.includes(ORPHAN_FINALIZER) && finalizers.includes(FOREGROUND_FINALIZER)) {
    const detail = `finalizer ${ORPHAN_FINALIZER} and ${FOREGROUND_FINALIZER} cannot be both set`;
    errors.push(invalidValue('metadata.finalizers', finalizers, detail));
  }
  return errors;
}

function refuseUnknownFinalizer(finalizer: string, field: string): FieldError[] {
  if (finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)) return [];
  const detail = 'name is neither a standard finalizer name nor is it fully qualified';
  return [invalidValue(field, finalizer, detail)];
}

/** VA-08. */
function validateFinalizersUpdate(meta: ObjectMeta, old: ObjectMeta): FieldError[] {
  if (old.deletionTimestamp === undefined) return [];
  const before = new Set(old.finalizers ?? []);
  const added = (meta.finalizers ?? []).filter((finalizer) => !before.has(finalizer));
  if (added.length === 0) return [];
  const list = [...new Set(added)]
    .sort()
    .map((each) => JSON.stringify(each))
    .join(', ');
  const detail =
    'no new finalizers can be added if the object is being deleted, ' +
    `found new finalizers []string{${list}}`;
  return [forbiddenValue('metadata.finalizers', detail)];
}
