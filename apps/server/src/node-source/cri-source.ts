import { access, constants, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { NodeReading, NodeWarning } from '@gcscope/gc-core';
import { type Millis, visibleText } from '@gcscope/gc-core/wire';
import type { Clock } from '../base/clock.ts';
import { fieldsOf, textOf } from '../cluster/answers/decode-meta.ts';
import { CriClient } from './cri-client.ts';
import { type KnownSettings, kubeletSettings } from './kubelet-settings.ts';
import { readImageFileSystem, readLogFolders } from './local-folders.ts';
import { nodeReading } from './node-reading.ts';
import { NodeInputError, NodeUnreadableError } from './node-unreadable.ts';
import { ONLY_IN_MEMORY, PODS_NOT_SEEN, statusesNotSeen } from './not-seen.ts';
import {
  decodeContainerStatus,
  decodeContainers,
  decodeImageMountpoint,
  decodeImages,
  decodeSandboxes,
  type FaultAt,
  type RuntimeContainer,
  type RuntimeContainerStatus,
} from './runtime-lists.ts';
import { nodeOfRuntime } from './runtime-node.ts';
import { runtimeWarnings } from './runtime-warnings.ts';

export interface CriSource {
  /** A path, or a `unix://` URL. */
  readonly socket: string;
  readonly settings: KnownSettings;
  readonly clock: Clock;
  /** Timeout of one call. */
  readonly timeout?: Millis;
  /** Folders of logs, where they are not the usual ones. */
  readonly podLogs?: string;
  readonly containerLinks?: string;
}

const CALL_TIMEOUT: Millis = 10_000;
const STATUSES_AT_ONCE = 16;
const UNANSWERED = 'The runtime did not answer ContainerStatus for them.';

/** Reads this machine's node through its runtime. Rejects with `NodeUnreadableError`, for wrong settings with `NodeInputError`. */
export async function readCriNode(source: CriSource): Promise<NodeReading> {
  const settings = kubeletSettings(source.settings);
  const socket = socketPath(source.socket);
  await requireSocket(socket);
  const client = new CriClient(socket, source.timeout ?? CALL_TIMEOUT);
  const fault: FaultAt = (path, message) =>
    new NodeUnreadableError(
      `The runtime at ${visibleText(socket)} sent an invalid answer: ${visibleText(path)}: ${message}.`,
    );
  try {
    const version = await client.call('Version');
    const containers = decodeContainers(
      fieldsOf(await client.call('ListContainers'))?.containers,
      fault,
    );
    const sandboxes = decodeSandboxes(fieldsOf(await client.call('ListPodSandbox'))?.items, fault);
    const images = decodeImages(fieldsOf(await client.call('ListImages'))?.images, fault);
    const { statuses, gone, unread } = await readStatuses(client, containers);
    const mountpoint = await imageMountpoint(client);
    const logs = await readLogFolders(
      source.podLogs ?? podLogsOf(source.settings),
      source.containerLinks,
    );
    const disk = await readImageFileSystem(mountpoint);
    const listed = containers.filter(({ id }) => !gone.has(id));
    const lists = { containers: listed, sandboxes, images, statuses };
    return nodeReading({
      name: hostname(),
      source: 'cri',
      now: BigInt(source.clock.now()) * 1_000_000n,
      spec: { ...nodeOfRuntime(lists), ...logs.spec, ...disk, ...settings.spec },
      notSeen: [
        PODS_NOT_SEEN,
        ...ONLY_IN_MEMORY,
        ...settings.notSeen,
        ...logs.notSeen,
        ...(unread > 0 ? [statusesNotSeen(unread, UNANSWERED)] : []),
      ],
      warnings: [...runtimeWarnings(lists), ...oldRuntime(version)],
    });
  } finally {
    client.close();
  }
}

function socketPath(socket: string): string {
  const path = socket.replace(/^unix:(?:\/\/)?/, '');
  if (path === '' || /^[a-z]+:\/\//i.test(path)) {
    throw new NodeInputError(
      `--cri ${visibleText(socket)} is not a socket on this machine; write its path, for example /run/containerd/containerd.sock.`,
    );
  }
  return resolve(path);
}

/** gRPC would say of all these only that there is no connection. */
async function requireSocket(path: string): Promise<void> {
  const shown = visibleText(path);
  try {
    const found = await stat(path);
    if (!found.isSocket())
      throw new NodeUnreadableError(
        `${shown} is not a socket; write the path of the container runtime’s socket.`,
      );
    await access(path, constants.W_OK);
  } catch (error) {
    if (error instanceof NodeUnreadableError) throw error;
    throw new NodeUnreadableError(socketFault((error as NodeJS.ErrnoException).code, shown));
  }
}

/** Why a socket cannot be opened, by the code of the system's error. */
export function socketFault(code: string | undefined, shown: string): string {
  return code === 'EACCES'
    ? `You may not open ${shown}. Sockets of container runtimes belong to root, so run this command as root.`
    : `There is no socket at ${shown}. Check the path, and that the container runtime runs on this machine.`;
}

interface Statuses {
  readonly statuses: ReadonlyMap<string, RuntimeContainerStatus>;
  /** Containers that are no longer there. */
  readonly gone: ReadonlySet<string>;
  /** How many could not be had. */
  readonly unread: number;
}

/** A few at a time; after the first that fails no more are begun, for the runtime has other things to do. */
async function readStatuses(
  client: CriClient,
  containers: readonly RuntimeContainer[],
): Promise<Statuses> {
  const statuses = new Map<string, RuntimeContainerStatus>();
  const gone = new Set<string>();
  const waiting = containers.values();
  let failed = false;
  const work = async (): Promise<void> => {
    for (const { id } of waiting) {
      if (failed) return;
      try {
        const answer = await client.find('ContainerStatus', { containerId: id });
        const status = decodeContainerStatus(fieldsOf(answer)?.status);
        if (answer === undefined) gone.add(id);
        else if (status) statuses.set(id, status);
      } catch {
        failed = true;
      }
    }
  };
  await Promise.all(Array.from({ length: STATUSES_AT_ONCE }, work));
  return { statuses, gone, unread: containers.length - statuses.size - gone.size };
}

/** Not all runtimes can say it, and a plan can do without. */
async function imageMountpoint(client: CriClient): Promise<string | undefined> {
  try {
    return decodeImageMountpoint(await client.call('ImageFsInfo'));
  } catch {
    return undefined;
  }
}

function podLogsOf({ configuration }: KnownSettings): string | undefined {
  const folder = textOf(configuration?.podLogsDir);
  return folder === '' ? undefined : folder;
}

/** containerd before 1.7 tells no pins: what is pinned there looks as if it were not. */
function oldRuntime(version: unknown): NodeWarning[] {
  const fields = fieldsOf(version);
  const name = textOf(fields?.runtimeName);
  const number = textOf(fields?.runtimeVersion);
  if (name !== 'containerd' || !/^v?1\.[0-6]\./.test(number)) return [];
  return [
    {
      rule: 'IM-1',
      text: `containerd ${visibleText(number)} pins no images. Since kubelet 1.29, nothing else protects the sandbox image from image collection.`,
      ids: [],
    },
  ];
}
