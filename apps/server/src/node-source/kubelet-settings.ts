import {
  DEFAULT_KUBELET_RELEASE,
  formatSpan,
  KUBELET_RELEASES,
  type KubeletRelease,
  kubeletReleaseOf,
  type NotSeen,
  POLICY_FIELDS,
  parseNanoTime,
  readPolicies,
} from '@gcscope/gc-core';
import type { Fields } from '../cluster/answers/decode-meta.ts';
import type { NodeSpec } from './node-spec.ts';
import { NodeInputError } from './node-unreadable.ts';

/** The known settings of a kubelet. */
export interface KnownSettings {
  /** A mirrored release, or the kubelet's version. */
  readonly release?: string | undefined;
  /** RFC 3339. */
  readonly startedAt?: string | undefined;
  /** `--flag=value` as a kubelet takes them; they go before the configuration. */
  readonly flags: readonly string[];
  /** A KubeletConfiguration. */
  readonly configuration?: Fields | undefined;
  /** For settings that are missing above: why the source does not tell them. */
  readonly because?: {
    readonly release?: string;
    readonly startedAt?: string;
    readonly flags?: string;
    readonly configuration?: string;
  };
}

/** The settings as a scenario says them, and which of them neither the options nor the source give. Throws `NodeInputError`. */
export function kubeletSettings(known: KnownSettings): {
  readonly spec: NodeSpec;
  readonly notSeen: readonly NotSeen[];
} {
  const release = releaseOf(known.release);
  const { flags, configuration = {}, startedAt } = known;
  const { containers, images, faults } = readPolicies(
    flags,
    configuration,
    KUBELET_RELEASES[release],
  );
  if (faults.length > 0) throw new NodeInputError(faults.map(({ message }) => message).join('\n'));
  if (startedAt !== undefined && parseNanoTime(startedAt) === undefined) {
    throw new NodeInputError(
      `The start of the kubelet, ${startedAt}, is not an RFC 3339 time; write it as 2026-01-01T00:00:00Z.`,
    );
  }
  return {
    spec: {
      release,
      containerPolicy: { ...containers, minAge: formatSpan(containers.minAge) },
      imagePolicy: {
        ...images,
        minAge: formatSpan(images.minAge),
        maxAge: formatSpan(images.maxAge),
      },
      ...(startedAt === undefined ? {} : { startedAt }),
    },
    notSeen: settingsNotSeen(known, release),
  };
}

function releaseOf(text: string | undefined): KubeletRelease {
  if (text === undefined) return DEFAULT_KUBELET_RELEASE;
  if (Object.hasOwn(KUBELET_RELEASES, text)) return text as KubeletRelease;
  const nearest = kubeletReleaseOf(text);
  if (nearest !== undefined) return nearest;
  const releases = Object.keys(KUBELET_RELEASES).join(', ');
  throw new NodeInputError(
    `${text} is not a kubelet version; write a version such as v1.32.10, or one of ${releases}.`,
  );
}

function settingsNotSeen(known: KnownSettings, release: KubeletRelease): NotSeen[] {
  const { because = {} } = known;
  const flags = POLICY_FIELDS.flatMap(({ policy, flag }) =>
    policy === 'containers' && flag !== undefined ? [flag] : [],
  );
  const missing = flags.filter((flag) => !known.flags.some((each) => each.startsWith(`${flag}=`)));
  const notSeen: NotSeen[] = [];
  if (known.release === undefined) {
    notSeen.push({
      what: 'version of the kubelet',
      because: because.release ?? '--release is not set.',
      instead: `The plan assumes ${release}. Other releases protect the sandbox image, or date images differently.`,
    });
  }
  if (missing.length > 0) {
    notSeen.push({
      what: 'flags of container collection',
      because:
        because.flags ??
        `They are flags, not part of the configuration (C-1). These are not set: ${missing.join(', ')}.`,
      instead: 'The plan uses the defaults: 0s, 1, no limit.',
    });
  }
  if (known.configuration === undefined) {
    notSeen.push({
      what: 'configuration of the kubelet',
      because: because.configuration ?? '--config is not set.',
      instead:
        'The plan uses the defaults: from 85 % of the disk down to 80 %, a minimum age of 2m, no maximum age.',
    });
  }
  if (known.startedAt === undefined) {
    notSeen.push({
      what: 'start of the kubelet',
      because: because.startedAt ?? '--kubelet-started-at is not set.',
      instead:
        'The plan assumes that the kubelet has just started. Its real runs come at other times, and a maximum age counts from now.',
    });
  }
  return notSeen;
}
