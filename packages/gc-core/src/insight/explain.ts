import { decideDeletion } from '../collector/decide-deletion.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../meta/finalizers.ts';
import { parseTimestamp } from '../meta/object-meta.ts';
import { objectName } from '../meta/object-name.ts';
import type { OwnerReference } from '../meta/object-reference.ts';
import type { Explanation, Reason } from '../wire/explanation.ts';
import type { Standing, WrongReference } from '../wire/node-record.ts';
import { type ClusterView, kindName } from './cluster-view.ts';
import { type Hold, heldBy, waitsForDependents } from './held-by.ts';
import { type JudgedReference, judgeReference } from './judge-reference.ts';

/** The verdict on a node of the graph with its evidence: what the collector would decide about it as things stand. */
export function explain(node: GraphNode, view: ClusterView): Explanation {
  const verdict = verdictOf(node, view);
  return { object: node.identity, unread: [], ...verdict };
}

/** The same verdict, short enough to travel with every record. */
export function standingOf(node: GraphNode, view: ClusterView): Standing {
  const { verdict, because, when } = explain(node, view);
  const wrong = wrongReferences(node, view);
  const hold = node.beingDeleted ? heldBy(node, view)[0] : undefined;
  return {
    verdict,
    rule: because[0]?.rule ?? 'AD-11',
    ...(when === undefined ? {} : { when }),
    ...(hold ? { blockedBy: hold.short } : {}),
    ...(wrong.length > 0 ? { wrong } : {}),
  };
}

type Told = Omit<Explanation, 'object' | 'unread'> & { readonly unread?: readonly string[] };

function verdictOf(node: GraphNode, view: ClusterView): Told {
  if (node.virtual) return explainVirtual(node, view);
  if (waitsForDependents(node)) return explainForeground(node, view);
  if (node.beingDeleted) return explainTerminating(node, view);
  if (node.owners.length === 0) {
    const text = 'It has no owner references: the collector never deletes it by itself.';
    return stays('Stays, because it has no owner.', [{ rule: 'AD-11', text, uids: [] }]);
  }
  const judged = node.owners.map((each) => judgeReference(each, node.identity, view));
  return explainReferences(node, judged, view);
}

/** CL-01..14, then AD-14..17. The collector stops at the first reference it cannot ask about, and keeps the object. */
function explainReferences(
  node: GraphNode,
  judged: readonly JudgedReference[],
  view: ClusterView,
): Told {
  const because = judged.map(reasonOf);
  const refused = judged.find((each) => each.class === 'unmapped' || each.class === 'never');
  if (refused) {
    return stays(`Stays: ${lowerFirst(refused.text)}`, [
      reasonOf(refused),
      ...because.filter((each) => each.rule !== refused.rule),
    ]);
  }
  const of = (wanted: JudgedReference['class']): JudgedReference[] =>
    judged.filter((each) => each.class === wanted);
  const references = (list: readonly JudgedReference[]): OwnerReference[] =>
    list.map((each) => each.reference);
  const unknown = of('unknown');
  const [solid, waiting, dangling] = [of('solid'), of('waiting'), of('dangling')];
  if (unknown.length > 0 && solid.length === 0) {
    const unread = [...new Set(unknown.flatMap((each) => each.unread ?? []))];
    const sentence = `Not verified: ${unread.join(', ')} cannot be read.`;
    return { verdict: 'not verified', sentence, because, unread };
  }
  const plan = decideDeletion(
    { solid: references(solid), dangling: references(dangling), waiting: references(waiting) },
    node.dependents.size > 0,
    node.meta?.finalizers ?? [],
  );
  const decision: Reason = { rule: plan.rule, text: DECISIONS[plan.rule], uids: [node.uid] };
  if (plan.type === 'keep') {
    const removed = plan.removeReferencesTo.length;
    return stays(keptSentence(solid[0]?.found, removed), [decision, ...because]);
  }
  const why = lowerFirst((waiting[0] ?? dangling[0])?.text ?? 'None of its owners exists.');
  const when = view.isQueued(node.uid) || waiting.length > 0 ? 'now' : 'restart';
  return {
    verdict: 'goes',
    when,
    sentence: `Goes, because ${why}`,
    because: [decision, ...because],
  };
}

function keptSentence(owner: GraphNode | undefined, removed: number): string {
  const lives = owner ? `${objectName(owner.identity)} lives` : 'an owner lives';
  if (removed === 0) return `Stays, because ${lives}.`;
  return `Stays, because ${lives}. At its next check ${removed} reference${removed > 1 ? 's' : ''} will be removed.`;
}

const DECISIONS = {
  'AD-14':
    'One living owner keeps it; references that do not hold are removed when it is next checked.',
  'AD-15': 'An owner waits for it and it has dependents itself: it is deleted in the foreground.',
  'AD-17': 'No owner keeps it: it is deleted.',
} as const;

function explainForeground(node: GraphNode, view: ClusterView): Told {
  const holds = heldBy(node, view);
  const blocking = [...new Set(node.blockingDependents())];
  const head: Reason = {
    rule: blocking.length > 0 ? 'FG-02' : 'FG-01',
    text: `Its finalizer \`${FOREGROUND_FINALIZER}\` goes when no dependent blocks it any more.`,
    uids: [node.uid],
  };
  if (blocking.length === 0 && holds.length === 0) {
    return {
      verdict: 'goes',
      when: 'now',
      sentence: 'Goes: nothing blocks its deletion any more.',
      because: [head],
    };
  }
  const names = blocking.slice(0, 3).map((each) => objectName(each.identity));
  const more = blocking.length > 3 ? ` and ${blocking.length - 3} more` : '';
  const waitsFor =
    names.length > 0 ? `${names.join(', ')}${more} (blocks its owner)` : (holds[0]?.short ?? '');
  const leaf = holds.at(-1);
  const held = leaf && names.length > 0 ? `; ${heldAt(leaf, view)}` : '';
  const waiting = blocking.slice(0, 20).map(
    (each): Reason => ({
      rule: 'DM-10',
      text: `${objectName(each.identity)} has a blocking reference to it.`,
      uids: [each.uid],
    }),
  );
  return {
    verdict: 'waits',
    sentence: `Waits for ${waitsFor}${held}.`,
    because: [head, ...holds, ...waiting],
  };
}

/** The leaf in few words, with the object it is about: "in the end it is held by finalizer x/y of Pod `shop/web-x`". */
function heldAt({ rule, short, uids }: Hold, view: ClusterView): string {
  const leaf = view.get(uids[0] ?? '');
  const name = leaf ? objectName(leaf.identity) : 'an object';
  if (rule === 'CL-03' || rule === 'CL-04') return `${name} is ${short}`;
  return `in the end it is held by ${short} of ${name}`;
}

function explainTerminating(node: GraphNode, view: ClusterView): Told {
  const head: Reason = {
    rule: 'AD-02',
    text: 'It is already being deleted: the collector leaves it alone.',
    uids: [node.uid],
  };
  const hold = heldBy(node, view)[0];
  if (hold)
    return { verdict: 'waits', sentence: `Waits for ${hold.short}.`, because: [head, hold] };
  if (node.meta?.finalizers?.includes(ORPHAN_FINALIZER)) {
    const text = `Its dependents lose their reference, then its finalizer \`${ORPHAN_FINALIZER}\` goes.`;
    return {
      verdict: 'waits',
      sentence: 'Waits until its dependents are orphaned.',
      because: [{ rule: 'OR-07', text, uids: [node.uid] }, head],
    };
  }
  if (node.identity.kind === 'Namespace' && node.identity.apiVersion === 'v1') {
    const text = 'The namespace controller deletes what is in it, Pods first, and then lets it go.';
    const reason: Reason = { rule: 'NS-07', text, uids: [node.uid] };
    return { verdict: 'waits', sentence: 'Waits until nothing is left in it.', because: [reason] };
  }
  const grace = node.meta?.deletionGracePeriodSeconds ?? 0;
  if (grace > 0) {
    const until = node.meta?.deletionTimestamp;
    const valid = until !== undefined && parseTimestamp(until) !== undefined;
    const text = `It may take ${grace} s to end${valid ? `, until ${until}` : ''}; then the kubelet sends the final DELETE.`;
    return {
      verdict: 'waits',
      sentence: `Waits for its grace period of ${grace} s.`,
      because: [{ rule: 'API-51', text, uids: [node.uid] }, head],
    };
  }
  return {
    verdict: 'goes',
    when: 'now',
    sentence: 'Goes: nothing holds it any more.',
    because: [head],
  };
}

/** An owner that nobody has seen: asked for under its identity until it is found absent (AD-05..07, AD-W11). */
function explainVirtual(node: GraphNode, view: ClusterView): Told {
  const { identity } = node;
  const mapping = view.mapping(identity.apiVersion, identity.kind);
  const named = `It is known only from references of ${node.dependents.size} object${node.dependents.size === 1 ? '' : 's'}.`;
  const known: Reason = {
    rule: 'GB-25',
    text: named,
    uids: [...node.dependents].slice(0, 20).map((each) => each.uid),
  };
  if (mapping === 'unserved') {
    const text = `${identity.kind} in ${identity.apiVersion} is not served: the collector cannot look it up.`;
    return {
      verdict: 'not verified',
      sentence: `Not verified: ${lowerFirst(text)}`,
      because: [{ rule: 'AD-04', text, uids: [] }, known],
    };
  }
  if (mapping === 'unknown' || !view.isRead(mapping)) {
    const kind = mapping === 'unknown' ? identity.kind : kindName(mapping);
    return {
      verdict: 'not verified',
      sentence: `Not verified: ${kind} cannot be read.`,
      because: [known],
      unread: [kind],
    };
  }
  if (mapping.namespaced && identity.namespace === '') {
    const text =
      'A namespaced owner of a cluster-scoped object cannot be looked up without a namespace.';
    return {
      verdict: 'not verified',
      sentence: `Not verified: ${lowerFirst(text)}`,
      because: [{ rule: 'AD-05', text, uids: [] }, known],
    };
  }
  const text = `${objectName(identity)} does not exist.`;
  return {
    verdict: 'goes',
    when: 'now',
    sentence: `Does not exist: ${lowerFirst(named)}`,
    because: [{ rule: 'AD-07', text, uids: [] }, known],
  };
}

function wrongReferences(node: GraphNode, view: ClusterView): WrongReference[] {
  return node.owners.flatMap((reference, index) => {
    const { fault } = judgeReference(reference, node.identity, view);
    return fault ? [{ index, fault }] : [];
  });
}

function reasonOf(judged: JudgedReference): Reason {
  const uids = judged.found ? [judged.found.uid] : [judged.reference.uid];
  return { rule: judged.rule, text: judged.text, uids };
}

function stays(sentence: string, because: readonly Reason[]): Told {
  return { verdict: 'stays', sentence, because };
}

function lowerFirst(text: string): string {
  // Kind names keep their capital: only articles and pronouns at the start are ordinary words.
  return /^(A|It|An|Owner|The) /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
