import { aggregate } from './collect-containers.ts';
import { type Decision, keep, type Removal } from './decision.ts';
import { type DiskUsage, diskUsage, formatBytes } from './image-filesystem.ts';
import {
  detectImages,
  type ImageRecord,
  type ImageRecords,
  imageKey,
  imagesInUse,
  keyOfImage,
} from './image-records.ts';
import { Faults, type KubeletMemory, type RunInput, type RunResult } from './kubelet-run.ts';
import { type NanoTime, ZERO_TIME } from './nano-time.ts';
import type { Bytes, NodeImage } from './node-state.ts';
import {
  ageStep,
  type Candidate,
  evictionOrder,
  type ImageStep,
  type SpaceTarget,
  spaceStep,
} from './plan-images.ts';
import { Report } from './report.ts';

/** One pass of the detection loop; `at` is the time by which it dates new images (I-3, IR-8). */
export function detectLoop(input: RunInput, at?: NanoTime): RunResult {
  const run = new ImageRun(input);
  const { release, memory } = input.kubelet;
  const isFirst = release.firstPassAtZero && !memory.hasDetected;
  const error = run.detect(at ?? (isFirst ? ZERO_TIME : input.now));
  if (error !== undefined) run.report.info(0, 'Failed to monitor images', ['err', error]);
  return run.end(error, { hasDetected: memory.hasDetected || error === undefined });
}

/** One run of the five-minute loop: age, then disk, then space (IR-1 to IR-5, I-1, I-10). */
export function collectImages(input: RunInput): RunResult {
  const run = new ImageRun(input);
  const { imagePolicy, release, memory } = input.kubelet;
  const isOff = imagePolicy.highThresholdPercent === 100 && imagePolicy.maxAge === 0n;
  if (isOff && release.hundredTurnsOff) {
    run.keepAll('collection-off', 'I-1');
    return run.end(undefined);
  }
  const error = run.detect(input.now) ?? run.collect();
  if (error === undefined) run.report.succeeded('Image', memory.imageGcFailed);
  else if (memory.imageGcFailed) {
    run.report.failed('Image garbage collection failed multiple times in a row', error);
    run.report.warn('ImageGCFailed', error);
  } else {
    const once =
      'Image garbage collection failed once. Stats initialization may not have completed yet';
    run.report.failed(once, error);
  }
  return run.end(error, { imageGcFailed: error !== undefined });
}

/** Removes every candidate, whatever the thresholds say: what the eviction manager calls (IR-6). */
export function deleteUnusedImages(input: RunInput): RunResult {
  const run = new ImageRun(input);
  run.report.info(0, 'Attempting to delete unused images');
  const error = run.detect(input.now) ?? run.free(Number.POSITIVE_INFINITY, 'pressure-reclaim');
  return run.end(error);
}

/** Frees at least this many bytes, as the space step does (IR-4). */
export function freeSpace(input: RunInput, bytesToFree: Bytes): RunResult {
  const run = new ImageRun(input);
  return run.end(run.detect(input.now) ?? run.free(bytesToFree, 'space'));
}

class ImageRun {
  readonly report: Report;
  readonly #input: RunInput;
  readonly #faults: Faults;
  readonly #decisions: Decision[] = [];
  readonly #removed: Removal[] = [];
  #records: ImageRecords;
  /** Keys of the removed. */
  readonly #gone = new Set<string>();
  #freed: Bytes = 0;

  constructor(input: RunInput) {
    this.#input = input;
    this.#faults = input.faults ?? new Faults();
    this.report = new Report(input.kubelet.release);
    this.#records = input.kubelet.memory.imageRecords;
  }

  /** A detection pass; an error ends it and leaves the records as they were (I-3). */
  detect(detectTime: NanoTime): string | undefined {
    const error =
      this.#faults.of('list', 'images') ??
      this.#faults.of('list', 'containers') ??
      this.#statusError();
    if (error !== undefined) return error;
    const { node, kubelet, now } = this.#input;
    this.#records = detectImages(this.#records, { ...node, ...kubelet, now, detectTime });
    return undefined;
  }

  /** The kubelet asks for the status of each container, to learn which images it mounts (I-4). */
  #statusError(): string | undefined {
    const { node, kubelet } = this.#input;
    if (!kubelet.release.countsImageVolumes) return undefined;
    for (const { id } of node.containers) {
      const error = this.#faults.of('status', id);
      if (error !== undefined) return `get container status: runtime container status: ${error}`;
    }
    return undefined;
  }

  keepAll(reason: 'collection-off', rule: string): void {
    const { node, kubelet } = this.#input;
    for (const image of node.images) {
      this.#decisions.push(keep('image', keyOfImage(image, kubelet.release), reason, rule));
    }
  }

  /** Age, disk and space; the error of the run. */
  collect(): string | undefined {
    const { now, kubelet, node } = this.#input;
    const { maxAge } = kubelet.imagePolicy;
    const removing = (record: ImageRecord): string | undefined => this.#removeImage(record);
    const aged = ageStep(this.#candidates(), maxAge, now, kubelet.startedAt, removing);
    this.#add(aged);
    if (aged.errors.length > 0) {
      this.#keep(aged.left, 'run-ended', 'IR-2');
      return aggregate(aged.errors);
    }
    const failed = this.#faults.of('stats', 'imageFs');
    const usage = failed === undefined ? diskUsage(node.imageFs, kubelet.imagePolicy) : undefined;
    if (usage?.isOverHighThreshold) return this.#freeDown(aged.left, usage);
    this.#keep(aged.left, usage ? 'below-threshold' : 'run-ended', 'IR-3');
    if (usage || failed !== undefined) return failed;
    const { device = '', mountpoint = '' } = node.imageFs ?? {};
    const error = kubelet.release.namesDevice
      ? `invalid capacity 0 on device "${device}" at mount point "${mountpoint}"`
      : 'invalid capacity 0 on image filesystem';
    this.report.warn('InvalidDiskCapacity', error);
    return error;
  }

  /** The space step down to the low threshold, and what is said when it does not get there (IR-5). */
  #freeDown(candidates: readonly Candidate[], usage: DiskUsage): string | undefined {
    const { highThresholdPercent, lowThresholdPercent } = this.#input.kubelet.imagePolicy;
    this.report.info(
      0,
      'Disk usage on image filesystem is over the high threshold, trying to free bytes down to the low threshold',
      ['usage', usage.usagePercent],
      ['highThreshold', highThresholdPercent],
      ['amountToFree', usage.bytesToFree],
      ['lowThreshold', lowThresholdPercent],
    );
    const before = this.#freed;
    const error = this.free(usage.bytesToFree, 'space', candidates);
    const freed = this.#freed - before;
    if (error !== undefined || freed >= usage.bytesToFree) return error;
    const message = this.#notFreed(usage, freed);
    this.report.warn('FreeDiskSpaceFailed', message);
    return message;
  }

  /** The space step; the error of its removals. */
  free(
    bytesToFree: Bytes,
    reason: SpaceTarget['reason'],
    candidates: readonly Candidate[] = this.#candidates(),
  ): string | undefined {
    const { kubelet, now } = this.#input;
    const target = { bytesToFree, reason, minAge: kubelet.imagePolicy.minAge, freeTime: now };
    const step = spaceStep(candidates, target, kubelet.release, (each) => this.#removeImage(each));
    this.#add(step);
    if (step.errors.length === 0) return undefined;
    const wanted = Number.isFinite(bytesToFree) ? String(bytesToFree) : '9223372036854775807';
    const errors = step.errors.join(', ');
    return `wanted to free ${wanted} bytes, but freed ${step.freed} bytes space with errors in image deletion: [${errors}]`;
  }

  end(error: string | undefined, memory: Partial<KubeletMemory> = {}): RunResult {
    const { node, kubelet } = this.#input;
    return {
      node: { ...node, images: this.#imagesLeft() },
      memory: { ...kubelet.memory, imageRecords: this.#recordsLeft(), ...memory },
      removed: this.#removed,
      decisions: this.#decisions,
      events: this.report.events,
      logLines: this.report.logLines,
      ...(error === undefined ? {} : { error }),
      freedBytes: this.#freed,
    };
  }

  /** A removal takes one entry of the list, also where an id stands there twice. */
  #imagesLeft(): readonly NodeImage[] {
    const gone = new Set(this.#gone);
    const { node, kubelet } = this.#input;
    return node.images.filter((image) => !gone.delete(keyOfImage(image, kubelet.release)));
  }

  /** The record of a removed image is forgotten at once. */
  #recordsLeft(): ImageRecords {
    if (this.#gone.size === 0) return this.#records;
    return new Map([...this.#records].filter(([key]) => !this.#gone.has(key)));
  }

  #candidates(): readonly Candidate[] {
    const { node, kubelet } = this.#input;
    const inUse = imagesInUse({ ...node, ...kubelet });
    const order = evictionOrder(
      this.#records.values(),
      inUse,
      kubelet.release,
      kubelet.sandboxImage,
    );
    this.#decide(order.kept);
    return order.candidates;
  }

  #decide(decisions: readonly Decision[]): void {
    for (const decision of decisions) this.#decisions.push(decision);
  }

  #add({ removals, failed, kept, freed }: ImageStep): void {
    for (const removal of removals) this.#removed.push(removal);
    for (const decisions of [removals, failed, kept]) this.#decide(decisions);
    this.#freed += freed;
  }

  #keep(
    candidates: readonly Candidate[],
    reason: 'run-ended' | 'below-threshold',
    rule: string,
  ): void {
    for (const { key } of candidates) this.#decisions.push(keep('image', key, reason, rule));
  }

  /** Asks the runtime for the removal, by the id alone (I-7, I-8). */
  #removeImage(record: ImageRecord): string | undefined {
    const { id, runtimeHandler, size } = record;
    this.report.info(
      0,
      'Removing image to free bytes',
      ['imageID', id],
      ['size', size],
      ['runtimeHandler', runtimeHandler],
    );
    const error = this.#faults.of('remove', id);
    if (error !== undefined) return error;
    this.#gone.add(imageKey(id, runtimeHandler));
    return undefined;
  }

  #notFreed({ usagePercent, capacityBytes, bytesToFree }: DiskUsage, freed: Bytes): string {
    switch (this.#input.kubelet.release.notFreed) {
      case 'wanted':
        return `failed to garbage collect required amount of images. Wanted to free ${bytesToFree} bytes, but freed ${freed} bytes`;
      case 'attempted':
        return `Failed to garbage collect required amount of images. Attempted to free ${bytesToFree} bytes, but only found ${freed} bytes eligible to free.`;
      default:
        return `Insufficient free disk space on the node's image filesystem (${usagePercent}% of ${formatBytes(capacityBytes)} used). Failed to free sufficient space by deleting unused images (freed ${freed} bytes). Investigate disk usage, as it could be used by active images, logs, volumes, or other data.`;
    }
  }
}
