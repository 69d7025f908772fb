import { describe, expect, it } from 'vitest';
import { KUBELET_RELEASES } from '../../src/kubelet/kubelet-releases.ts';
import {
  containerPolicyFaults,
  DEFAULT_CONTAINER_POLICY,
  DEFAULT_IMAGE_POLICY,
  imagePolicyFaults,
} from '../../src/kubelet/policies.ts';
import { POLICY_FIELDS, readPolicies } from '../../src/kubelet/policy-fields.ts';

const V36 = KUBELET_RELEASES['v1.36'];

function faultsOf(high: number, low: number): string[] {
  const policy = {
    ...DEFAULT_IMAGE_POLICY,
    highThresholdPercent: high,
    lowThresholdPercent: low,
  };
  return imagePolicyFaults(policy, V36).map(({ field, message }) => `${field}: ${message}`);
}

describe('policies', () => {
  it('[C-1] containers have flags and no field of the configuration, and these defaults', () => {
    const containers = POLICY_FIELDS.filter(({ policy }) => policy === 'containers');
    expect(containers.map(({ flag, configuration }) => [flag, configuration])).toEqual([
      ['--minimum-container-ttl-duration', undefined],
      ['--maximum-dead-containers-per-container', undefined],
      ['--maximum-dead-containers', undefined],
    ]);
    expect(readPolicies([], { maximumDeadContainers: 3 }, V36).containers).toEqual({
      minAge: 0n,
      maxPerPodContainer: 1,
      maxContainers: -1,
    });
  });

  it('[C-2] a negative minimum age is refused, a negative count is not', () => {
    const policy = { minAge: -1n, maxPerPodContainer: -5, maxContainers: -1 };
    expect(containerPolicyFaults(policy).map(({ field }) => field)).toEqual(['minAge']);
    expect(containerPolicyFaults({ ...policy, minAge: 0n })).toEqual([]);
    expect(containerPolicyFaults({ ...DEFAULT_CONTAINER_POLICY, maxContainers: 1.5 })).toHaveLength(
      1,
    );
  });

  it.each([
    [2, 1, []],
    [
      -1,
      0,
      ['highThresholdPercent: The high threshold must be a whole number from 0 to 100, it is -1.'],
    ],
    [
      101,
      0,
      ['highThresholdPercent: The high threshold must be a whole number from 0 to 100, it is 101.'],
    ],
    [
      0,
      -1,
      ['lowThresholdPercent: The low threshold must be a whole number from 0 to 100, it is -1.'],
    ],
    [
      0,
      101,
      ['lowThresholdPercent: The low threshold must be a whole number from 0 to 100, it is 101.'],
    ],
    [1, 2, ['lowThresholdPercent: The low threshold, 2, must not be above the high threshold, 1.']],
  ])('[IV-1] thresholds %i and %i', (high, low, faults) => {
    expect(faultsOf(high, low)).toEqual(faults);
  });

  it.each([
    [101, 80, 'high 101'],
    [85, -1, 'low -1'],
    [0, 0, 'low as high'],
    [0, 1, 'low above high'],
  ])('[IV-2] a configuration with thresholds %i and %i is refused: %s', (high, low) => {
    const { faults } = readPolicies(
      [],
      { imageGCHighThresholdPercent: high, imageGCLowThresholdPercent: low },
      V36,
    );
    expect(faults.map(({ field }) => field)).toEqual([
      high === 101 ? 'imageGCHighThresholdPercent' : 'imageGCLowThresholdPercent',
    ]);
  });

  it('says of a value that cannot be read what it should be, and keeps the default', () => {
    const { containers, images, faults } = readPolicies(
      ['--maximum-dead-containers=many', '--minimum-container-ttl-duration=1 hour'],
      { imageGCHighThresholdPercent: null, imageMaximumGCAge: 5 },
      V36,
    );
    expect(faults.map(({ message }) => message)).toEqual([
      '--minimum-container-ttl-duration must be a duration such as 2m or 1h30m, it is "1 hour".',
      '--maximum-dead-containers must be a whole number, it is "many".',
      'imageMaximumGCAge must be a duration such as 2m or 1h30m, it is 5.',
    ]);
    expect(containers).toEqual(DEFAULT_CONTAINER_POLICY);
    expect(images).toEqual(DEFAULT_IMAGE_POLICY);
  });
});
