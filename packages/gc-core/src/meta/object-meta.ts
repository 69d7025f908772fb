import type { OwnerReference, Uid } from './object-reference.ts';

/** Milliseconds, as a span or since the Unix epoch. */
export type Millis = number;
/** Whole seconds. */
export type Seconds = number;
/** A point in time as the API writes it: RFC 3339, UTC, whole seconds. */
export type Timestamp = string;

/** The part of an object's metadata that deletion depends on. */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: Uid;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: Timestamp;
  readonly deletionTimestamp?: Timestamp;
  readonly deletionGracePeriodSeconds?: Seconds;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly generateName?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** As servers wrote it until 1.19; kept where it stands. */
  readonly selfLink?: string;
}

/** Metadata that is being put together. */
export type WritableMeta = { -readonly [K in keyof ObjectMeta]: ObjectMeta[K] };

/** An object as the API server stores it. Everything beside the metadata is kept as it came. */
export interface ApiObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/** The change of an object. */
export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** The owner references of an object; none where there is no object. */
export function referencesOf(object: ApiObject | undefined): readonly OwnerReference[] {
  return object?.metadata.ownerReferences ?? [];
}

/** An object as a user sends it; the server may still have to add name and date. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Partial<ObjectMeta>;
  readonly [field: string]: unknown;
}

/** The last written time: the objects of one deletion share it. */
let lastWritten: { readonly at: Millis; readonly text: Timestamp } | undefined;

/** Milliseconds since the epoch → API timestamp; fractions of a second are cut, as the API does. */
export function formatTimestamp(at: Millis): Timestamp {
  if (lastWritten?.at !== at) lastWritten = { at, text: writeTimestamp(at) };
  return lastWritten.text;
}

function writeTimestamp(at: Millis): Timestamp {
  // The calendar without `Date`, which gc-core does not have: civil date from days (proleptic Gregorian).
  const seconds = Math.floor(at / 1000);
  const days = Math.floor(seconds / 86_400);
  const inDay = seconds - days * 86_400;
  const era = Math.floor((days + 719_468) / 146_097);
  const dayOfEra = days + 719_468 - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const date = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
  const minutes = Math.floor(inDay / 60);
  const clock = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(inDay % 60)}`;
  return `${date}T${clock}Z`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/;

/** The last read time: the objects of one deletion share it. */
let lastRead: { readonly text: string; readonly at: Millis | undefined } | undefined;

/** API timestamp → milliseconds since the epoch, or `undefined` when it is none, as the 30 February. */
export function parseTimestamp(text: string): Millis | undefined {
  if (lastRead?.text !== text) lastRead = { text, at: readTimestamp(text) };
  return lastRead.at;
}

function readTimestamp(text: string): Millis | undefined {
  const match = TIMESTAMP.exec(text);
  if (!match) return undefined;
  const part = (index: number): number => Number(match[index] ?? 0);
  const month = part(2);
  const shiftedYear = month <= 2 ? part(1) - 1 : part(1);
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + part(3) - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  const days = era * 146_097 + dayOfEra - 719_468;
  const seconds = days * 86_400 + part(4) * 3600 + part(5) * 60 + part(6);
  const exists = formatTimestamp(seconds * 1000).slice(0, -1) === text.slice(0, 19);
  if (!exists || part(9) > 23 || part(10) > 59) return undefined;
  const offset = (match[8] === '-' ? -1 : 1) * (part(9) * 3600 + part(10) * 60);
  const fraction = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1000);
  return (seconds - offset) * 1000 + fraction;
}
