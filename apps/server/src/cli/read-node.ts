import type { NodeReading } from '@gcscope/gc-core';
import { systemClock } from '../base/clock.ts';
import { type ClusterOptionValues, clusterInput } from './cluster-options.ts';
import { usageError } from './exit-codes.ts';
import { KUBELET_FLAGS, type KubeletOptionValues, settingsOf } from './node-options.ts';
import type { Terminal } from './terminal.ts';

/** The options of `kubelet plan` that say which node to read. */
export interface NodeOptionValues extends ClusterOptionValues, KubeletOptionValues {
  readonly cri?: string;
  readonly crictl?: readonly string[];
  readonly node?: string;
  readonly file?: string;
}

/** Reads the node that the options name. Rejects with `CommandError`, `NodeInputError` or `NodeUnreadableError`. */
export async function readNode(values: NodeOptionValues, terminal: Terminal): Promise<NodeReading> {
  const { cri, crictl, node, file } = values;
  const given = [cri, crictl, node, file].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw usageError(
      'Specify one node: use --cri SOCKET, --crictl FILE…, --node NAME or --file FILE.',
    );
  }
  if (file !== undefined) {
    refuseSettings(values);
    const { readSavedReading } = await import('../node-source/saved-reading.ts');
    return readSavedReading(file);
  }
  const settings = await settingsOf(values);
  const clock = systemClock;
  if (cri !== undefined) {
    const { readCriNode } = await import('../node-source/cri-source.ts');
    return readCriNode({ socket: cri, settings, clock });
  }
  if (crictl !== undefined) {
    const { readCrictlFiles } = await import('../node-source/crictl-source.ts');
    return readCrictlFiles({ files: crictl, settings, clock });
  }
  const input = clusterInput(values);
  if (input.type === 'embedded') {
    throw usageError(
      'The nodes of the embedded cluster run no pods. Use --node with a kubeconfig.',
    );
  }
  const { connect } = await import('../cluster/access/connect.ts');
  const { readApiNode } = await import('../node-source/api-source.ts');
  const connection = await connect(input.flags);
  try {
    for (const warning of connection.warnings) terminal.err(`Warning: ${warning}\n`);
    return await readApiNode({ client: connection.client, node: node ?? '', settings, clock });
  } finally {
    await connection.close();
  }
}

/** A saved node holds the settings of its kubelet. */
function refuseSettings(values: NodeOptionValues): void {
  const options = [
    ['--release', 'release'],
    ['--config', 'config'],
    ['--kubelet-started-at', 'kubeletStartedAt'],
    ...KUBELET_FLAGS,
  ] as const;
  const [flag] = options.find(([, key]) => Object.hasOwn(values, key)) ?? [];
  if (flag === undefined) return;
  throw usageError(
    `The file contains the kubelet’s settings. Leave out ${flag}, or use --cri, --crictl or --node instead of --file.`,
  );
}
