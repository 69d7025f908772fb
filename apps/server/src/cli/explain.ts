import { explain } from '@gcscope/gc-core';
import {
  type Explanation,
  furtherReasons,
  joined,
  type Reason,
  say,
  VERDICT_TIME_SENTENCES,
} from '@gcscope/gc-core/wire';
import { readStatuses } from '../insight/status-reader.ts';
import type { LiveGraph } from '../live/live-graph.ts';
import type { ClusterRead } from './cluster-read.ts';
import { findObject, UnreadObjectError } from './describe-object.ts';
import { jsonOf, printed, textOf } from './lines.ts';

/** The verdict on an object with its evidence, as text or JSON. Throws `CommandError` for a wrong object. */
export async function explainText(
  read: ClusterRead,
  object: string,
  output: 'text' | 'json',
): Promise<string> {
  const live = await read.live();
  const explanation = await explained(live, object, read);
  // Only what goes by a check of the collector has a time.
  if (output === 'json') return jsonOf('Explanation', { when: null, ...explanation });
  return forPeople(explanation);
}

async function explained(
  live: LiveGraph,
  object: string,
  { namespace, probeOwners, readStatus }: ClusterRead,
): Promise<Explanation> {
  try {
    const node = findObject(live, object, namespace);
    await probeOwners?.(live, [node]);
    await readStatuses(live, readStatus);
    return explain(node, live.view);
  } catch (error) {
    if (!(error instanceof UnreadObjectError)) throw error;
    const { object: named, unread, why } = error;
    return {
      object: named,
      release: live.view.release.release,
      verdict: 'not verified',
      sentence: say`Not verified: gcscope does not read objects of kind ${unread}, so it does not know whether this one exists.`,
      because: [{ rule: 'CL-06', text: say`${why}`, uids: [] }],
      unread: [unread],
    };
  }
}

function forPeople(explanation: Explanation): string {
  const { object, sentence, when, triggers, unread, advice, release } = explanation;
  const { rules, further } = furtherReasons(explanation);
  const place = object.namespace === '' ? object.name : `${object.namespace}/${object.name}`;
  const lines = [
    `${object.kind} ${place} (${object.apiVersion}${object.uid === '' ? '' : `, uid ${object.uid}`})`,
    `${printed(sentence)}${rules.length > 0 ? `  (${rules.join(', ')})` : ''}`,
    ...table(further),
    ...(when === undefined ? [] : [VERDICT_TIME_SENTENCES[when]]),
    ...table(triggers ?? []),
    ...(unread.length > 0 ? [`Kinds that gcscope could not read: ${joined(unread)}`] : []),
    ...(advice ?? []).flatMap(({ text, command, outcome }) => [
      printed(text),
      `  $ ${command}`,
      ...(outcome ? [`  ${printed(outcome)}`] : []),
    ]),
    ...(release === undefined ? [] : [`By the rules of Kubernetes ${release}.`]),
  ];
  return textOf(lines);
}

function table(reasons: readonly Reason[]): string[] {
  const width = Math.max(0, ...reasons.map((reason) => reason.rule.length));
  return reasons.map((reason) => `  ${reason.rule.padEnd(width)}  ${printed(reason.text)}`);
}
