import { describe, expect, it } from 'vitest';
import { auditStepwise } from '../../../src/insight/audit/audit.ts';
import { answerOf } from '../../../src/meta/answer-of.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import type { AuditReport } from '../../../src/wire/audit.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';
import { watched } from '../../support/watched.ts';

/** Three with an invalid owner, which the collector deletes, and two whose other owner keeps them. */
const OBJECTS = [
  objectOf('owner'),
  ...['b', 'a', 'c'].map((name) => objectOf(name, { ownerReferences: [ownedBy('gone')] })),
  ...['z', 'y'].map((name) =>
    objectOf(name, { ownerReferences: [ownedBy('gone'), ownedBy('owner')] }),
  ),
];

function cluster(objects = OBJECTS) {
  const simulation = watched(objects);
  const { graph } = simulation.process.collector;
  return { graph, view: { ...simulationView(simulation), isQueued: () => false } };
}

const names = ({ findings }: AuditReport): string[] => findings.map(({ object }) => object.name);

describe('an audit of very many objects', () => {
  it('lists so many findings, errors first, and counts the others', () => {
    const { graph, view } = cluster();
    const most = (count: number) => answerOf(auditStepwise(graph.nodes(), view, { most: count }));
    expect([names(most(5)), most(5).leftOut]).toEqual([['a', 'b', 'c', 'y', 'z'], undefined]);
    expect([names(most(4)).slice(0, 3), most(4).leftOut]).toEqual([['a', 'b', 'c'], 1]);
    expect([most(2).findings.length, most(2).leftOut]).toEqual([2, 3]);
  });

  it('counts only what is asked for', () => {
    const { graph, view } = cluster();
    const filter = { severity: 'warning' } as const;
    const report = answerOf(auditStepwise(graph.nodes(), view, { most: 1, filter }));
    expect([report.findings[0]?.severity, report.leftOut]).toEqual(['warning', 1]);
  });

  it('pauses, and says nothing about an object that left meanwhile', () => {
    const many = Array.from({ length: 500 }, (_, at) =>
      objectOf(`child-${String(at).padStart(3, '0')}`, { ownerReferences: [ownedBy('gone')] }),
    );
    const { graph, view } = cluster(many);
    const steps = auditStepwise(graph.nodes(), view);
    let pauses = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      const left = graph.get('child-499-uid');
      if (left) graph.delete(left);
      pauses++;
    }
    expect(pauses).toBeGreaterThan(3);
    expect(names(step.value)).toEqual(many.slice(0, -1).map(({ metadata }) => metadata.name));
  });
});
