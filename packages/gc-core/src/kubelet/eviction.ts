/** The signals of the eviction manager. */
export type Signal =
  | 'memory.available'
  | 'nodefs.available'
  | 'nodefs.inodesFree'
  | 'imagefs.available'
  | 'imagefs.inodesFree'
  | 'containerfs.available'
  | 'containerfs.inodesFree';

/** How a node's filesystems lie: one for all, images and writable layers on their own, or only the images. */
export type DiskLayout = 'one' | 'separate imagefs' | 'split imagefs';

/** The steps after a signal, in order (E-1). */
export function reclaimSteps(
  signal: Signal,
  layout: DiskLayout,
): readonly ('containers' | 'images')[] {
  const both = ['containers', 'images'] as const;
  const [fs] = signal.split('.');
  if (fs === 'memory') return [];
  if (layout === 'one') return both;
  if (layout === 'separate imagefs') return fs === 'nodefs' ? [] : both;
  return fs === 'imagefs' ? ['images'] : ['containers'];
}

/** The name of a signal's resource in the Event (E-3). */
export function resourceOf(signal: Signal): string {
  if (signal === 'memory.available') return 'memory';
  return signal.endsWith('.inodesFree') ? 'inodes' : 'ephemeral-storage';
}
