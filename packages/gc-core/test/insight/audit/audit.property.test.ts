import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditStepwise } from '../../../src/insight/audit/audit.ts';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import type { DeletionFacts } from '../../../src/insight/deletion-facts.ts';
import { answerOf } from '../../../src/meta/answer-of.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import { plainText } from '../../../src/meta/sentence.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import type { Simulation } from '../../../src/simulation/simulation.ts';
import type { AuditRule, Finding } from '../../../src/wire/audit.ts';
import { acceptedWorld } from '../../support/accepted-world.ts';
import { worldTable } from '../../support/arbitrary-world.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { watchAnew, watched } from '../../support/watched.ts';

const deletionFacts = (): DeletionFacts => ({ groups: new Set(['apps', 'example.com']) });

function findingsOf(simulation: Simulation): readonly Finding[] {
  const { graph } = simulation.process.collector;
  return answerOf(auditStepwise(graph.nodes(), { ...simulationView(simulation), deletionFacts }))
    .findings;
}

/** They show one reference of several that are concerned. */
const OF_LISTS: ReadonlySet<AuditRule> = new Set([
  'cycle',
  'duplicate-uid',
  'owner-vanishing',
  'two-controllers',
]);

/** One finding among others, whatever else about it changed. */
function keyOf({ rule, object, reference, finalizer }: Finding): string {
  const { apiVersion, kind, name, uid } = reference ?? {};
  // A finding on a list of references is about the object, whichever reference it shows.
  const about = rule === 'duplicate-uid' ? [uid] : [apiVersion, kind, name, uid, finalizer];
  if (OF_LISTS.has(rule) && rule !== 'duplicate-uid') about.length = 0;
  return JSON.stringify([rule, object.uid, ...about]);
}

/** Equal keys: references that differ in what is not compared. */
function countsOf(findings: readonly Finding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of findings.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The reference or list at fault; its rule is left out, as it may change with the objects in view. */
function placeOf(finding: Finding): string {
  const { object, rule, reference } = finding;
  return OF_LISTS.has(rule) ? keyOf(finding) : JSON.stringify([object.uid, reference]);
}

function patched(objects: readonly ApiObject[], { object, patch }: Finding): Simulation {
  const simulation = watched(objects, worldTable);
  const resource = worldTable.forKind(object.apiVersion, object.kind);
  if (!resource) throw new Error(`${object.kind} is not served`);
  const target = { resource, namespace: object.namespace, name: object.name };
  const answer = simulation.apiServer.patch(target, 'json', JSON.parse(patch.body));
  if (!answer.ok) throw new Error(`${patch.command}: ${answer.status.message}`);
  watchAnew(simulation);
  return simulation;
}

/** How many references a risk speaks of. */
function takenAway(risk: string): number {
  const count = /removes (\d+)( other)? references/.exec(risk)?.[1];
  if (count !== undefined) return Number(count);
  return /Without the reference|removes (the|another) reference/.test(risk) ? 1 : 0;
}

describe('audit', () => {
  it('each patch, sent to an API server, removes its finding and adds none', () => {
    fc.assert(
      fc.property(acceptedWorld(), (objects) => {
        const before = findingsOf(watched(objects, worldTable));
        const known = countsOf(before);
        for (const finding of before) {
          const after = countsOf(findingsOf(patched(objects, finding)));
          const added = [...after].filter(([key, count]) => count > (known.get(key) ?? 0));
          expect({ finding, added }).toEqual({ finding, added: [] });
          const key = keyOf(finding);
          expect(after.get(key) ?? 0).toBeLessThan(known.get(key) ?? 0);
        }
      }),
      propertyRuns(60),
    );
  });

  it('says of each patch how many references it takes away', () => {
    fc.assert(
      fc.property(acceptedWorld(), (objects) => {
        for (const { patch, rule } of findingsOf(watched(objects, worldTable))) {
          // It says which reference stays.
          if (rule === 'duplicate-uid') continue;
          const operations = JSON.parse(patch.body) as { op: string; path: string }[];
          const taken = operations.filter(
            ({ op, path }) => op === 'remove' && path.includes('ownerReferences'),
          );
          expect(takenAway(plainText(patch.risk)), plainText(patch.risk)).toBe(taken.length);
        }
      }),
      propertyRuns(200),
    );
  });

  it('[CL-06] finds nothing wrong that could not be read', () => {
    const kinds = fc.subarray(['ConfigMap', 'Secret', 'Pod', 'ReplicaSet', 'Widget', 'Node']);
    fc.assert(
      fc.property(acceptedWorld(), kinds, (objects, unread) => {
        const faulty = new Set(findingsOf(watched(objects, worldTable)).map(placeOf));
        // The same cluster to somebody who may not list some kinds.
        const readable = objects.filter(({ kind }) => !unread.includes(kind));
        const simulation = watched(readable, worldTable);
        const isRead: ClusterView['isRead'] = ({ kind }) => !unread.includes(kind);
        const view = { ...simulationView(simulation), isRead, deletionFacts };
        const { graph } = simulation.process.collector;
        const { findings } = answerOf(auditStepwise(graph.nodes(), view));
        expect(findings.map(placeOf).filter((place) => !faulty.has(place))).toEqual([]);
      }),
      propertyRuns(60),
    );
  });
});
