import { systemClock } from '../cluster/clock.ts';
import type { NodeSource } from '../node-source/node-source.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { settingsOf } from './node-options.ts';

/** The options of `serve` that connect a node, as commander gives them. */
export interface ServedNodeValues {
  readonly cri?: string;
  readonly crictl?: readonly string[];
  readonly kubeletConfig?: string;
}

/** The node that the options connect; it is read when somebody asks. Rejects with `CommandError` or `NodeInputError`. */
export async function servedNode(values: ServedNodeValues): Promise<NodeSource | undefined> {
  const { cri, crictl, kubeletConfig: config } = values;
  if (cri !== undefined && crictl !== undefined) {
    throw new CommandError(EXIT.usage, 'A server reads one node: give --cri or --crictl.');
  }
  if (cri === undefined && crictl === undefined) {
    if (config === undefined) return undefined;
    throw new CommandError(EXIT.usage, '--kubelet-config goes with --cri or --crictl.');
  }
  const settings = await settingsOf(config === undefined ? {} : { config });
  const { openNodeSource } = await import('../node-source/node-source.ts');
  const input =
    cri === undefined
      ? ({ type: 'crictl', files: crictl ?? [] } as const)
      : ({ type: 'cri', socket: cri } as const);
  return openNodeSource(input, settings, systemClock);
}
