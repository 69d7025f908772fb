import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { LOG_LINK_FOLDER, type NotSeen } from '@gcscope/gc-core';
import type { NodeSpec } from './node-spec.ts';

/** Where a kubelet's logs lie, unless its configuration says otherwise. */
const POD_LOGS = '/var/log/pods';

/** Names of the entries of the pod log directory, and the links to container logs, of this machine; contents are not read. `notSeen`: the folders that cannot be read. */
export async function readLogFolders(
  podLogs: string = POD_LOGS,
  links: string = LOG_LINK_FOLDER,
): Promise<{ readonly spec: NodeSpec; readonly notSeen: readonly NotSeen[] }> {
  const notSeen: NotSeen[] = [];
  let spec: NodeSpec = {};
  try {
    spec = { logDirectories: await readdir(podLogs) };
  } catch (error) {
    notSeen.push({
      what: 'log directories of pods',
      because: `gcscope cannot read ${podLogs} (${codeOf(error)}).`,
      instead:
        'The plan assumes that it is empty, and contains no log directories of pods that are gone.',
    });
  }
  try {
    const names = (await readdir(links)).filter((name) => name.endsWith('.log'));
    const logLinks: { name: string; dangling: boolean }[] = [];
    for (const name of names) {
      logLinks.push({ name, dangling: await isDangling(join(links, name)) });
    }
    spec = { ...spec, logLinks };
  } catch (error) {
    notSeen.push({
      what: 'links to container logs',
      because: `gcscope cannot read ${links} (${codeOf(error)}).`,
      instead: 'The plan assumes none, and contains no dangling links.',
    });
  }
  return { spec, notSeen };
}

/** The filesystem at the mount point, as a kubelet's statistics see it; free is what a process without privileges may use. */
export async function readImageFileSystem(mountpoint: string | undefined): Promise<NodeSpec> {
  if (mountpoint === undefined) return {};
  try {
    const { blocks, bavail, bsize } = await statfs(mountpoint);
    return {
      imageFs: { capacityBytes: blocks * bsize, availableBytes: bavail * bsize, mountpoint },
    };
  } catch {
    // Each reading without the folders says that they are unknown.
    return {};
  }
}

async function isDangling(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    return codeOf(error) === 'ENOENT';
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
