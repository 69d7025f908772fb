import type { Command } from 'commander';
import type { KnownSettings } from '../node-source/kubelet-settings.ts';

/** The options that say how a kubelet is set, as commander gives them. */
export interface KubeletOptionValues {
  readonly release?: string;
  readonly config?: string;
  readonly kubeletStartedAt?: string;
  readonly minimumContainerTtlDuration?: string;
  readonly maximumDeadContainersPerContainer?: string;
  readonly maximumDeadContainers?: string;
  readonly imageGcHighThreshold?: string;
  readonly imageGcLowThreshold?: string;
  readonly minimumImageTtlDuration?: string;
}

/** A kubelet's own flags, and the option that each becomes. */
export const KUBELET_FLAGS = [
  ['--minimum-container-ttl-duration', 'minimumContainerTtlDuration'],
  ['--maximum-dead-containers-per-container', 'maximumDeadContainersPerContainer'],
  ['--maximum-dead-containers', 'maximumDeadContainers'],
  ['--image-gc-high-threshold', 'imageGcHighThreshold'],
  ['--image-gc-low-threshold', 'imageGcLowThreshold'],
  ['--minimum-image-ttl-duration', 'minimumImageTtlDuration'],
] as const;

/** Adds the options that say how the kubelet is set; its flags are spelled as its own. */
export function addKubeletOptions(command: Command): Command {
  command
    .option('--release <version>', 'version of the kubelet: v1.32.10, or a mirrored release')
    .option('--config <file>', 'its KubeletConfiguration, or what configz answers')
    .option('--kubelet-started-at <time>', 'when it started, as 2026-01-01T00:00:00Z');
  for (const [flag] of KUBELET_FLAGS) command.option(`${flag} <value>`, 'as the kubelet’s flag');
  return command;
}

/** What the options say of the kubelet. Rejects with `NodeInputError`. */
export async function settingsOf(values: KubeletOptionValues): Promise<KnownSettings> {
  const { release, config, kubeletStartedAt: startedAt } = values;
  const flags = KUBELET_FLAGS.flatMap(([flag, option]) => {
    const value = values[option];
    return value === undefined ? [] : [`${flag}=${value}`];
  });
  return {
    flags,
    ...(release === undefined ? {} : { release }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(config === undefined ? {} : { configuration: await configurationOf(config) }),
  };
}

async function configurationOf(file: string): Promise<NonNullable<KnownSettings['configuration']>> {
  const { readKubeletConfiguration } = await import('../node-source/kubelet-configuration.ts');
  return readKubeletConfiguration(file);
}
