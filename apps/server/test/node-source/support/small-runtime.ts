import { join } from 'node:path';
import type { NodeReading } from '@gcscope/gc-core';
import { systemClock } from '../../../src/base/clock.ts';
import { type CriSource, readCriNode } from '../../../src/node-source/cri-source.ts';
import { criContainer, FakeCri } from './fake-cri.ts';

/** The only sandbox of `startSmallRuntime`. */
export const SANDBOX = {
  id: 's0',
  metadata: { name: 'web', uid: 'p0', namespace: 'shop', attempt: 0 },
  state: 0,
  createdAt: '1795262143554970032',
};
/** When `readFrom` reads. */
export const NOW = 1_795_262_400_000;

/** A runtime with one dead container in one sandbox, and its image. */
export function startSmallRuntime(): Promise<FakeCri> {
  return FakeCri.start({
    Version: { runtimeName: 'containerd', runtimeVersion: 'v2.2.9' },
    ListContainers: { containers: [criContainer('c0')] },
    ListPodSandbox: { items: [SANDBOX] },
    ContainerStatus: ({ containerId = '' }) => ({
      status: { id: containerId, logPath: `/var/log/pods/${containerId}.log` },
    }),
    ListImages: {
      images: [{ id: 'sha256:app', repoTags: ['app:1'], size: '4096', pinned: false }],
    },
  });
}

/** Reads the runtime's node, with log directories of its own. */
export function readFrom(fake: FakeCri, more: Partial<CriSource> = {}): Promise<NodeReading> {
  return readCriNode({
    socket: fake.socket,
    settings: { flags: [] },
    clock: { ...systemClock, now: () => NOW },
    timeout: 5000,
    podLogs: join(fake.folder, 'pods'),
    containerLinks: join(fake.folder, 'links'),
    ...more,
  });
}
