import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../meta/finalizers.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import { type OwnerReference, parseApiVersion } from '../meta/object-reference.ts';
import { DEFAULT_RELEASE, RELEASES } from '../meta/releases.ts';
import { quoted } from './fault-values.ts';
import { type FaultWords, faultWords, textSlice } from './fault-words.ts';
import { sameJson } from './json-value.ts';
import { type FieldError, forbiddenValue, invalidShown, invalidValue } from './status-errors.ts';
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

const DEFAULT_WORDS = faultWords(RELEASES[DEFAULT_RELEASE]);

/** Faults of metadata that is to be stored, its name aside, in the order the server lists them (VA-01..07). */
export function validateObjectMeta(
  meta: ObjectMeta,
  names: FinalizerNames,
  words: FaultWords = DEFAULT_WORDS,
): FieldError[] {
  const { generation = 0 } = meta;
  const negative = invalidValue(
    'metadata.generation',
    generation,
    'must be greater than or equal to 0',
  );
  return [
    ...(generation < 0 ? [negative] : []),
    ...validateContent(meta, words),
    ...validateShortFinalizers(meta, names),
  ];
}

/** Faults of metadata that is to replace `old`: its own and those of the change (VA-08, VA-09), short names of finalizers aside. */
export function validateObjectMetaUpdate(
  meta: ObjectMeta,
  old: ObjectMeta,
  words: FaultWords = DEFAULT_WORDS,
): FieldError[] {
  const shown = (key: (typeof IMMUTABLE)[number]): string => {
    const value = meta[key];
    if (typeof value !== 'string') return String(value ?? null);
    return key === 'deletionTimestamp' ? words.time(value) : words.typedText(value);
  };
  const immutable = IMMUTABLE.filter((key) => !sameJson(meta[key], old[key])).map((key) =>
    invalidShown(`metadata.${key}`, shown(key), 'field is immutable'),
  );
  return [...validateContent(meta, words), ...validateFinalizersUpdate(meta, old), ...immutable];
}

/** Faults of what a client may write whenever it likes. */
function validateContent(meta: ObjectMeta, words: FaultWords): FieldError[] {
  return [
    ...validateLabels(meta.labels ?? {}, words),
    ...validateAnnotations(meta.annotations ?? {}, words),
    ...validateOwnerReferences(meta.ownerReferences ?? [], words),
    ...validateFinalizers(meta.finalizers ?? [], words),
  ];
}

/** Faults of one finalizer of a core kind, wherever it stands (VA-06). */
export function faultsOfFinalizerName(
  finalizer: string,
  field: string,
  words: FaultWords,
): FieldError[] {
  return [
    ...qualifiedNameFaults(finalizer, words).map((detail) =>
      invalidValue(field, finalizer, detail),
    ),
    ...refuseUnknownFinalizer(finalizer, field),
  ];
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
      const better = `a domain-qualified finalizer name${finalizer.includes('.') ? ' including a path (/)' : ''}`;
      return (
        `metadata.finalizers: ${quoted(finalizer)}: prefer ${better} ` +
        'to avoid accidental conflicts with other finalizer writers'
      );
    });
}

const IMMUTABLE = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

function validateOwnerReferences(
  references: readonly OwnerReference[],
  words: FaultWords,
): FieldError[] {
  const errors = references.flatMap((reference) => validateOwnerReference(reference, words));
  const controllers = references.filter((reference) => reference.controller === true);
  const [first, ...others] = controllers;
  // VA-04: one fault for each controller after the first, naming both.
  const more = others.map((other) =>
    invalidShown(
      'metadata.ownerReferences',
      words.references(references),
      'Only one reference can have Controller set to true. Found "true" in references for ' +
        `${first?.kind}/${first?.name} and ${other.kind}/${other.name}`,
    ),
  );
  return [...errors, ...more];
}

/** A reference needs all four fields, a well-formed apiVersion, and an owner that is no Event (VA-01..03). */
function validateOwnerReference(reference: OwnerReference, words: FaultWords): FieldError[] {
  const at = 'metadata.ownerReferences';
  const { version } = parseApiVersion(reference.apiVersion);
  const errors: FieldError[] = [];
  if (version === '' || version.includes('/')) {
    errors.push(
      invalidValue(`${at}.apiVersion`, reference.apiVersion, 'version must not be empty'),
    );
  }
  for (const key of ['kind', 'name', 'uid'] as const) {
    if (reference[key] === '') errors.push(invalidValue(`${at}.${key}`, '', words.empty(key)));
  }
  // `/v1` is the core group as well: it is accepted as an apiVersion.
  const isCoreV1 = reference.apiVersion === 'v1' || reference.apiVersion === '/v1';
  if (isCoreV1 && reference.kind === 'Event') {
    const detail = '/v1, Kind=Event is disallowed from being an owner';
    errors.push(invalidShown(at, words.reference(reference), detail));
  }
  return errors;
}

/** Finalizers are qualified names; `orphan` excludes `foregroundDeletion` (VA-06, VA-07). */
function validateFinalizers(finalizers: readonly string[], words: FaultWords): FieldError[] {
  const errors = finalizers.flatMap((finalizer) =>
    qualifiedNameFaults(finalizer, words).map((detail) =>
      invalidValue('metadata.finalizers', finalizer, detail),
    ),
  );
  if (finalizers.includes(ORPHAN_FINALIZER) && finalizers.includes(FOREGROUND_FINALIZER)) {
    const detail = `finalizer ${ORPHAN_FINALIZER} and ${FOREGROUND_FINALIZER} cannot be both set`;
    errors.push(invalidShown('metadata.finalizers', words.texts(finalizers), detail));
  }
  return errors;
}

/** Faults of finalizers without a domain, where the kind looks for them: after all others (VA-06). */
export function validateShortFinalizers(
  { finalizers = [] }: ObjectMeta,
  names: FinalizerNames,
): FieldError[] {
  if (names.custom) return [];
  return finalizers.flatMap((finalizer, index) =>
    refuseUnknownFinalizer(finalizer, `metadata.finalizers[${index}]`),
  );
}

function refuseUnknownFinalizer(finalizer: string, field: string): FieldError[] {
  if (finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)) return [];
  const detail = 'name is neither a standard finalizer name nor is it fully qualified';
  return [invalidValue(field, finalizer, detail)];
}

/** An object in deletion gets no new finalizer (VA-08). */
function validateFinalizersUpdate(meta: ObjectMeta, old: ObjectMeta): FieldError[] {
  if (old.deletionTimestamp === undefined) return [];
  const before = new Set(old.finalizers ?? []);
  const added = (meta.finalizers ?? []).filter((finalizer) => !before.has(finalizer));
  if (added.length === 0) return [];
  const detail =
    'no new finalizers can be added if the object is being deleted, ' +
    `found new finalizers ${textSlice([...new Set(added)].sort())}`;
  return [forbiddenValue('metadata.finalizers', detail)];
}
