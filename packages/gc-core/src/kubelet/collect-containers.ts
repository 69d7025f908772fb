import { type Decision, keep, type Plan, type Removal } from './decision.ts';
import { Faults, type RunInput, type RunResult } from './kubelet-run.ts';
import { LOG_LINK_FOLDER, POD_LOG_FOLDER, podOfLogDirectory } from './log-names.ts';
import type { LogLink, NodeContainer, NodeSandbox } from './node-state.ts';
import { planContainers } from './plan-containers.ts';
import { LinksOfContainers, planLogDirectories, planLogLinks } from './plan-logs.ts';
import { planSandboxes } from './plan-sandboxes.ts';
import { type PodStates, podStates } from './pod-states.ts';
import { Report } from './report.ts';

/**
 * One run of container garbage collection: containers, then sandboxes, then logs (C-7 to C-14, S-1, S-2, L-1, L-2). Called by
 * the minute loop or, `underPressure`, by the eviction manager, which reports for itself.
 */
export function collectContainers(input: RunInput, underPressure = false): RunResult {
  return new ContainerRun(input, underPressure).run();
}

class ContainerRun {
  readonly #input: RunInput;
  readonly #underPressure: boolean;
  readonly #faults: Faults;
  readonly #pods: PodStates;
  readonly #report: Report;
  readonly #removed: Removal[] = [];
  readonly #decisions: Decision[] = [];
  readonly #errors: string[] = [];
  #containers: readonly NodeContainer[];
  #sandboxes: readonly NodeSandbox[];
  #logDirectories: readonly string[];
  #logLinks: readonly LogLink[];

  constructor(input: RunInput, underPressure: boolean) {
    const { node, kubelet } = input;
    this.#input = input;
    this.#underPressure = underPressure;
    this.#faults = input.faults ?? new Faults();
    this.#pods = podStates(node.pods, kubelet.sourcesReady);
    this.#report = new Report(kubelet.release);
    this.#containers = node.containers;
    this.#sandboxes = node.sandboxes;
    this.#logDirectories = node.logDirectories;
    this.#logLinks = node.logLinks;
  }

  run(): RunResult {
    const { node, kubelet } = this.#input;
    if (this.#underPressure) this.#report.info(0, 'Attempting to delete unused containers');
    for (const phase of [
      () => this.#evictContainers(),
      () => this.#evictSandboxes(),
      () => this.#evictLogs(),
    ]) {
      phase();
      if (this.#errors.length > 0 && kubelet.release.firstErrorEndsRun) break;
    }
    const error = aggregate(this.#errors);
    if (!this.#underPressure) this.#reportEnd(error);
    return {
      node: {
        ...node,
        containers: this.#containers,
        sandboxes: this.#sandboxes,
        logDirectories: this.#logDirectories,
        logLinks: this.#logLinks,
      },
      memory: this.#underPressure
        ? kubelet.memory
        : { ...kubelet.memory, containerGcFailed: error !== undefined },
      removed: this.#removed,
      decisions: this.#decisions,
      events: this.#report.events,
      logLines: this.#report.logLines,
      ...(error === undefined ? {} : { error }),
      freedBytes: 0,
    };
  }

  /** The log lines of the minute loop (C-14). */
  #reportEnd(error: string | undefined): void {
    if (error === undefined) {
      this.#report.succeeded('Container', this.#input.kubelet.memory.containerGcFailed);
      return;
    }
    this.#report.failed('Container garbage collection failed', error);
    this.#report.warn('ContainerGCFailed', error);
  }

  /** Whether the list could be had (C-13). */
  #lists(subject: 'containers' | 'sandboxes'): boolean {
    const error = this.#faults.of('list', subject);
    if (error !== undefined) this.#errors.push(error);
    return error === undefined;
  }

  #evictContainers(): void {
    if (!this.#lists('containers')) return;
    const { now, kubelet } = this.#input;
    const plan = planContainers({
      containers: this.#containers,
      pods: this.#pods,
      policy: kubelet.containerPolicy,
      release: kubelet.release,
      now,
      sourcesReady: kubelet.sourcesReady,
      underPressure: this.#underPressure,
    });
    const unknown = new Map(
      this.#containers.filter(({ state }) => state === 'UNKNOWN').map((each) => [each.id, each]),
    );
    const links = new LinksOfContainers(this.#logLinks);
    const unlinked = new Set<string>();
    const gone = this.#perform(plan, 'C-12', (removal) => {
      const { id, notes } = removal;
      if (notes.includes('stop-first')) {
        const error = this.#faults.of('stop', id);
        if (error !== undefined) return this.#failContainer('stop', id, error);
        const { pod = '', name = '' } = unknown.get(id) ?? {};
        this.#report.killing(pod, name);
      }
      this.#report.info(4, 'Removing container', ['containerID', id]);
      const unknownStatus = this.#faults.of('status', id);
      if (unknownStatus !== undefined) {
        const asked = `failed to get container status "${id}"`;
        return this.#failContainer('remove', id, `${asked}: ${unknownStatus}`);
      }
      for (const link of links.removalsWith(removal)) {
        // If the ids of two containers begin alike, the first one takes the link.
        if (unlinked.has(link.id)) continue;
        unlinked.add(link.id);
        this.#removed.push(link);
        this.#decisions.push(link);
      }
      const error = this.#faults.of('remove', id);
      return error === undefined || this.#failContainer('remove', id, error);
    });
    if (gone.size > 0) this.#containers = this.#containers.filter(({ id }) => !gone.has(id));
    if (unlinked.size > 0) {
      this.#logLinks = this.#logLinks.filter(({ name }) => !unlinked.has(name));
    }
  }

  #failContainer(what: 'stop' | 'remove', id: string, error: string): false {
    this.#report.error(`Failed to ${what} container`, error, ['containerID', id]);
    return false;
  }

  /** Errors of a sandbox never reach the run's result (S-2). */
  #evictSandboxes(): void {
    if (!this.#lists('containers') || !this.#lists('sandboxes')) return;
    const plan = planSandboxes({
      sandboxes: this.#sandboxes,
      containers: this.#containers,
      pods: this.#pods,
      release: this.#input.kubelet.release,
      underPressure: this.#underPressure,
    });
    const gone = this.#perform(plan, 'S-2', ({ id }) => {
      if (this.#faults.of('stop', id) !== undefined) return false;
      this.#report.info(4, 'Removing sandbox', ['sandboxID', id]);
      return this.#faults.of('remove', id) === undefined;
    });
    this.#sandboxes = this.#sandboxes.filter(({ id }) => !gone.has(id));
  }

  #evictLogs(): void {
    const { kubelet } = this.#input;
    const error = kubelet.sourcesReady ? this.#faults.of('read', 'logDirectories') : undefined;
    if (error !== undefined) {
      const { podLogs } = kubelet.release;
      this.#errors.push(`failed to read ${podLogs} "${POD_LOG_FOLDER}": ${error}`);
      return;
    }
    const plan = planLogDirectories(this.#logDirectories, this.#pods, kubelet.sourcesReady);
    const gone = this.#perform(plan, 'L-1', ({ id }) => {
      this.#report.info(4, 'Removing pod logs', ['podUID', podOfLogDirectory(id)]);
      return this.#faults.of('remove', id) === undefined;
    });
    this.#logDirectories = this.#logDirectories.filter((name) => !gone.has(name));
    // One whose status is an error counts as not found.
    const found = this.#containers.filter(({ id }) => this.#faults.of('status', id) === undefined);
    const links = planLogLinks(this.#logLinks, found, kubelet.release);
    const unlinked = this.#perform(links, 'L-2', ({ id }) => {
      if (this.#faults.of('remove', id) !== undefined) return false;
      this.#report.info(4, 'Removed symlink', ['path', `${LOG_LINK_FOLDER}/${id}`]);
      return true;
    });
    this.#logLinks = this.#logLinks.filter(({ name }) => !unlinked.has(name));
  }

  /** Carries a plan out; what cannot be removed stays, by `rule`, and the next goes on. Returns what is gone. */
  #perform(plan: Plan, rule: string, act: (removal: Removal) => boolean): Set<string> {
    const gone = new Set<string>();
    for (const removal of plan.removals) {
      if (act(removal)) {
        gone.add(removal.id);
        this.#removed.push(removal);
        this.#decisions.push(removal);
      } else {
        const { type, id, notes } = removal;
        this.#decisions.push({ ...keep(type, id, 'removal-failed', rule), notes });
      }
    }
    for (const decision of plan.kept) this.#decisions.push(decision);
    return gone;
  }
}

/** Several errors as one text, each once. */
export function aggregate(errors: readonly string[]): string | undefined {
  const texts = [...new Set(errors)];
  return texts.length > 1 ? `[${texts.join(', ')}]` : texts[0];
}
