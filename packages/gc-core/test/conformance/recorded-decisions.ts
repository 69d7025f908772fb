import { fieldOf, itemOf, messageOf, type Recording } from './recording.ts';
import type { Decision } from './replay-result.ts';

/** The decision that a message of the log stands for. */
const RULES: ReadonlyMap<string, string> = new Map([
  ['processing item returned at once, because its DeletionTimestamp is non-nil', 'AD-02'],
  ['item not found, generating a virtual delete event', 'AD-07'],
  ["UID doesn't match, item not found, generating a virtual delete event", 'AD-09'],
  ["item doesn't have an owner, continue on next item", 'AD-11'],
  ['item has at least one existing owner, will not garbage collect', 'AD-14'],
  [
    'at least one owner of item has FinalizerDeletingDependents, and the item itself has dependents, so it is going to be deleted in Foreground',
    'AD-15',
  ],
  ['Deleting item', 'AD-17'],
  ['item is cluster-scoped, but refers to a namespaced owner', 'CL-04'],
  ['remove DeleteDependents finalizer for item', 'FG-01'],
  ['adding dependent to attemptToDelete, because its owner is deletingDependents', 'FG-02'],
  ['error syncing item', 'no mapping'],
  ['Unhandled Error', 'other error'],
  ['successfully updated all dependents', 'OR-07'],
]);

const OURS: ReadonlyMap<string, string> = new Map([
  ['AD-04', 'no mapping'],
  ['CL-03', 'no mapping'],
  ['AD-08', 'other error'],
  ['CL-06', 'other error'],
]);

/** Our decision in the words that a log can tell: its errors do not say whether item or owner was asked for. */
export function asLogged({ item, rule }: Decision): Decision {
  return { item, rule: OURS.get(rule) ?? rule };
}

/** The decisions of all passes in the log, also of those whose lines were left out and counted. */
export function recordedDecisions(recording: Recording): Decision[] {
  const decisions: { item: string; rule: string | undefined }[] = [];
  const open = new Map<string, { item: string; rule: string | undefined }>();
  const begin = (item: string): { item: string; rule: string | undefined } => {
    const decision = { item, rule: undefined };
    decisions.push(decision);
    open.set(item, decision);
    return decision;
  };
  for (const { text } of recording.lines) {
    const message = messageOf(text);
    const item =
      message === 'successfully updated all dependents' ? fieldOf(text, 'owner') : subjectOf(text);
    if (message === 'Processing item') begin(item);
    const rule = RULES.get(message);
    const known = open.get(item);
    // A pass that waits for its dependents writes one line for each of them.
    if (rule === undefined || (rule === 'FG-02' && known?.rule === rule)) continue;
    const decision = known === undefined || known.rule !== undefined ? begin(item) : known;
    decision.rule = rule;
  }
  addOmitted(recording, decisions);
  // Nothing is written when all that blocks is being deleted in the foreground itself (FG-03).
  return decisions.map(({ item, rule = 'FG-02' }) => ({ item, rule }));
}

/** Errors that were counted only: the end of a pass whose first line stands, or of one that was counted, too. */
function addOmitted(
  recording: Recording,
  decisions: { item: string; rule: string | undefined }[],
): void {
  for (const [line, count] of recording.omitted) {
    const rule = RULES.get(messageOf(line));
    if (rule === undefined) continue;
    // The beginning that stands for them may end within the item.
    const whole = recording.lines.find(({ text }) => text.startsWith(line))?.text ?? line;
    const item = subjectOf(whole);
    for (let i = 0; i < count; i++) {
      const undecided = decisions.find((each) => each.item === item && each.rule === undefined);
      if (undecided) undecided.rule = rule;
      else decisions.push({ item, rule });
    }
  }
}

/** The item of a line; in an unexpected error it is a dump of the node. */
function subjectOf(text: string): string {
  return messageOf(text) === 'Unhandled Error' ? dumpedItem(text) : itemOf(text);
}

/** The identity in the dump of a node. */
export function dumpedItem(text: string): string {
  const part = (key: string): string => new RegExp(`${key}:\\\\"(.*?)\\\\"`).exec(text)?.[1] ?? '';
  const kind = `${part('APIVersion')}/${part('Kind')}`;
  return `[${kind}, namespace: ${part('Namespace')}, name: ${part('Name')}, uid: ${part('UID')}]`;
}
