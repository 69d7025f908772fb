import { classifyOwner, lookupOwner } from '../collector/classify-references.ts';
import type { Graph } from '../graph/graph.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { patchCommand } from '../insight/kubectl.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import type { OwnerReference } from '../meta/object-reference.ts';
import { RELEASES } from '../meta/releases.ts';
import { code, type Sentence, say } from '../meta/sentence.ts';
import { simulationView } from '../scenario/simulation-view.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Direction, Edit, JoinVerdict } from '../wire/playback.ts';
import { refusalOf } from './interject.ts';
import { referenceTo } from './plan-edit.ts';
import { type Piece, play, worldAt } from './play.ts';

type Join = Extract<Edit, { type: 'addReference' }>;
type Worth = Pick<JoinVerdict, 'holds' | 'sentence' | 'rule'>;

/**
 * Whether a new owner reference would hold after `at` steps of a piece, what follows from it, and the command that makes
 * it so; `undefined` when one of the two is not there then. Throws `ScenarioError`.
 */
export function judgeJoin(
  piece: Piece,
  direction: Direction,
  at: number,
  join: Join,
): JoinVerdict | undefined {
  const { simulation } = worldAt(piece, direction, at);
  const { graph } = simulation.process.collector;
  const [dependent, owner] = [graph.get(join.uid), graph.get(join.owner)];
  if (!dependent?.meta || !owner) return undefined;
  const reference = referenceTo(owner.identity, join);
  const { release } = play(piece, direction);
  const refusal = refusalOf(simulation, join);
  const worth =
    refusal === undefined
      ? worthOf(simulation, dependent, owner, reference, RELEASES[release])
      : { holds: false, rule: 'VA-04', sentence: say`The API server refuses it: ${refusal}` };
  // Of a scene there is no cluster that the command could reach.
  const { kubectl } = piece.type === 'fork' ? piece.fork : {};
  const view = { ...simulationView(simulation), kubectl };
  return {
    ...worth,
    consequences: worth.holds ? consequencesOf(graph, dependent, owner, join) : [],
    patch: patchCommand(dependent.identity, view, patchOf(dependent, reference)),
  };
}

function worthOf(
  { apiServer }: Simulation,
  dependent: GraphNode,
  owner: GraphNode,
  reference: OwnerReference,
  release: Parameters<typeof lookupOwner>[3],
): Worth {
  const named = owner.identity;
  const child = dependent.identity;
  const lookup = lookupOwner(reference, dependent.identity, apiServer.table, release);
  if (lookup.type === 'unmapped') {
    const sentence = say`It does not hold: ${reference.apiVersion}/${reference.kind} is not served, so ${child} would be left alone whatever happens.`;
    return { holds: false, rule: 'CL-03', sentence };
  }
  if (lookup.type === 'cluster-child') {
    const sentence = say`It does not hold: a cluster-scoped object cannot be owned by a namespaced one. ${child} would be left alone for good.`;
    return { holds: false, rule: 'CL-04', sentence };
  }
  const { resource, namespace } = lookup;
  const found = apiServer.get({ resource, namespace, name: reference.name });
  const meta = found.ok ? (found.object as ApiObject).metadata : undefined;
  const worth = classifyOwner(reference, meta);
  if (worth.class === 'solid') {
    return {
      holds: true,
      rule: worth.rule,
      sentence: say`It holds: ${named} lives where it is looked for.`,
    };
  }
  if (worth.class === 'waiting') {
    const sentence = say`It holds, but ${named} is being deleted in the foreground: ${child} would go with it.`;
    return { holds: true, rule: worth.rule, sentence };
  }
  if (owner.identity.namespace !== namespace) {
    const where =
      namespace === '' ? 'outside all namespaces' : say`in namespace ${code(namespace)}`;
    const sentence = say`It does not hold: the owner is looked for ${where}, and ${named} is elsewhere. The collector would take it for absent.`;
    return { holds: false, rule: 'CL-13', sentence };
  }
  const sentence = say`It does not hold: ${named} is not there under this uid. The collector would take it for absent.`;
  return { holds: false, rule: worth.rule, sentence };
}

function consequencesOf(
  graph: Graph,
  dependent: GraphNode,
  owner: GraphNode,
  { blockOwnerDeletion }: Join,
): Sentence[] {
  const [child, named] = [dependent.identity, owner.identity];
  const others = dependent.owners.filter(({ uid }) => uid !== owner.uid).length;
  return [
    others > 0
      ? say`${child} has ${others === 1 ? 'another owner' : `${others} other owners`}: it goes only once all of them are gone.`
      : say`When ${named} is gone, ${child} goes, too.`,
    blockOwnerDeletion
      ? say`A foreground deletion of ${named} waits for ${child}. Who sets this may need the right to update finalizers of the owner.`
      : say`A foreground deletion of ${named} takes ${child} along, and does not wait for it.`,
    ...(isAbove(graph, dependent, owner)
      ? [say`They own each other then: as long as both are there, neither goes by itself.`]
      : []),
  ];
}

/** Whether `node` is an owner of `start`, directly or further up. */
function isAbove(graph: Graph, node: GraphNode, start: GraphNode): boolean {
  const seen = new Set<GraphNode>();
  const pending = [start];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next === node) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    for (const { uid } of next.owners) {
      const owner = graph.get(uid);
      if (owner) pending.push(owner);
    }
  }
  return false;
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
