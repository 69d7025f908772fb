import { describe, expect, it } from 'vitest';
import type { NodeContainer } from '../../src/kubelet/node-state.ts';
import {
  containersToKeep,
  gracePeriodOfUnknown,
  planPodContainerDeletor,
} from '../../src/kubelet/pod-container-deletor.ts';

const SECOND = 1_000_000_000n;

function container(
  id: string,
  name: string,
  at: bigint,
  state: NodeContainer['state'],
): NodeContainer {
  return { id, pod: 'p', name, attempt: Number(at), createdAt: at * SECOND, state };
}

const containers = [
  container('1', 'foo', 0n, 'EXITED'),
  container('2', 'bar', 1n, 'EXITED'),
  container('3', 'bar', 2n, 'EXITED'),
  container('4', 'bar', 3n, 'EXITED'),
  container('5', 'bar', 4n, 'RUNNING'),
];

function deleted(died: string, limit: number): string[] {
  const question = { containers, died, containersToKeep: limit };
  return planPodContainerDeletor(question).removals.map(({ id }) => id);
}

describe('the pod container deletor', () => {
  it.each([
    ['4', 0, ['4', '3', '2']],
    ['4', 1, ['3', '2']],
    ['', 0, ['4', '3', '2', '1']],
    ['', 2, ['2', '1']],
    ['abc', 5, []],
  ])('[PD-1, PD-3] asked for "%s", keeps %i', (died, limit, expected) => {
    expect(deleted(died, limit)).toEqual(expected);
  });

  it('[PD-2] "no limit" is not unlimited: one stays, none of a pod that is gone', () => {
    expect([-1, 0, 1, 5].map((limit) => containersToKeep(limit, false))).toEqual([1, 1, 1, 5]);
    expect(containersToKeep(5, true)).toBe(0);
  });

  it('[PD-1] says what stays, too', () => {
    const { kept } = planPodContainerDeletor({ containers, died: '4', containersToKeep: 1 });
    expect(kept).toMatchObject([{ id: '4', reason: 'within-limits', rule: 'PD-1' }]);
  });

  it('[C-12.1] the grace of a container in state UNKNOWN', () => {
    expect(gracePeriodOfUnknown({})).toBe(2);
    expect(gracePeriodOfUnknown({ terminationGraceSeconds: 30 })).toBe(30);
    expect(gracePeriodOfUnknown({ terminationGraceSeconds: 30, deletionGraceSeconds: 5 })).toBe(5);
    expect(gracePeriodOfUnknown({ deletionGraceSeconds: 0 })).toBe(2);
  });
});
