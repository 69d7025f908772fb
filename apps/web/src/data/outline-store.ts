import {
  type NodeRecord,
  outlineNodes,
  type PackedKind,
  type PackedNodes,
  type PackedTraits,
  type SnapshotStructure,
  type Uid,
  unpackNodes,
} from '@gcscope/gc-core/wire';
import { type Rows, rowsOfPacked } from '@gcscope/picture';
import {
  type Counts,
  countedStates,
  GraphStore,
  hasProblem,
  kindKey,
  timeOf,
} from './graph-store.ts';

/**
 * The graph while its uids and names are on their way. The first picture of it is made from columns: its records, which take as
 * long as all the rest, are made when somebody asks for one, as a filter does. Nothing changes it.
 */
export class OutlineStore extends GraphStore {
  override readonly isOutline = true;
  override readonly rows: Rows;
  readonly #nodes: PackedNodes;
  #outlineCounts: Counts | undefined;
  #whole: GraphStore | undefined;

  constructor(structure: SnapshotStructure) {
    super();
    this.#nodes = outlineNodes(structure);
    this.rows = rowsOfPacked(this.#nodes);
  }

  override get records(): ReadonlyMap<Uid, NodeRecord> {
    return this.#made.records;
  }

  override get size(): number {
    return this.rows.uids.length;
  }

  override get counts(): Counts {
    this.#outlineCounts ??= countsOf(this.#nodes);
    return this.#outlineCounts;
  }

  override dependentsOf(uid: Uid): ReadonlySet<Uid> {
    return this.#made.dependentsOf(uid);
  }

  get #made(): GraphStore {
    this.#whole ??= new GraphStore(unpackNodes(this.#nodes));
    return this.#whole;
  }
}

/** Counts the indexes of traits, kinds and namespaces first, and looks their values up afterwards. */
function countsOf(nodes: PackedNodes): Counts {
  const { kinds, namespaces, traits, summaries, kind, namespace, trait, summary } = nodes;
  const verdicts = summaries.length + 1;
  const ofState = new Map<number, number>();
  const ofTrait = new Int32Array(traits.length);
  const ofKind = new Int32Array(kinds.length);
  const ofNamespace = new Int32Array(namespaces.length);
  const ofProblem = new Int32Array(namespaces.length);
  const isProblem: boolean[] = [];
  const isVirtual = traits.map((each) => each.virtual);
  const stated = (state: number): Pick<NodeRecord, keyof PackedTraits | 'summary'> => {
    const verdict = summaries[(state % verdicts) - 1];
    const of = traits[Math.floor(state / verdicts)] as PackedTraits;
    return { ...of, ...(verdict && { summary: verdict }) };
  };
  for (let row = 0; row < kind.length; row++) {
    const has = trait[row] as number;
    const state = has * verdicts + (summary[row] as number) + 1;
    ofState.set(state, (ofState.get(state) ?? 0) + 1);
    if (isVirtual[has]) continue;
    increment(ofTrait, has);
    increment(ofKind, kind[row] as number);
    increment(ofNamespace, namespace[row] as number);
    isProblem[state] ??= hasProblem(stated(state));
    if (isProblem[state]) increment(ofProblem, namespace[row] as number);
  }
  const states: Counts['states'] = totals(ofState, (state) => countedStates(stated(state)));
  return {
    objects: ofKind.reduce((sum, count) => sum + count, 0),
    states,
    times: totals(ofState, (state) => {
      const when = timeOf(stated(state));
      return when ? [when] : [];
    }),
    kinds: totals(ofKind.entries(), (of) => {
      const [apiVersion, kind] = kinds[of] as PackedKind;
      return [kindKey({ apiVersion, kind })];
    }),
    namespaces: totals(ofNamespace.entries(), (of) => [namespaces[of] as string]),
    problems: totals(ofProblem.entries(), (of) => [namespaces[of] as string]),
    finalizers: totals(ofTrait.entries(), (of) => (traits[of] as PackedTraits).finalizers),
  };
}

function increment(counts: Int32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}

/** The count of each value, given the count of each index into the list of values. */
function totals<Value>(
  counts: Iterable<readonly [number, number]>,
  valuesOf: (number: number) => readonly Value[],
): Map<Value, number> {
  const found = new Map<Value, number>();
  for (const [number, count] of counts) {
    if (count === 0) continue;
    for (const value of valuesOf(number)) found.set(value, (found.get(value) ?? 0) + count);
  }
  return found;
}
