import { groupBy } from '../meta/group-by.ts';
import type { DecisionNote, KeepReason } from '../meta/kubelet-decision.ts';
import { compare } from '../meta/sorted-by.ts';
import { type Decision, keep, NO_NOTES, type Removal, remove } from './decision.ts';
import { type ImageRecord, imageKey } from './image-records.ts';
import type { KubeletProfile } from './kubelet-releases.ts';
import type { Nanos, NanoTime } from './nano-time.ts';
import type { Bytes } from './node-state.ts';

/** A record that may be removed, in its place in the order. */
export interface Candidate {
  readonly record: ImageRecord;
  readonly key: string;
  /** Equal for images between which the order is not determined. */
  readonly rank: number;
}

/** The candidates, the least recently used first, and what is none (IR-1). */
export function evictionOrder(
  records: Iterable<ImageRecord>,
  inUse: ReadonlySet<string>,
  release: KubeletProfile,
  sandboxImage?: string,
): { readonly candidates: readonly Candidate[]; readonly kept: readonly Decision[] } {
  const kept: Decision[] = [];
  const open: ImageRecord[] = [];
  for (const record of records) {
    const key = keyOf(record);
    if (release.leavesUsedImagesOut && inUse.has(key)) {
      const isSandbox = release.protectsSandboxImage && key === sandboxImage;
      kept.push(
        isSandbox
          ? keep('image', key, 'sandbox-image', 'IM-2')
          : keep('image', key, 'image-in-use', 'I-4'),
      );
    } else if (record.pinned) kept.push(keep('image', key, 'pinned', 'IM-1'));
    else open.push(record);
  }
  const sorted = open.toSorted(
    (a, b) => compare(a.lastUsed, b.lastUsed) || compare(a.firstDetected, b.firstDetected),
  );
  return { candidates: ranked(sorted), kept };
}

function ranked(sorted: readonly ImageRecord[]): Candidate[] {
  let rank = 0;
  return sorted.map((record, index): Candidate => {
    const before = sorted[index - 1];
    if (before === undefined || !isTie(record, before)) rank = index;
    return { record, key: keyOf(record), rank };
  });
}

function isTie(a: ImageRecord, b: ImageRecord): boolean {
  return a.lastUsed === b.lastUsed && a.firstDetected === b.firstDetected;
}

function keyOf({ id, runtimeHandler }: ImageRecord): string {
  return imageKey(id, runtimeHandler);
}

/** How a step went: removals tried in order, those that failed, what is left of the candidates. */
export interface ImageStep {
  readonly removals: readonly Removal[];
  readonly failed: readonly Decision[];
  readonly kept: readonly Decision[];
  readonly left: readonly Candidate[];
  readonly freed: Bytes;
  readonly errors: readonly string[];
}

/** Removes an image; an error text when the runtime refuses. */
export type RemoveImage = (record: ImageRecord) => string | undefined;

/** Every candidate unused for longer than the maximum age goes, the minimum age is not asked (IR-2). */
export function ageStep(
  candidates: readonly Candidate[],
  maxAge: Nanos,
  freeTime: NanoTime,
  startedAt: NanoTime,
  removeImage: RemoveImage,
): ImageStep {
  if (maxAge <= 0n || freeTime - startedAt <= maxAge) {
    return { removals: [], failed: [], kept: [], left: candidates, freed: 0, errors: [] };
  }
  const step = new RunningStep(removeImage, 'unused-too-long', 'IR-2');
  const left = candidates.filter((candidate) => {
    if (freeTime - candidate.record.lastUsed <= maxAge) return true;
    step.remove(candidate);
    return false;
  });
  return step.end(left);
}

/** How much is to be freed, and why. */
export interface SpaceTarget {
  readonly bytesToFree: Bytes;
  readonly minAge: Nanos;
  readonly freeTime: NanoTime;
  readonly reason: 'space' | 'pressure-reclaim';
}

/**
 * Removes candidates in order until enough is freed (IR-4). The amount is looked at only after a removal, so one image goes
 * even if nothing is to be freed.
 */
export function spaceStep(
  candidates: readonly Candidate[],
  target: SpaceTarget,
  release: KubeletProfile,
  removeImage: RemoveImage,
): ImageStep {
  const { bytesToFree, minAge, freeTime, reason } = target;
  const rule = reason === 'space' ? 'IR-4' : 'IR-6';
  const step = new RunningStep(removeImage, reason, rule);
  const left: Candidate[] = [];
  let stop: KeepReason | undefined;
  for (const candidate of candidates) {
    // Before 1.10 images in use are on the list, at its end: the first one ends the step (IR-7).
    if (!release.leavesUsedImagesOut && isUsedSince(candidate, freeTime)) stop ??= 'image-in-use';
    const why = stop ?? whySkipped(candidate, freeTime, minAge);
    if (why) {
      left.push(candidate);
      step.keep(candidate, why, why === 'image-in-use' ? 'IR-7' : rule);
    } else if (step.remove(candidate) && step.freed >= bytesToFree) stop = 'target-reached';
  }
  return step.end(left, bytesToFree);
}

function isUsedSince({ record }: Candidate, freeTime: NanoTime): boolean {
  return record.lastUsed >= freeTime;
}

function whySkipped(
  candidate: Candidate,
  freeTime: NanoTime,
  minAge: Nanos,
): KeepReason | undefined {
  if (isUsedSince(candidate, freeTime)) return 'used-recently';
  return freeTime - candidate.record.firstDetected < minAge ? 'image-too-young' : undefined;
}

class RunningStep {
  readonly #removeImage: RemoveImage;
  readonly #reason: Removal['reason'];
  readonly #rule: string;
  readonly #removed: Candidate[] = [];
  readonly #failed: Decision[] = [];
  readonly #kept: { readonly candidate: Candidate; readonly decision: Decision }[] = [];
  readonly #errors: string[] = [];
  freed = 0;

  constructor(removeImage: RemoveImage, reason: Removal['reason'], rule: string) {
    this.#removeImage = removeImage;
    this.#reason = reason;
    this.#rule = rule;
  }

  keep(candidate: Candidate, reason: KeepReason, rule: string): void {
    this.#kept.push({ candidate, decision: keep('image', candidate.key, reason, rule) });
  }

  /** Whether the image went. */
  remove(candidate: Candidate): boolean {
    const { record, key } = candidate;
    const error = this.#removeImage(record);
    if (error !== undefined) {
      this.#errors.push(error);
      this.#failed.push(keep('image', key, 'removal-failed', 'IR-5'));
      return false;
    }
    this.#removed.push(candidate);
    this.freed += record.size;
    return true;
  }

  /** Without an amount to free, no image goes in place of another. */
  end(left: readonly Candidate[], bytesToFree: Bytes = Number.POSITIVE_INFINITY): ImageStep {
    const spared = this.#kept.filter(({ decision }) => decision.reason === 'target-reached');
    const notes = notesOfTies(
      this.#removed,
      spared.map(({ candidate }) => candidate),
      bytesToFree,
    );
    return {
      removals: this.#removed.map((candidate) => {
        const { key, rank } = candidate;
        const place = { group: 'images', rank, notes: notes.get(candidate) ?? NO_NOTES };
        return remove('image', key, this.#reason, this.#rule, place);
      }),
      failed: this.#failed,
      kept: this.#kept.map(({ candidate, decision }) => {
        const own = notes.get(candidate);
        return own ? { ...decision, notes: own } : decision;
      }),
      left,
      freed: this.freed,
      errors: this.#errors,
    };
  }
}

/**
 * Notes where an undetermined order decides. Among images of one rank, one that stays could have gone first. One that
 * goes could have stayed if the others of its rank free enough without it.
 */
function notesOfTies(
  removed: readonly Candidate[],
  spared: readonly Candidate[],
  bytesToFree: Bytes,
): ReadonlyMap<Candidate, readonly DecisionNote[]> {
  const notes = new Map<Candidate, readonly DecisionNote[]>();
  const sparedByRank = groupBy(spared, ({ rank }) => rank);
  let before = 0;
  for (const [rank, gone] of groupBy(removed, (each) => each.rank)) {
    const stays = sparedByRank.get(rank) ?? [];
    const most = before + bytesOf(gone) + bytesOf(stays);
    for (const each of gone) {
      const isOpen = stays.length > 0 && most - each.record.size >= bytesToFree;
      if (isOpen) notes.set(each, ['tie']);
      else if (gone.length > 1) notes.set(each, ['order-unknown']);
    }
    for (const each of stays) notes.set(each, ['tie']);
    before += bytesOf(gone);
  }
  return notes;
}

function bytesOf(candidates: readonly Candidate[]): Bytes {
  return candidates.reduce((sum, { record }) => sum + record.size, 0);
}
