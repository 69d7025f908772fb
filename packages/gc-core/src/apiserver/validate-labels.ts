import { type FieldError, invalidValue } from './status-errors.ts';
import { DNS_SUBDOMAIN } from './validate-name.ts';

const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const NAME_PART = new RegExp(`^${NAME}$`);
const LABEL_VALUE = new RegExp(`^(${NAME})?$`);
const LONGEST_NAME = 63;

const CHARACTERS =
  "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const NAME_FORM =
  `must ${CHARACTERS} (e.g. 'MyName',  or 'my.name',  or '123-abc', ` +
  `regex used for validation is '${NAME}')`;
const VALUE_FORM =
  'a valid label must be an empty string or ' +
  `${CHARACTERS} (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${NAME})?')`;

/** Faults of labels: of each key, then of its value. */
export function validateLabels(labels: Readonly<Record<string, string>>): FieldError[] {
  const fault = (value: string, detail: string): FieldError =>
    invalidValue('metadata.labels', value, detail);
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedNameFaults(key).map((detail) => fault(key, detail)),
    ...labelValueFaults(value).map((detail) => fault(value, detail)),
  ]);
}

/** Faults of the keys of annotations, in which capitals do not matter; values are free. */
export function validateAnnotations(annotations: Readonly<Record<string, string>>): FieldError[] {
  return Object.keys(annotations).flatMap((key) =>
    qualifiedNameFaults(key.toLowerCase()).map((detail) =>
      invalidValue('metadata.annotations', key, detail),
    ),
  );
}

/** What is wrong with a `[prefix/]name` as keys and finalizers are written, in the server's words. */
export function qualifiedNameFaults(text: string): string[] {
  const parts = text.split('/');
  const [first = '', second] = parts;
  if (parts.length > 2) {
    return [
      `a valid label key ${NAME_FORM} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  return second === undefined
    ? namePartFaults(first)
    : [...prefixFaults(first), ...namePartFaults(second)];
}

function namePartFaults(name: string): string[] {
  const faults: string[] = [];
  if (name === '') faults.push('name part must be non-empty');
  else if (name.length > LONGEST_NAME) faults.push(`name part ${tooLong(LONGEST_NAME)}`);
  if (!NAME_PART.test(name)) faults.push(`name part ${NAME_FORM}`);
  return faults;
}

function prefixFaults(prefix: string): string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  const { longest, pattern, text } = DNS_SUBDOMAIN;
  return [
    ...(prefix.length > longest ? [`prefix part ${tooLong(longest)}`] : []),
    ...(pattern.test(prefix) ? [] : [`prefix part ${text}`]),
  ];
}

function labelValueFaults(value: string): string[] {
  return [
    ...(value.length > LONGEST_NAME ? [tooLong(LONGEST_NAME)] : []),
    ...(LABEL_VALUE.test(value) ? [] : [VALUE_FORM]),
  ];
}

/** Older releases say characters. */
function tooLong(longest: number): string {
  return `must be no more than ${longest} bytes`;
}
