/** The releases whose kubelet is mirrored. */
export type KubeletRelease = 'v1.7' | 'v1.28' | 'v1.36';

/** The differences between kubelet releases, read where a rule applies. */
export interface KubeletProfile {
  readonly release: KubeletRelease;
  /** Whose containers and sandboxes the collection takes outright under disk pressure (E-4). */
  readonly underPressure: 'every pod' | 'terminated pods';
  /** A container in state UNKNOWN is stopped before it is removed (C-12.1, since 1.14). */
  readonly stopsUnknownFirst: boolean;
  /** Lists are put in order also when nothing of them is kept (C-11). */
  readonly alwaysSorts: boolean;
  /** An error in one phase ends the run (C-13). */
  readonly firstErrorEndsRun: boolean;
  /** A dangling link stays while its container has not exited (L-2, since 1.19). */
  readonly keepsLinksOfLiving: boolean;
  /** Images in use are no candidates at all; before, they came last and ended the run (IR-7, since 1.10). */
  readonly leavesUsedImagesOut: boolean;
  /** `pinned` of the runtime protects an image (IM-1, since 1.23). */
  readonly honoursPins: boolean;
  /** The kubelet itself protects the image of its sandboxes (IM-2, 1.10 to 1.28). */
  readonly protectsSandboxImage: boolean;
  /** The detection loop's first pass dates images at the zero time (IR-8, to 1.28). */
  readonly firstPassAtZero: boolean;
  /** Whether the setting `imageMaximumGCAge` exists (IR-2), since 1.30. */
  readonly hasMaxAge: boolean;
  /** Records are kept per image and runtime handler (I-2). */
  readonly keysByHandler: boolean;
  /** Images mounted as volumes are in use (I-4). */
  readonly countsImageVolumes: boolean;
  /** A high threshold of 100 without maximum age turns the image loop off (I-1, since 1.11). */
  readonly hundredTurnsOff: boolean;
  /** An image filesystem apart from writable layers has a signal of its own (E-1, since 1.31). */
  readonly hasContainerFs: boolean;
  /** The name of the pod log directory in the error (C-13). */
  readonly podLogs: 'podLogsDirectory' | 'podLogsRootDirectory';
  /** InvalidDiskCapacity says device and mount point (IR-3). */
  readonly namesDevice: boolean;
  /** The wording of the Event FreeDiskSpaceFailed (IR-5). */
  readonly notFreed: 'wanted' | 'attempted' | 'usage';
  /** Log lines have named values; before, they are sentences (C-14). */
  readonly structuredLogs: boolean;
}

const V1_36: KubeletProfile = {
  release: 'v1.36',
  underPressure: 'terminated pods',
  stopsUnknownFirst: true,
  alwaysSorts: false,
  firstErrorEndsRun: false,
  keepsLinksOfLiving: true,
  leavesUsedImagesOut: true,
  honoursPins: true,
  protectsSandboxImage: false,
  firstPassAtZero: false,
  hasMaxAge: true,
  keysByHandler: true,
  countsImageVolumes: true,
  hundredTurnsOff: true,
  hasContainerFs: true,
  podLogs: 'podLogsDirectory',
  namesDevice: false,
  notFreed: 'usage',
  structuredLogs: true,
};

const V1_28: KubeletProfile = {
  ...V1_36,
  release: 'v1.28',
  protectsSandboxImage: true,
  firstPassAtZero: true,
  hasMaxAge: false,
  keysByHandler: false,
  countsImageVolumes: false,
  hasContainerFs: false,
  podLogs: 'podLogsRootDirectory',
  notFreed: 'attempted',
};

const V1_7: KubeletProfile = {
  ...V1_28,
  release: 'v1.7',
  underPressure: 'every pod',
  stopsUnknownFirst: false,
  alwaysSorts: true,
  firstErrorEndsRun: true,
  keepsLinksOfLiving: false,
  leavesUsedImagesOut: false,
  honoursPins: false,
  protectsSandboxImage: false,
  hundredTurnsOff: false,
  namesDevice: true,
  notFreed: 'wanted',
  structuredLogs: false,
};

/** Every mirrored kubelet by its release. */
export const KUBELET_RELEASES: Readonly<Record<KubeletRelease, KubeletProfile>> = {
  'v1.7': V1_7,
  'v1.28': V1_28,
  'v1.36': V1_36,
};

/** The release taken when none is named. */
export const DEFAULT_KUBELET_RELEASE: KubeletRelease = 'v1.36';

/**
 * The mirrored release whose rules come nearest to a kubelet's version (`v1.32.10`): its images follow v1.36 since 1.29 and
 * v1.28 since 1.10; `undefined` for what is no version.
 */
export function kubeletReleaseOf(version: string): KubeletRelease | undefined {
  const match = /^v?(\d{1,3})\.(\d{1,4})(?:[.+-]|$)/.exec(version);
  if (!match) return undefined;
  const minor = match[1] === '1' ? Number(match[2]) : Number(match[1]) > 1 ? Infinity : 0;
  if (minor >= 29) return 'v1.36';
  return minor >= 10 ? 'v1.28' : 'v1.7';
}
