import { systemClock } from '../base/clock.ts';
import type { NodeSource } from '../node-source/node-source.ts';
import { usageError } from './exit-codes.ts';
import { settingsOf } from './node-options.ts';
import type { Terminal } from './terminal.ts';

/** The options of `serve` that connect a node, as commander gives them. */
export interface ServedNodeValues {
  readonly cri?: string;
  readonly crictl?: readonly string[];
  readonly kubeletConfig?: string;
}

/**
 * The node that the options connect. Files are read at once; a runtime that cannot be read now may be later, so that is only
 * said. Rejects with `CommandError` or `NodeInputError`.
 */
export async function servedNode(
  values: ServedNodeValues,
  terminal: Terminal,
): Promise<NodeSource | undefined> {
  const { cri, crictl, kubeletConfig: config } = values;
  if (cri !== undefined && crictl !== undefined) {
    throw usageError('serve reads one node: use --cri or --crictl, not both.');
  }
  if (crictl?.includes('-')) {
    throw usageError(
      'serve reads the files of --crictl again and again, which standard input does not allow. Name a file.',
    );
  }
  if (cri === undefined && crictl === undefined) {
    if (config === undefined) return undefined;
    throw usageError('Use --kubelet-config only with --cri or --crictl.');
  }
  const settings = await settingsOf({ config });
  const { openNodeSource } = await import('../node-source/node-source.ts');
  if (cri === undefined) {
    const files = openNodeSource({ type: 'crictl', files: crictl ?? [] }, settings, systemClock);
    await files.read();
    return files;
  }
  const runtime = openNodeSource({ type: 'cri', socket: cri }, settings, systemClock);
  runtime.read().catch((error: unknown) => {
    terminal.err(`Warning: ${error instanceof Error ? error.message : String(error)}\n`);
  });
  return runtime;
}
