import { describe, expect, it } from 'vitest';
import { RELEASES } from '../../src/meta/releases.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import { StepRecorder } from '../../src/simulation/step-recorder.ts';
import { worldTable } from '../support/arbitrary-world.ts';

const resource = worldTable.forKind('v1', 'Pod') ?? expect.fail('Pods are served.');

/** Running Pods by their names. */
function simulate(names: readonly string[]): Simulation {
  return new Simulation({
    release: RELEASES['v1.36'],
    table: worldTable,
    now: 1_767_225_600_000,
    objects: names.map((name) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'a', name, uid: 'pod-uid' },
      spec: { nodeName: 'node-1' },
    })),
  });
}

describe('the kubelet in a simulation', () => {
  it('[API-51] [API-54] ends a Pod past its grace: a step with the final DELETE as its request', () => {
    const simulation = simulate(['pod']);
    const recorder = new StepRecorder(simulation);
    simulation.apiServer.delete({ resource, namespace: 'a', name: 'pod' });
    simulation.advance(29_000);
    expect(recorder.steps.some((step) => step.actor === 'kubelet')).toBe(false);
    simulation.advance(1000);
    const step = recorder.steps.find((each) => each.actor === 'kubelet');
    expect(step?.requests).toMatchObject([
      {
        method: 'DELETE',
        path: '/api/v1/namespaces/a/pods/pod',
        body: '{"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":0,"preconditions":{"uid":"pod-uid"}}',
        code: 200,
      },
    ]);
    expect([...simulation.apiServer.all()]).toEqual([]);
  });

  it('[API-51] ends each of two Pods with one uid', () => {
    const simulation = simulate(['a', 'b']);
    for (const name of ['a', 'b']) {
      simulation.apiServer.delete({ resource, namespace: 'a', name });
    }
    simulation.advance(30_000);
    expect([...simulation.apiServer.all()]).toEqual([]);
  });
});
