import {
  type ApiObject,
  apiVersionOf,
  ChosenUids,
  checkAnswer,
  compareObjects,
  type Expectation,
  NamedObjects,
  parseDuration,
  type ResourceTable,
  type Scenario,
  type ScenarioStep,
  stepName,
} from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import { fieldsOf, textOf } from '../../cluster/answers/decode-meta.ts';
import { compareResourceVersions } from '../../cluster/reflect/resource-version.ts';
import type { CollectorRest } from './collector-rest.ts';
import { GracePeriods } from './grace-periods.ts';
import { ReplayError } from './replay-error.ts';
import type { RunNames } from './run-names.ts';
import type { Moment, RunObjects } from './run-objects.ts';
import type { RunRequests, StepAnswer } from './run-requests.ts';

/** How one step went on the cluster; a skipped one was neither carried out nor compared. */
export interface ReplayedStep {
  readonly index: number;
  readonly name: string;
  readonly result: 'passed' | 'failed' | 'skipped';
  readonly diff: readonly string[];
  /** The parts of the step that a cluster cannot answer. */
  readonly skipped?: readonly string[];
}

export interface ReplayTools {
  readonly table: ResourceTable;
  readonly names: RunNames;
  readonly objects: RunObjects;
  readonly rest: CollectorRest;
  readonly stop: AbortSignal;
  /** How long the collector may take to come to rest with what is expected. */
  readonly settleWithin: Millis;
}

/** How long an event may take from the server to here. */
const EVENT_WITHIN: Millis = 10_000;
const LOOK_AGAIN: Millis = 200;
const NOT_STOPPED = 'a real collector does not pause between two passes';
/** In a scenario nothing moves until it settles; a real collector is at work from the start. */
const FASTER =
  '  (gcscope sent requests while the collector was working, so the collector may have been faster)';

/** Plays the steps of a scenario on a cluster that holds its objects already. */
export class Replay {
  readonly named: NamedObjects;
  readonly #tools: ReplayTools;
  readonly #uids = new ChosenUids();
  readonly #grace: GracePeriods;
  /** The moment that expectations are about: right after the last request, or once nothing changes any more. */
  #moment: Moment = 'now';
  #atRest = false;
  /** Whether a request was sent while it was not, since the last rest. */
  #isRace = false;
  #skips = false;
  /** Kinds that are named as controllers: they may act if the cluster runs their controllers. */
  #managedBy: readonly string[] = [];

  constructor(tools: ReplayTools) {
    const { table, names, objects } = tools;
    this.#tools = tools;
    this.#grace = new GracePeriods(objects);
    this.named = new NamedObjects({
      table,
      metaAt: ({ group, resource, namespaced }, namespace, name) => {
        const groupResource = `${names.group(group)}/${resource}`;
        const real = names.name({ namespaced }, name);
        const place = names.prefixed(namespace);
        for (const found of objects.at(this.#moment).values()) {
          const { meta } = found;
          if (found.groupResource !== groupResource || meta.name !== real) continue;
          if ((meta.namespace ?? '') === place) return names.written(meta);
        }
        return undefined;
      },
    });
  }

  /** Notes the objects before the first step. */
  begin({ spec }: Scenario): void {
    this.#managedBy = managersIn(spec);
    for (const manifest of spec.objects ?? []) {
      const { name = '', uid = '' } = manifest.metadata;
      this.named.add({ ...manifest, metadata: { ...manifest.metadata, name, uid } });
      this.#uids.take(uid);
    }
  }

  /** Plays one step and compares what it expects. Rejects with `ReplayError`, `ScenarioError`, `ClusterUnreachableError`. */
  async play(step: ScenarioStep, index: number, requests: RunRequests): Promise<ReplayedStep> {
    if (this.#tools.stop.aborted) throw new ReplayError('The run was interrupted.');
    const about = { index, name: stepName(step, index) };
    const isWaiting = step.settle !== undefined || step.advance !== undefined;
    if (step.step !== undefined) this.#skips = true;
    else if (isWaiting) this.#skips = false;
    if (this.#skips) return { ...about, result: 'skipped', diff: [], skipped: [NOT_STOPPED] };
    const { expect, skipped } = comparedWith(step.expect ?? {});
    const compare = (): string[] => compareObjects(expect, this.named, () => this.#held());
    const diff = isWaiting
      ? await this.#settle(step, compare, requests)
      : await this.#ask(step, compare, requests);
    this.#grace.note(this.#moment);
    const notes =
      step.advance === undefined ? skipped : [...skipped, 'a real clock cannot be moved'];
    return {
      ...about,
      result: diff.length === 0 ? 'passed' : 'failed',
      diff: diff.length > 0 ? [...diff, ...this.#managedBy.map(mayHaveActed)] : diff,
      ...(notes.length > 0 ? { skipped: notes } : {}),
    };
  }

  /** The objects of the run in the cluster, with the names of the scenario. */
  #held(): Pick<ApiObject, 'apiVersion' | 'kind' | 'metadata'>[] {
    const { table, names, objects } = this.#tools;
    return [...objects.at(this.#moment).values()].map(({ groupResource, meta }) => {
      const resource = table.resources.find(
        (each) => `${names.group(each.group)}/${each.resource}` === groupResource,
      );
      return {
        apiVersion: resource ? apiVersionOf(resource) : groupResource,
        kind: resource?.kind ?? '',
        metadata: names.written(meta),
      };
    });
  }

  async #settle(
    { advance }: ScenarioStep,
    compare: () => string[],
    requests: RunRequests,
  ): Promise<string[]> {
    const { rest, settleWithin } = this.#tools;
    this.#moment = 'now';
    if (advance !== undefined) {
      for (const pod of this.#grace.advance(parseDuration(advance)))
        await requests.terminatePod(pod);
    }
    const deadline = performance.now() + settleWithin;
    let wasQuiet = false;
    for (;;) {
      const isQuiet = await rest.reached(deadline);
      const diff = compare();
      if (!isQuiet && !(wasQuiet && diff.length > 0)) {
        const within = `- the collector comes to rest within ${settleWithin / 1000} s`;
        return [within, '+ it goes on, or collects nothing', ...diff];
      }
      // The controller retries with growing delays.
      if (diff.length > 0 && performance.now() <= deadline) {
        wasQuiet = true;
        await rest.lookAgain();
        continue;
      }
      const isRace = this.#isRace;
      this.#atRest = true;
      this.#isRace = false;
      return diff.length > 0 && isRace ? [...diff, FASTER] : diff;
    }
  }

  async #ask(
    step: ScenarioStep,
    compare: () => string[],
    requests: RunRequests,
  ): Promise<string[]> {
    const { objects } = this.#tools;
    const send = requests.of(step);
    const refused = send ? await this.#send(step, send) : [];
    if (refused.length > 0) return refused;
    const deadline = performance.now() + EVENT_WITHIN;
    for (;;) {
      const diff = compare();
      if (diff.length === 0) return diff;
      if (performance.now() > deadline) return this.#isRace ? [...diff, FASTER] : diff;
      await objects.changed(LOOK_AGAIN);
      objects.requireWatched();
    }
  }

  /** Sends the request; how its answer is not the expected one. */
  async #send(step: ScenarioStep, send: () => Promise<StepAnswer>): Promise<string[]> {
    const { objects, names } = this.#tools;
    const before = this.#moment === 'now' ? objects.latest : this.#moment;
    const manifest = step.create ?? step.update;
    if (manifest) this.named.ask(manifest);
    const answer = await send();
    const ok = answer.code < 300;
    const reason = textOf(answer.body.reason);
    const message = names.text(textOf(answer.body.message));
    const diff = checkAnswer(ok ? { ok } : { ok, status: { reason, message } }, step);
    if (!ok || diff.length > 0) return diff;
    this.#moment = await this.#after(answer, before);
    this.#isRace ||= !this.#atRest;
    this.#atRest = false;
    if (step.create) this.#noteCreated(step.create, answer);
    return [];
  }

  #noteCreated(manifest: NonNullable<ScenarioStep['create']>, { uid: real }: StepAnswer): void {
    const { name = '', uid: chosen } = manifest.metadata;
    this.#uids.choose(chosen);
    const uid = this.#uids.next(this.named.resourceOf(manifest), name);
    if (real !== undefined) this.#tools.names.created(uid, real);
    this.named.add({ ...manifest, metadata: { ...manifest.metadata, name, uid } });
  }

  /** The storage after a request that succeeded: the version of its change, once that was observed. */
  async #after({ body, uid = '' }: StepAnswer, before: string): Promise<Moment> {
    const { objects } = this.#tools;
    const metadata = fieldsOf(body.metadata) ?? {};
    const version = textOf(metadata.resourceVersion);
    const isRemoved = body.kind === 'Status' || isDone(metadata);
    const deadline = performance.now() + EVENT_WITHIN;
    for (;;) {
      const removed = objects.removal(uid);
      if (removed !== undefined && (isRemoved || compareResourceVersions(removed, version) === 0)) {
        return later(removed, before);
      }
      if (!isRemoved && objects.hasObserved(uid, version)) return later(version, before);
      if (performance.now() > deadline) return 'now';
      await objects.changed(LOOK_AGAIN);
      objects.requireWatched();
    }
  }
}

const MANAGERS: ReadonlySet<string> = new Set([
  'Deployment',
  'ReplicaSet',
  'ReplicationController',
  'StatefulSet',
  'DaemonSet',
  'Job',
  'CronJob',
]);

/** The kinds with controllers of their own that objects of the scenario name as their controller. */
function managersIn({ objects = [], steps = [] }: Scenario['spec']): readonly string[] {
  const manifests = [...objects, ...steps.flatMap(({ create }) => create ?? [])];
  const owners = manifests.flatMap(({ metadata }) => metadata.ownerReferences ?? []);
  const kinds = owners.filter(({ controller }) => controller).map(({ kind }) => kind);
  return [...new Set(kinds)].filter((kind) => MANAGERS.has(kind));
}

function mayHaveActed(kind: string): string {
  return `  (a ${kind} is named as the controller here: if this cluster runs the controller of that kind, it may have acted)`;
}

/** Whether an object in deletion has nothing left that blocks it: it is removed at once. */
function isDone({
  deletionTimestamp,
  finalizers,
  deletionGracePeriodSeconds,
}: NonNullable<ReturnType<typeof fieldsOf>>): boolean {
  const isHeld = Array.isArray(finalizers) && finalizers.length > 0;
  return (
    typeof deletionTimestamp === 'string' && !isHeld && !Number(deletionGracePeriodSeconds ?? 0)
  );
}

function later(a: string, b: string): string {
  return (compareResourceVersions(a, b) ?? 1) >= 0 ? a : b;
}

/** The part of an expectation that an API server can answer, and the part that only the collector knows. */
interface Compared {
  readonly expect: Pick<Expectation, 'objects' | 'onlyObjects'>;
  readonly skipped: readonly string[];
}

/** Keeps the part of an expectation that is compared with a cluster: the objects. A time only has to be there. */
function comparedWith({ objects, onlyObjects, all: _all, ...rest }: Expectation): Compared {
  const skipped = Object.keys(rest);
  const timed = objects?.some(({ deletionTimestamp }) => typeof deletionTimestamp === 'string');
  if (timed) skipped.push('the time of a deletionTimestamp');
  return {
    skipped,
    expect: {
      ...(onlyObjects ? { onlyObjects } : {}),
      ...(objects
        ? {
            objects: objects.map((each) =>
              typeof each.deletionTimestamp === 'string'
                ? { ...each, deletionTimestamp: true }
                : each,
            ),
          }
        : {}),
    },
  };
}
