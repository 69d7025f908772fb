import { type KindHealth, type LabelCounts, labelSelectorFault } from '@gcscope/gc-core/wire';
import type { ConcurrencyLimiter } from '../base/concurrency-limiter.ts';
import type { ApiClient } from '../cluster/answers/api-answer.ts';
import type { DecodedObject } from '../cluster/answers/decoded.ts';
import { readPage } from '../cluster/reflect/read-list.ts';
import { readPaths, resourcePath } from '../cluster/reflect/resource-path.ts';
import { askKinds, whyNotListed } from './ask-kinds.ts';
import type { LiveGraph } from './live-graph.ts';

/** Objects of a kind, in one namespace or in all: enough to see which labels there are. */
const MOST_OBJECTS = 500;
const MOST_NAMESPACES = 10;
const MOST_LABELS = 1000;

/** The objects whose labels are counted: all, without kinds or namespaces. */
export interface LabelSample {
  readonly kinds?: readonly string[] | undefined;
  /** Cluster-scoped objects under the empty name. */
  readonly namespaces?: readonly string[] | undefined;
}

/** Counts the labels of the first objects of each kind. Never rejects. */
export async function countLabels(
  client: ApiClient,
  limiter: ConcurrencyLimiter,
  live: LiveGraph,
  { kinds, namespaces }: LabelSample,
): Promise<LabelCounts> {
  const counts = new Map<string, number>();
  let objects = 0;
  let isCut = false;
  const count = (object: DecodedObject): void => {
    objects++;
    for (const label of labelsOf(object)) counts.set(label, (counts.get(label) ?? 0) + 1);
  };
  const asked = await askKinds(live, limiter, kinds, async (kind, signal) => {
    const paths = sampledPaths(kind, namespaces);
    isCut ||= paths.length > MOST_NAMESPACES;
    for (const path of paths.slice(0, MOST_NAMESPACES)) {
      const url = `${path}?limit=${MOST_OBJECTS}`;
      const page = await readPage(client, url, signal, count, { withLabels: true });
      if (page.type !== 'complete') return whyNotListed(page);
      isCut ||= page.continue !== '';
    }
    return undefined;
  });
  const labels = [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  isCut ||= labels.length > MOST_LABELS;
  return { labels: labels.slice(0, MOST_LABELS), objects, isCut, ...asked };
}

/** A kind without namespaces has no objects in any; of one that is read in some, only these may be asked for. */
function sampledPaths(kind: KindHealth, sampled: readonly string[] | undefined): readonly string[] {
  if (sampled === undefined) return readPaths(kind);
  if (!kind.namespaced) return sampled.includes('') ? [resourcePath(kind)] : [];
  return sampled
    .filter((each) => each !== '' && (kind.namespaces?.includes(each) ?? true))
    .map((each) => resourcePath(kind, each));
}

/** The labels that a selector can name. */
function labelsOf(object: DecodedObject): readonly string[] {
  const labels = object.type === 'object' ? (object.labels ?? []) : [];
  return labels
    .map(([name, value]) => `${name}=${value}`)
    .filter((label) => labelSelectorFault(label) === undefined);
}
