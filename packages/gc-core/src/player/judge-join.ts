import type { GraphNode } from '../graph/graph-node.ts';
import { isOwnedBy } from '../graph/owner-chain.ts';
import { type ClusterView, isBeingDeleted, named } from '../insight/cluster-view.ts';
import { patchCommand } from '../insight/kubectl.ts';
import { describeReference } from '../insight/references/describe-reference.ts';
import { judgeReference } from '../insight/references/judge-reference.ts';
import type { OwnerReference } from '../meta/object-reference.ts';
import { lowerFirst, type Sentence, say } from '../meta/sentence.ts';
import { simulationView } from '../scenario/simulation-view.ts';
import type { Edit, JoinVerdict, PlaybackOptions } from '../wire/playback.ts';
import { refusalOf, repetitionOf } from './perform-action.ts';
import { referenceTo } from './plan-edit.ts';
import { type PlaybackSource, worldAt } from './play.ts';

type Join = Extract<Edit, { type: 'addReference' }>;
type Worth = Pick<JoinVerdict, 'holds' | 'sentence' | 'rule'>;

/**
 * Whether a new owner reference would hold after `at` steps of a source, what follows from it, and the command that makes
 * it so; `undefined` when one of the two is not there then. Throws `ScenarioError`.
 */
export function judgeJoin(
  source: PlaybackSource,
  options: PlaybackOptions,
  at: number,
  join: Join,
): JoinVerdict | undefined {
  const { simulation } = worldAt(source, options, at);
  const { graph } = simulation.process.collector;
  const [dependent, owner] = [graph.get(join.uid), graph.get(join.owner)];
  if (!dependent?.meta || !owner) return undefined;
  if (repetitionOf(simulation, join) !== undefined) {
    const sentence = say`${dependent.identity} already has the owner ${owner.identity}.`;
    return { holds: false, rule: 'DM-04', sentence, consequences: [] };
  }
  const reference = referenceTo(owner.identity, join);
  const refusal = refusalOf(simulation, join);
  // A scene has no cluster for the command.
  const { kubectl } = source.type === 'fork' ? source.fork : {};
  const view = { ...simulationView(simulation), kubectl };
  const worth: Worth =
    refusal === undefined
      ? worthOf(reference, dependent, view)
      : { holds: false, rule: 'VA-04', sentence: say`The API server refuses it: ${refusal}` };
  return {
    ...worth,
    consequences: worth.holds ? consequencesOf(dependent, owner, view, join) : [],
    patch: patchCommand(dependent.identity, view, patchOf(dependent, reference)),
  };
}

/** The collector's judgement on the reference. */
function worthOf(reference: OwnerReference, dependent: GraphNode, view: ClusterView): Worth {
  const judged = judgeReference(reference, dependent.identity, view);
  const { class: worth, rule, asked } = judged;
  switch (worth) {
    case 'solid':
      return {
        holds: true,
        rule,
        sentence: say`The reference is valid: ${asked} exists where the collector looks for it.`,
      };
    case 'waiting': {
      const goes = isGoing(dependent, view) ? '.' : say`: ${dependent.identity} would go with it.`;
      const sentence = say`The reference is valid, but ${asked} is being deleted in the foreground${goes}`;
      return { holds: true, rule, sentence };
    }
    default: {
      const why = lowerFirst(describeReference(judged, view));
      return { holds: false, rule, sentence: say`The reference is invalid: ${why}` };
    }
  }
}

/** An object that is being deleted goes, whatever its references say (AD-02, AD-10). */
function consequencesOf(
  dependent: GraphNode,
  owner: GraphNode,
  view: ClusterView,
  { blockOwnerDeletion }: Join,
): Sentence[] {
  const [child, parent] = [dependent.identity, owner.identity];
  const [isChildGoing, isOwnerGoing] = [dependent, owner].map((each) => isGoing(each, view));
  const others = dependent.owners.filter(({ uid }) => uid !== owner.uid).length;
  return [
    isChildGoing
      ? say`${child} is already being deleted: it goes, whatever owners it has.`
      : others > 0
        ? say`${child} has ${others === 1 ? 'another owner' : `${others} other owners`}: it goes only once all of them are gone.`
        : say`When ${parent} is gone, ${child} goes, too.`,
    blockOwnerDeletion
      ? say`A foreground deletion of ${parent} waits for ${child}. To set this, you may need the right to update finalizers of the owner.`
      : isChildGoing
        ? say`A foreground deletion of ${parent} does not wait for ${child}.`
        : say`A foreground deletion of ${parent} also deletes ${child}, but does not wait for it.`,
    ...(isOwnedBy(owner, dependent, view) && !isChildGoing && !isOwnerGoing
      ? [say`Then they own each other: as long as both exist, neither goes by itself.`]
      : []),
  ];
}

/** Whether it is being deleted; the collector may not have seen this yet. */
function isGoing(node: GraphNode, view: ClusterView): boolean {
  const stored = named(node.identity, node.namespace, view);
  const isMarked = stored?.uid === node.uid && stored.meta?.deletionTimestamp !== undefined;
  return isMarked || isBeingDeleted(node, view);
}

/** A JSON patch: the list is made where there is none. */
function patchOf({ meta }: GraphNode, reference: OwnerReference): unknown[] {
  const path = '/metadata/ownerReferences';
  const isFirst = (meta?.ownerReferences ?? []).length === 0;
  return [
    isFirst
      ? { op: 'add', path, value: [reference] }
      : { op: 'add', path: `${path}/-`, value: reference },
  ];
}
