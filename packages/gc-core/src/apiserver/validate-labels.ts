import { byteLength } from './fault-values.ts';
import type { FaultWords } from './fault-words.ts';
import { type FieldError, invalidValue, tooLongValue } from './status-errors.ts';
import { DNS_SUBDOMAIN } from './validate-name.ts';

const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const NAME_PART = new RegExp(`^${NAME}$`);
const LABEL_VALUE = new RegExp(`^(${NAME})?$`);
const LONGEST_NAME = 63;
/** Bytes of all annotations of an object together, keys and values. */
const LARGEST_ANNOTATIONS = 256 * 1024;

const CHARACTERS =
  "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const NAME_FORM =
  `must ${CHARACTERS} (e.g. 'MyName',  or 'my.name',  or '123-abc', ` +
  `regex used for validation is '${NAME}')`;
const VALUE_FORM =
  'a valid label must be an empty string or ' +
  `${CHARACTERS} (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${NAME})?')`;

/** Faults of labels: of each key, then of its value. */
export function validateLabels(
  labels: Readonly<Record<string, string>>,
  words: FaultWords,
): FieldError[] {
  const fault = (value: string, detail: string): FieldError =>
    invalidValue('metadata.labels', value, detail);
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedNameFaults(key, words).map((detail) => fault(key, detail)),
    ...labelValueFaults(value, words).map((detail) => fault(value, detail)),
  ]);
}

/** Faults of the keys of annotations, in which capitals do not matter, and of their size; values are free. */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>>,
  words: FaultWords,
): FieldError[] {
  const field = 'metadata.annotations';
  const faults = Object.keys(annotations).flatMap((key) =>
    qualifiedNameFaults(lowerCased(key), words).map((detail) => invalidValue(field, key, detail)),
  );
  const size = Object.entries(annotations)
    .flat()
    .reduce((sum, text) => sum + byteLength(text), 0);
  if (size <= LARGEST_ANNOTATIONS) return faults;
  return [...faults, tooLongValue(field, words.annotationsTooLong(LARGEST_ANNOTATIONS))];
}

/** The server takes letter for letter: the dotted capital I becomes a plain i. */
function lowerCased(key: string): string {
  return key.replaceAll('İ', 'i').toLowerCase();
}

/** What is wrong with a `[prefix/]name` as keys and finalizers are written, in the server's words. */
export function qualifiedNameFaults(text: string, words: FaultWords): string[] {
  const parts = text.split('/');
  const [first = '', second] = parts;
  if (parts.length > 2) {
    return [
      `${words.key} ${NAME_FORM} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  return second === undefined
    ? namePartFaults(first, words)
    : [...prefixFaults(first, words), ...namePartFaults(second, words)];
}

function namePartFaults(name: string, words: FaultWords): string[] {
  const faults: string[] = [];
  if (name === '') faults.push('name part must be non-empty');
  else faults.push(...lengthFaults(name, LONGEST_NAME, words).map((fault) => `name part ${fault}`));
  if (!NAME_PART.test(name)) faults.push(`name part ${NAME_FORM}`);
  return faults;
}

function prefixFaults(prefix: string, words: FaultWords): string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  const { longest, pattern, text } = DNS_SUBDOMAIN;
  const faults = [...lengthFaults(prefix, longest, words), ...(pattern.test(prefix) ? [] : [text])];
  return faults.map((fault) => `prefix part ${fault}`);
}

function labelValueFaults(value: string, words: FaultWords): string[] {
  return [
    ...lengthFaults(value, LONGEST_NAME, words),
    ...(LABEL_VALUE.test(value) ? [] : [VALUE_FORM]),
  ];
}

function lengthFaults(text: string, longest: number, { lengthUnit }: FaultWords): string[] {
  return byteLength(text) > longest ? [`must be no more than ${longest} ${lengthUnit}`] : [];
}
