import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditStepwise } from '../../../src/insight/audit/audit.ts';
import type { DeletionFacts } from '../../../src/insight/deletion-facts.ts';
import { terminating } from '../../../src/insight/terminating/terminating.ts';
import { JudgedRecords } from '../../../src/insight/verdict/judged-records.ts';
import { answerOf } from '../../../src/meta/answer-of.ts';
import type { ApiObject, Millis } from '../../../src/meta/object-meta.ts';
import { RELEASES, type Release } from '../../../src/meta/releases.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import { Simulation } from '../../../src/simulation/simulation.ts';
import { AUDIT_RULES } from '../../../src/wire/audit.ts';
import { hasWrongReference } from '../../../src/wire/node-record.ts';
import type { NamespaceStatus, TerminatingReport } from '../../../src/wire/terminating.ts';
import { worldTable } from '../../support/arbitrary-world.ts';
import { namespacedWorld } from '../../support/namespaced-world.ts';
import { observe } from '../../support/one-look.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { NOW } from '../../support/simulate.ts';

/** What the namespace controller may have said of a Namespace in deletion. */
const STATUSES: readonly (NamespaceStatus | undefined)[] = [
  undefined,
  { finalizers: ['kubernetes'], conditions: [] },
  {
    finalizers: ['kubernetes'],
    conditions: [{ type: 'NamespaceDeletionDiscoveryFailure', status: 'True', message: 'a.b/v1' }],
  },
];

/** Half of the worlds have the definition of their custom kind, in deletion. */
const world = fc
  .tuple(namespacedWorld(), fc.boolean())
  .map(([objects, isDefined]) => (isDefined ? [...objects, DEFINITION] : objects));

const DEFINITION: ApiObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'widgets.example.com',
    uid: 'definition',
    deletionTimestamp: '2020-01-01T00:00:00Z',
    finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
  },
};

const course = fc.array(
  fc.record({
    victim: fc.nat(9),
    options: fc.constantFrom({}, { propagationPolicy: 'Foreground' }),
    passes: fc.nat(12),
    // Within a first pass, within patience, after it.
    seconds: fc.constantFrom(0, 5, 40, 400),
  }),
  { maxLength: 3 },
);

type Course = typeof course extends fc.Arbitrary<infer T> ? T : never;

interface Compared {
  /** By the records: what is blocked, by what. */
  readonly blocked: Blocked;
  readonly report: TerminatingReport;
  /** The same report, asked about each Namespace alone. */
  readonly ofNamespaces: readonly TerminatingReport[];
  /** By the records and by the audit: what has a wrong reference. */
  readonly wrong: readonly string[];
  readonly found: readonly string[];
}

/** Audit rules that speak of anything but a reference that does not hold. */
const OF_NO_FAULT = AUDIT_RULES.slice(AUDIT_RULES.indexOf('misspelt-kind'));

/** After each deletion what the records say, kept up to date from what was touched, and what the report does. */
function* compared(
  release: Release,
  objects: readonly ApiObject[],
  rounds: Course,
): Generator<Compared> {
  const simulation = new Simulation({
    release: RELEASES[release],
    table: worldTable,
    objects,
    now: NOW,
  });
  observe(simulation);
  const { graph } = simulation.process.collector;
  let now = NOW;
  const namespaces = new Map(
    [...graph.nodes()].flatMap(({ kind, name }) => {
      const status =
        kind === 'Namespace' ? STATUSES[name.charCodeAt(0) % STATUSES.length] : undefined;
      return status ? [[name, status] as const] : [];
    }),
  );
  const facts = (): DeletionFacts & { now: Millis } => ({ now, namespaces });
  const view = { ...simulationView(simulation), isQueued: () => false, deletionFacts: facts };
  const judged = new JudgedRecords(graph, view);
  const start = { victim: 0, options: {}, passes: 0, seconds: 0 };
  for (const { victim, options, passes, seconds } of [start, ...rounds]) {
    const object = objects[victim % objects.length];
    const resource = object && worldTable.forKind(object.apiVersion, object.kind);
    if (resource) {
      const { namespace = '', name } = object.metadata;
      simulation.apiServer.delete({ resource, namespace, name }, options);
    }
    for (let pass = 0; pass < passes; pass++) simulation.step();
    observe(simulation);
    judged.update(graph.takeTouched());
    now += seconds * 1000;
    if (now >= judged.nextTurn) judged.update([]);
    const records = [...judged.records.values()].map(({ uid, summary }) => ({
      uid,
      blockedBy: summary?.blockedBy,
    }));
    yield {
      blocked: blockedOf(records),
      report: terminating(graph.nodes(), view),
      ofNamespaces: [...graph.nodes()]
        .filter(({ kind }) => kind === 'Namespace')
        .map((node) => terminating(graph.nodes(), view, [node])),
      wrong: [...judged.records.values()]
        .filter(hasWrongReference)
        .map(({ uid }) => uid)
        .sort(),
      found: answerOf(auditStepwise(graph.nodes(), view))
        .findings.filter(({ rule }) => !OF_NO_FAULT.includes(rule))
        .map(({ object }) => object.uid),
    };
  }
}

type Blocked = readonly (readonly [uid: string, by: string])[];

function blockedOf(
  all: readonly { readonly uid: string; readonly blockedBy?: string | undefined }[],
): Blocked {
  return all
    .flatMap(({ uid, blockedBy }) => (blockedBy === undefined ? [] : [[uid, blockedBy] as const]))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

describe.each<Release>(['v1.13', 'v1.17', 'v1.28', 'v1.36'])('records of %s', (release) => {
  it('[FG-02] [FN-04] [NS-08] [NS-16] [API-35] [API-54] say of each object what the reports say', () => {
    fc.assert(
      fc.property(world, course, (objects, rounds) => {
        for (const each of compared(release, objects, rounds)) {
          expectSameBlocked(each);
          // Until 1.19 a node keeps what the first reference said of it, and the collector asks for that.
          if (!RELEASES[release].comparesIdentities) continue;
          expect(each.wrong, '[CL-07] [AD-02]').toEqual([...new Set(each.found)].sort());
        }
      }),
      propertyRuns(60),
    );
  });
});

function expectSameBlocked({ blocked, report, ofNamespaces }: Compared): void {
  const reported = report.objects.map((each) => ({ ...each, uid: each.object.uid }));
  expect(blocked).toEqual(blockedOf(reported));
  const uids = blocked.map(([uid]) => uid);
  const late = reported.filter(({ state }) => state === 'blocked');
  expect(uids).toEqual(late.map(({ uid }) => uid).toSorted());
  for (const { object, left } of ofNamespaces.flatMap((each) => each.objects)) {
    const there = left?.objects.filter(({ state }) => state === 'blocked') ?? [];
    const expected = late.filter((each) => each.object.namespace === object.name);
    expect(there.map((each) => each.object.uid).sort()).toEqual(
      expected.map(({ uid }) => uid).sort(),
    );
  }
}
