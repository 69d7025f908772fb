import type { ApiAnswer, ApiRequest } from '../../src/collector/object-client.ts';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import type { GraphNode } from '../../src/graph/graph-node.ts';
import { failureStatus, type StatusReason } from '../../src/meta/api-status-error.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { PropagatorCollector } from '../../src/propagator/propagator-collector.ts';
import { identityOf, metaOf } from '../support/nodes.ts';

/** A collector of v1.4 and what it was seen to do. */
export interface Bench {
  readonly collector: PropagatorCollector;
  readonly requests: string[];
  /** The last DELETE or PATCH, as it goes over the wire. */
  readonly body: { text: string };
  readonly clock: { now: number };
  readonly live: Map<string, ObjectMeta | StatusReason>;
  /** The rules of what was noted, in order. */
  readonly rules: string[];
}

/** A collector whose server answers with what `live` says under a name: metadata, a reason, else 404. */
export function bench(): Bench {
  const clock = { now: 0 };
  const requests: string[] = [];
  const rules: string[] = [];
  const body = { text: '' };
  const live = new Map<string, ObjectMeta | StatusReason>();
  const send = (request: ApiRequest): ApiAnswer => {
    requests.push(`${request.verb} ${request.namespace}/${request.name}`);
    if (request.verb === 'delete') body.text = JSON.stringify(request.options);
    if (request.verb === 'patch') body.text = JSON.stringify(request.body);
    const answer = live.get(`${request.verb} ${request.name}`) ?? live.get(request.name);
    if (answer === undefined || typeof answer === 'string') {
      return { ok: false, status: failureStatus(answer ?? 'NotFound', 'no') };
    }
    return { ok: true, object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: answer } };
  };
  const collector = new PropagatorCollector({
    release: RELEASES['v1.4'],
    absentOwnerCacheSize: 100,
    restMapper: ResourceTable.builtIn(),
    localStore: () => undefined,
    client: { send },
    now: () => clock.now,
    note: ({ rule }) => void rules.push(rule),
    recordEvent: () => undefined,
  });
  return { collector, requests, body, clock, live, rules };
}

/** An event about ConfigMap `ns/<name>`. */
export function change(
  type: GraphChange['type'],
  name: string,
  more: Partial<ObjectMeta> = {},
  oldMeta?: ObjectMeta,
): GraphChange {
  const meta = metaOf(name, more);
  return { type, identity: identityOf(name), meta, ...(oldMeta ? { oldMeta } : {}) };
}

/** Puts a change in at the clock's time and has it processed `later` ms afterwards. */
export function observe({ collector, clock }: Bench, what: GraphChange, later = 0): void {
  collector.enqueue(what);
  clock.now += later;
  collector.process('graphChanges');
}

/** The node of object `a`, seen before. */
export function nodeIn({ collector }: Bench): GraphNode {
  collector.processGraphChange(change('ADDED', 'a'));
  const node = collector.graph.get('a-uid');
  if (!node) throw new Error('a is not in the graph');
  return node;
}
