import type { SurvivorReason } from './mutant-names.ts';

/** Of the kubelet. */
export const KUBELET_REASONS: readonly SurvivorReason[] = [
  {
    reason: 'What is cut off is looked at by the next step, which refuses it',
    survivors: [
      'kubelet/nano-time.ts FRACTION: /\\.(\\d{1,9})(?=Z|[+-]\\d\\d:\\d\\d$)/ → /\\.(\\d{1,9})(?=Z|[+-]\\d\\d:\\d\\d)/',
      'kubelet/policy-fields.ts readValue: /^-?\\d+$/ → /-?\\d+$/',
      'kubelet/policy-fields.ts readValue: /^-?\\d+$/ → /^-?\\d+/',
    ],
  },
  {
    reason:
      'What may be absent for the compiler alone (`noUncheckedIndexedAccess`): the place in the list is there',
    survivors: [
      'kubelet/nano-time.ts parseSpan: \'0\' → "" (1 of 2)',
      'kubelet/nano-time.ts parseSpan: \'\' → "Stryker was here!" (2 of 3)',
      'kubelet/nano-time.ts parseSpan: \'\' → "Stryker was here!" (3 of 3)',
      'kubelet/collect-containers.ts ContainerRun.#evictContainers: \'\' → "Stryker was here!" (1 of 2)',
      'kubelet/collect-containers.ts ContainerRun.#evictContainers: \'\' → "Stryker was here!" (2 of 2)',
    ],
  },
  {
    reason: 'Equivalent: what is put in, or left in, makes no difference to what is asked of it',
    survivors: [
      'kubelet/nano-time.ts formatSpan: span < 0n → span <= 0n (1 of 2)',
      'kubelet/plan-sandboxes.ts planOfStandingPod: true → false',
      "kubelet/pod-container-deletor.ts planPodContainerDeletor: died !== '' && name === undefined → false",
      "kubelet/policy-fields.ts readField: key === 'imageMinimumGCAge' → true",
      "kubelet/policy-fields.ts flagValues: !arg.startsWith('--') → false",
      'kubelet/policy-fields.ts flagValues: \'--\' → ""',
      'kubelet/policy-fields.ts flagValues: sign > 0 → sign >= 0',
    ],
  },
  {
    reason: 'Only time or room is lost: the long way, or the larger table, gives the same answer',
    survivors: [
      "kubelet/collect-containers.ts ContainerRun.#evictContainers: this.#containers.filter(({ state }) => state === 'UNKNOWN') → this.#containers",
      "kubelet/collect-containers.ts ContainerRun.#evictContainers: state === 'UNKNOWN' → true",
      'kubelet/collect-images.ts ImageRun.#recordsLeft: this.#gone.size === 0 → false',
      'kubelet/kubelet-run.ts Faults.of: this.#errors.size === 0 → false',
      'kubelet/plan-containers.ts ContainerPlanner.#limitUnits: unit.containers.length <= limit → false',
      'kubelet/plan-containers.ts ContainerPlanner.#limitUnits: unit.containers.length <= limit → unit.containers.length < limit',
      'kubelet/plan-containers.ts ContainerPlanner.#take: cut.border !== undefined → true',
      'kubelet/plan-containers.ts unitOf: names.size === 0 → true',
      'kubelet/plan-containers.ts unitOf: unit.length === 0 → true',
      'kubelet/plan-containers.ts notesOf: isPlain → false',
    ],
  },
  {
    reason: 'What fails in a forecast fails in all of it, so that a run says the same again',
    survivors: [
      'kubelet/forecast-node.ts wakeTime: error !== undefined → false',
      "kubelet/forecast-node.ts wakeTime: reason === 'removal-failed' → false",
    ],
  },
];
