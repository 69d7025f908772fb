import type { Timestamp } from '../meta/object-meta.ts';
import type { NamespaceContent } from './namespace-content.ts';

/** One entry of `status.conditions`. */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly lastTransitionTime: Timestamp;
  readonly reason: string;
  readonly message: string;
}

/** Reason and message of a condition that holds, and of one that does not. */
interface Texts {
  readonly type: string;
  readonly bad: string | undefined;
  readonly badReason: string;
  readonly goodReason: string;
  readonly good: string;
}

/** The five conditions of a Namespace that is being deleted (NS-12); a time moves on only with its status. */
export function namespaceConditions(
  content: NamespaceContent,
  before: readonly unknown[],
  now: Timestamp,
): Condition[] {
  return textsOf(content).map(({ type, bad, badReason, goodReason, good }) => {
    const status = bad === undefined ? 'False' : 'True';
    const old = before.find((each) => isCondition(each) && each.type === type) as
      | Condition
      | undefined;
    return {
      type,
      status,
      lastTransitionTime: old?.status === status ? old.lastTransitionTime : now,
      reason: bad === undefined ? goodReason : badReason,
      message: bad ?? good,
    };
  });
}

function textsOf({ unread, failures, totals }: NamespaceContent): Texts[] {
  const left = listed(totals.resources, 'has');
  const held = listed(totals.finalizers, 'in');
  return [
    {
      type: 'NamespaceDeletionDiscoveryFailure',
      badReason: 'DiscoveryFailed',
      bad:
        unread.length === 0
          ? undefined
          : `Discovery failed for some groups, ${unread.length} failing: ${discoveryError(unread)}`,
      goodReason: 'ResourcesDiscovered',
      good: 'All resources successfully discovered',
    },
    {
      type: 'NamespaceDeletionGroupVersionParsingFailure',
      badReason: 'GroupVersionParsingFailed',
      // Every group and version of a resource table can be read.
      bad: undefined,
      goodReason: 'ParsedGroupVersions',
      good: 'All legacy kube types successfully parsed',
    },
    {
      type: 'NamespaceDeletionContentFailure',
      badReason: 'ContentDeletionFailed',
      bad:
        failures.length === 0
          ? undefined
          : `Failed to delete all resource types, ${failures.length} remaining: ${failures.join(', ')}`,
      goodReason: 'ContentDeleted',
      good: 'All content successfully deleted, may be waiting on finalization',
    },
    {
      type: 'NamespaceContentRemaining',
      badReason: 'SomeResourcesRemain',
      bad: left === '' ? undefined : `Some resources are remaining: ${left}`,
      goodReason: 'ContentRemoved',
      good: 'All content successfully removed',
    },
    {
      type: 'NamespaceFinalizersRemaining',
      badReason: 'SomeFinalizersRemain',
      bad:
        held === '' ? undefined : `Some content in the namespace has finalizers remaining: ${held}`,
      goodReason: 'ContentHasNoFinalizers',
      good: 'All content-preserving finalizers finished',
    },
  ];
}

/** The error of discovery when these `<group>/<version>` cannot be read (NS-06). */
export function discoveryError(unread: readonly string[]): string {
  const each = unread.map((name) => `${name}: stale GroupVersion discovery: ${name}`);
  return `unable to retrieve the complete list of server APIs: ${each.join(', ')}`;
}

function listed(totals: ReadonlyMap<string, number>, word: string): string {
  return [...totals]
    .map(([name, count]) => `${name} ${word} ${count} resource instances`)
    .toSorted()
    .join(', ');
}

function isCondition(value: unknown): value is Condition {
  return typeof value === 'object' && value !== null && 'type' in value && 'status' in value;
}
