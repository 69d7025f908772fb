import { goQuote } from '../meta/go-quote.ts';
import {
  identityText,
  type ObjectReference,
  type OwnerReference,
  referenceWith,
} from '../meta/object-reference.ts';

/** The value of a field of a log line. */
export type LogValue =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'flag'; readonly flag: boolean }
  | { readonly type: 'identity'; readonly identity: ObjectReference }
  /** An object by namespace and name; the namespace is empty for cluster-scoped ones. */
  | { readonly type: 'name'; readonly namespace: string; readonly name: string }
  | { readonly type: 'reference'; readonly reference: OwnerReference }
  | { readonly type: 'references'; readonly references: readonly OwnerReference[] };

/** A named value of a log line. */
export interface LogField {
  readonly key: string;
  readonly value: LogValue;
}

/** How a line is written: with named values (since 1.27), or as a sentence (klog, up to 1.26, and of an error up to 1.30). */
type LogForm = 'structured' | 'klog';

/** A line that the collector writes, without the header: severity letter, time, thread and place in the source. */
export interface LogLine {
  readonly form: LogForm;
  /** The `-v` from which on it is written; 0 for errors, which always are. */
  readonly level: 0 | 2 | 5 | 6;
  readonly severity: 'info' | 'error';
  readonly message: string;
  /** Empty in the klog form, whose message says everything. */
  readonly fields: readonly LogField[];
}

/** The line as klog writes it: `"message" key="value"`, or the sentence. */
export function formatText(line: LogLine): string {
  if (line.form === 'klog') return line.message;
  const fields = line.fields.map(({ key, value }) => ` ${key}${textOf(value)}`);
  return `${goQuote(line.message)}${fields.join('')}`;
}

/** A value with the sign that leads to it: `="…"`, or line by line where the text has several. */
function textOf(value: LogValue): string {
  switch (value.type) {
    case 'text':
      return textLines(value.text);
    case 'identity':
      return textLines(identityText(value.identity));
    case 'name':
      // The one text that is not quoted: names that a server gave out have no such characters.
      return `="${value.namespace === '' ? value.name : `${value.namespace}/${value.name}`}"`;
    case 'flag':
    case 'reference':
    case 'references':
      return `=${escapeForHtml(jsonOf(value))}`;
  }
}

function textLines(text: string): string {
  if (!text.includes('\n')) return `=${goQuote(text)}`;
  const lines = text.replace(/\n$/, '').split('\n');
  return `=<\n${lines.map((line) => `\t${line}\n`).join('')} >`;
}

/** A value that a line of text holds as JSON. */
function jsonOf(value: Extract<LogValue, { type: 'flag' | 'reference' | 'references' }>): string {
  switch (value.type) {
    case 'flag':
      return String(value.flag);
    case 'reference':
      return goJson(inGoOrder(value.reference));
    case 'references':
      // A list that nothing was put into is nil in Go.
      return value.references.length === 0 ? 'null' : goJson(value.references.map(inGoOrder));
  }
}

/** The fields of a reference in the order in which Go writes them. */
function inGoOrder(reference: OwnerReference): OwnerReference {
  return referenceWith(reference, reference.controller, reference.blockOwnerDeletion);
}

/** JSON as Go writes objects: line breaks of JavaScript are escaped, what was no UTF-8 is replaced. */
function goJson(value: unknown): string {
  return withoutBytes(JSON.stringify(value)).replaceAll(/[\u2028\u2029]/g, escapeOf);
}

/** Bytes that were no UTF-8 stand in texts as lone surrogates. */
function withoutBytes(json: string): string {
  return json.replaceAll(/\\(?:\\|ud[89a-f][\da-f]{2})/g, (found) =>
    found.startsWith('\\u') ? '\\ufffd' : found,
  );
}

/** In lines of text, characters that mean something in HTML are escaped in objects. */
function escapeForHtml(json: string): string {
  return json.replaceAll(/[<>&]/g, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
