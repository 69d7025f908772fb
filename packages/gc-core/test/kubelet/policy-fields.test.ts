import { describe, expect, it } from 'vitest';
import { KUBELET_RELEASES } from '../../src/kubelet/kubelet-releases.ts';
import {
  containerPolicyFaults,
  DEFAULT_CONTAINER_POLICY,
  DEFAULT_IMAGE_POLICY,
  imageConfigurationFaults,
  imagePolicyFaults,
} from '../../src/kubelet/policies.ts';
import { readPolicies } from '../../src/kubelet/policy-fields.ts';

const V36 = KUBELET_RELEASES['v1.36'];
const SECOND = 1_000_000_000n;

function read(args: readonly string[], configuration: Readonly<Record<string, unknown>> = {}) {
  return readPolicies(args, configuration, V36);
}

/** What is wrong, as `<flag or field>: <message>`. */
function faultsOf(args: readonly string[], configuration?: Readonly<Record<string, unknown>>) {
  return read(args, configuration).faults.map(({ field, message }) => `${field}: ${message}`);
}

describe('fields of policies', () => {
  it.each([
    ['--minimum-container-ttl-duration=30s', { minAge: 30n * SECOND }],
    ['--maximum-dead-containers-per-container=3', { maxPerPodContainer: 3 }],
    ['--maximum-dead-containers=-1', { maxContainers: -1 }],
  ])('[C-1] %s', (flag, expected) => {
    const { containers, images, faults } = read([flag]);
    expect(containers).toEqual({ ...DEFAULT_CONTAINER_POLICY, ...expected });
    expect([images, faults]).toEqual([DEFAULT_IMAGE_POLICY, []]);
  });

  it.each([
    ['--image-gc-high-threshold=90', 'imageGCHighThresholdPercent', 90, 'highThresholdPercent', 90],
    ['--image-gc-low-threshold=70', 'imageGCLowThresholdPercent', 70, 'lowThresholdPercent', 70],
    ['--minimum-image-ttl-duration=5m', 'imageMinimumGCAge', '5m', 'minAge', 300n * SECOND],
  ])('[IV-2] %s and %s', (flag, key, value, field, expected) => {
    const images = { ...DEFAULT_IMAGE_POLICY, [field]: expected };
    for (const { images: given, containers, faults } of [
      read([flag]),
      read([], { [key]: value }),
    ]) {
      expect([given, containers, faults]).toEqual([images, DEFAULT_CONTAINER_POLICY, []]);
    }
  });

  it('[IV-2] a maximum age has no flag; a minimum age of containers may be 0', () => {
    expect(read([], { imageMaximumGCAge: '48h' }).images.maxAge).toBe(172_800n * SECOND);
    expect(read([], { imageMaximumGCAge: '0s', imageMinimumGCAge: '0s' }).images).toEqual(
      DEFAULT_IMAGE_POLICY,
    );
    const { containers, faults } = read(['--minimum-container-ttl-duration=0']);
    expect([containers.minAge, faults]).toEqual([0n, []]);
  });

  it('what is no flag is passed over, and a flag goes before the configuration; of several the last counts; one without a value has none', () => {
    const args = ['maximum-dead-containers=3', '--maximum-dead-containers=4', '=5'];
    expect(read(args).containers.maxContainers).toBe(4);
    expect(read([...args, '--maximum-dead-containers', '6']).containers.maxContainers).toBe(6);
    expect(read(['--maximum-dead-containers']).containers).toEqual(DEFAULT_CONTAINER_POLICY);
    expect(read(['kubelet', '--=1', 'x']).faults).toEqual([]);
    const configured = { imageGCHighThresholdPercent: 81 };
    expect(read(['--image-gc-high-threshold=90'], configured).images.highThresholdPercent).toBe(90);
  });

  it.each([
    [
      ['--minimum-container-ttl-duration=-1s'],
      '--minimum-container-ttl-duration: The minimum age must not be negative, it is -1s.',
    ],
    [
      ['--minimum-image-ttl-duration=-1s'],
      '--minimum-image-ttl-duration: The minimum age must not be negative, it is -1s.',
    ],
    [
      ['--maximum-dead-containers=x1'],
      '--maximum-dead-containers: --maximum-dead-containers must be a whole number, it is "x1".',
    ],
    [
      ['--maximum-dead-containers=1x'],
      '--maximum-dead-containers: --maximum-dead-containers must be a whole number, it is "1x".',
    ],
    [
      ['--maximum-dead-containers='],
      '--maximum-dead-containers: --maximum-dead-containers must be a whole number, it is "".',
    ],
    [
      ['--image-gc-low-threshold=85'],
      '--image-gc-low-threshold: The low threshold, 85, must be below the high threshold, 85.',
    ],
  ])('says of %j which flag is wrong, and why', (args, fault) => {
    expect(faultsOf(args)).toEqual([fault]);
  });

  it.each([
    [{ imageGCHighThresholdPercent: 85.5 }, 'a whole number, it is 85.5.'],
    [{ imageGCHighThresholdPercent: true }, 'a whole number, it is true.'],
    [{ imageGCHighThresholdPercent: [90] }, 'a whole number, it is [90].'],
  ])('says of %j which field of the configuration is wrong, and why', (configuration, why) => {
    const field = 'imageGCHighThresholdPercent';
    expect(faultsOf([], configuration)).toEqual([`${field}: ${field} must be ${why}`]);
  });

  it('[IV-1] [C-2] the messages of faults', () => {
    const limits = { ...DEFAULT_CONTAINER_POLICY, maxContainers: 1.5, maxPerPodContainer: 0.5 };
    expect(containerPolicyFaults(limits)).toEqual([
      { field: 'maxPerPodContainer', message: 'The limit must be a whole number, it is 0.5.' },
      { field: 'maxContainers', message: 'The limit must be a whole number, it is 1.5.' },
    ]);
    const ages = { ...DEFAULT_IMAGE_POLICY, minAge: -SECOND, maxAge: -2n * SECOND };
    expect(imagePolicyFaults(ages, V36)).toEqual([
      { field: 'minAge', message: 'The minimum age must not be negative, it is -1s.' },
      { field: 'maxAge', message: 'The maximum age must not be negative, it is -2s.' },
    ]);
    const same = { ...DEFAULT_IMAGE_POLICY, lowThresholdPercent: 85, maxAge: 120n * SECOND };
    expect(imageConfigurationFaults(same, V36)).toEqual([
      {
        field: 'lowThresholdPercent',
        message: 'The low threshold, 85, must be below the high threshold, 85.',
      },
      {
        field: 'maxAge',
        message: 'The maximum age, 2m0s, must be above the minimum age, 2m0s.',
      },
    ]);
  });
});
