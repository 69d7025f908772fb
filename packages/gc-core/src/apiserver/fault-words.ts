import { formatTimestamp, parseTimestamp } from '../meta/object-meta.ts';
import type { OwnerReference } from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { jsonText, quoted } from './fault-values.ts';

/** Words of a refusal that differ between releases, and how it shows a value that is no plain text. */
export interface FaultWords {
  /** What lengths of keys and values are said to be counted in; all count bytes. */
  readonly lengthUnit: 'characters' | 'bytes';
  /** What a key with two slashes is not. */
  readonly key: string;
  /** What is wrong with a field of an owner reference that is empty. */
  readonly empty: (field: string) => string;
  readonly annotationsTooLong: (most: number) => string;
  /** A text of a type of its own: a uid, a policy. */
  readonly typedText: (text: string) => string;
  readonly texts: (list: readonly string[]) => string;
  readonly reference: (reference: OwnerReference) => string;
  readonly references: (list: readonly OwnerReference[]) => string;
  /** A timestamp, RFC 3339. */
  readonly time: (timestamp: string) => string;
  /** The resourceVersion of an update that names none. */
  readonly noVersion: string;
}

/** The words of a release. */
export function faultWords({ faultValues }: Pick<ReleaseProfile, 'faultValues'>): FaultWords {
  return WORDS[faultValues];
}

/** A list of texts in the syntax of the server's language. */
export function textSlice(list: readonly string[]): string {
  return `[]string{${list.map(quoted).join(', ')}}`;
}

const ZERO_TIME = '0001-01-01T00:00:00Z';

const WORDS: Readonly<Record<ReleaseProfile['faultValues'], FaultWords>> = {
  json: {
    lengthUnit: 'bytes',
    key: 'a valid label key',
    empty: () => 'must not be empty',
    annotationsTooLong: (most) => `may not be more than ${most} bytes`,
    typedText: jsonText,
    texts: jsonText,
    reference: jsonText,
    references: jsonText,
    time: (timestamp) => {
      const time = inUtc(timestamp);
      return time === ZERO_TIME ? 'null' : jsonText(time);
    },
    noVersion: '0',
  },
  'go-syntax': {
    lengthUnit: 'characters',
    key: 'a qualified name',
    empty: (field) => `${field} must not be empty`,
    annotationsTooLong: (most) => `must have at most ${most} bytes`,
    typedText: quoted,
    texts: textSlice,
    reference: structText,
    references: (list) => `[]v1.OwnerReference{${list.map(structText).join(', ')}}`,
    time: (timestamp) => `${inUtc(timestamp).replace('T', ' ').replace('Z', '')} +0000 UTC`,
    noVersion: '0x0',
  },
};

function structText(reference: OwnerReference): string {
  const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = reference;
  const fields = [
    `APIVersion:${quoted(apiVersion)}`,
    `Kind:${quoted(kind)}`,
    `Name:${quoted(name)}`,
    `UID:${quoted(uid)}`,
    `Controller:${pointer(controller)}`,
    `BlockOwnerDeletion:${pointer(blockOwnerDeletion)}`,
  ];
  return `v1.OwnerReference{${fields.join(', ')}}`;
}

/** Where the server holds the value: any address. */
function pointer(flag: boolean | undefined): string {
  return `(*bool)(${flag === undefined ? 'nil' : '0xc000010000'})`;
}

/** In whole seconds. */
function inUtc(timestamp: string): string {
  return formatTimestamp(parseTimestamp(timestamp) ?? 0);
}
