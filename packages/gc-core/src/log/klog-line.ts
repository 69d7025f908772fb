import { goQuote } from '../meta/go-quote.ts';
import {
  identityText,
  type ObjectReference,
  type OwnerReference,
} from '../meta/object-reference.ts';
import type { Row } from './klog-messages.ts';
import type { LogLine } from './log-line.ts';
import { type Material, NO_REFERENCES } from './material.ts';

const ADDRESS = '0xc000000000';

/** The sentence of a moment; `undefined` when none was written. */
export function klogLine(
  material: Material,
  messages: ReadonlyMap<string, Row>,
): LogLine | undefined {
  const row = messages.get(material.rule);
  if (!row) return undefined;
  const [level, template] = row;
  // A function as replacement: what stands in a name is not looked at again.
  const message = template.replaceAll(/\{([\w.]+)\}/g, (_, source: string) =>
    partOf(source, material),
  );
  return { form: 'klog', level, severity: level === 0 ? 'error' : 'info', message, fields: [] };
}

function partOf(source: string, material: Material): string {
  const { subject, other = subject, reference = subject, references = NO_REFERENCES } = material;
  const parts: Readonly<Record<string, string | undefined>> = {
    subject: identityText(subject),
    'subject.dump': identityDump(subject),
    'subject.apiVersion': subject.apiVersion,
    'subject.kind': subject.kind,
    'subject.namespace': subject.namespace,
    'subject.name': subject.name,
    'subject.uid': subject.uid,
    other: identityText(other),
    'reference.apiVersion': reference.apiVersion,
    'reference.kind': reference.kind,
    'reference.name': reference.name,
    'reference.uid': reference.uid,
    solid: goDump(references.solid),
    'solid.plain': goPlain(references.solid),
    dangling: goDump(references.dangling),
    waiting: goDump(references.waiting),
    policy: material.policy,
    eventType: material.eventType,
    error: material.error,
  };
  return parts[source] ?? '';
}

/** References as Go dumps them; a pointer is an address, which here is always the same. */
function goDump(references: readonly OwnerReference[]): string {
  if (references.length === 0) return '[]v1.OwnerReference(nil)';
  return `[]v1.OwnerReference{${references.map(referenceDump).join(', ')}}`;
}

function referenceDump(reference: OwnerReference): string {
  const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = reference;
  const pointer = (flag: boolean | undefined): string =>
    flag === undefined ? '(*bool)(nil)' : `(*bool)(${ADDRESS})`;
  return `v1.OwnerReference{APIVersion:${goQuote(apiVersion)}, Kind:${goQuote(kind)}, Name:${goQuote(name)}, UID:${goQuote(uid)}, Controller:${pointer(controller)}, BlockOwnerDeletion:${pointer(blockOwnerDeletion)}}`;
}

function identityDump({ apiVersion, kind, name, uid, namespace }: ObjectReference): string {
  const reference = referenceDump({ apiVersion, kind, name, uid });
  return `garbagecollector.objectReference{OwnerReference:${reference}, Namespace:${goQuote(namespace)}}`;
}

/** References where Go was asked for a text: it has none for flags, and says so. */
function goPlain(references: readonly OwnerReference[]): string {
  const pointer = (flag: boolean | undefined): string =>
    `%!s(*bool=${flag === undefined ? '<nil>' : ADDRESS})`;
  const texts = references.map(
    ({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }) =>
      `{${apiVersion} ${kind} ${name} ${uid} ${pointer(controller)} ${pointer(blockOwnerDeletion)}}`,
  );
  return `[${texts.join(' ')}]`;
}
