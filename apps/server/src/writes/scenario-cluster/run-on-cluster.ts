import {
  type ApiResource,
  createWorld,
  DEFAULT_RELEASE,
  type Manifest,
  nearestRelease,
  RELEASES,
  type Release,
  type ResourceTable,
  runScenario,
  type Scenario,
  ScenarioError,
  withoutNulls,
} from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import { connectToWrite } from '../../cluster/access/connect.ts';
import {
  type ClusterConnection,
  type ClusterFlags,
  ClusterUnreachableError,
} from '../../cluster/access/connection.ts';
import { failureText } from '../../cluster/answers/api-answer.ts';
import { discover, type ServedResource } from '../../cluster/monitors/discovery.ts';
import { RecordUnwrittenError } from '../write-record/errors.ts';
import type { WriteRecord } from '../write-record/write-record.ts';
import type { WriteOrigin, WritePlan } from '../write-record/written-request.ts';
import { cleanUp } from './clean-up.ts';
import { CollectorRest } from './collector-rest.ts';
import { customKinds } from './custom-kinds.ts';
import { RUN_LABEL, SET_UP_LABEL } from './minimal-fields.ts';
import { ObjectRequests } from './object-requests.ts';
import { Replay, type ReplayedStep } from './replay.ts';
import { ReplayError } from './replay-error.ts';
import { requireReplayable } from './require-replayable.ts';
import { RunNames } from './run-names.ts';
import { RunObjects, UnwatchedKindError } from './run-objects.ts';
import { RunRequests } from './run-requests.ts';
import { createdKinds, createObjects, makeRoom, REST_NAMESPACE } from './set-up.ts';
import { Workloads } from './workloads.ts';

export interface ReplayOptions {
  readonly flags: ClusterFlags;
  /** How long each settle may take. */
  readonly settleWithin: Millis;
  /** Aborted when the process is asked to end: what was created is removed all the same. */
  readonly stop: AbortSignal;
  /** Where each write is recorded before it is sent. */
  readonly record?: WriteRecord | undefined;
}

/** How a scenario went on the cluster. */
export interface ReplayResult {
  readonly name: string;
  readonly result: 'passed' | 'failed';
  readonly steps: readonly ReplayedStep[];
  /** The errors that ended the run, or leftovers of it, with their places in the document. */
  readonly faults: readonly {
    readonly path: readonly (string | number)[];
    readonly message: string;
  }[];
  /** The cluster stopped answering. */
  readonly unreachable: boolean;
}

/** After an interruption the process is ended soon. */
const HURRIED_CLEAN_UP: Millis = 7000;
const CLEAN_UP: Millis = 90_000;

/** A cluster on which scenarios can be replayed. The only way to write to one. */
export class ScenarioCluster {
  readonly #connection: ClusterConnection;
  readonly #requests: ObjectRequests;
  readonly #served: readonly ServedResource[];
  readonly #release: Release;
  readonly #asker: Pick<WriteOrigin, 'user' | 'as'>;
  readonly #options: ReplayOptions;

  private constructor(
    connection: ClusterConnection,
    requests: ObjectRequests,
    served: readonly ServedResource[],
    release: Release,
    asker: Pick<WriteOrigin, 'user' | 'as'>,
    options: ReplayOptions,
  ) {
    this.#connection = connection;
    this.#requests = requests;
    this.#served = served;
    this.#release = release;
    this.#asker = asker;
    this.#options = options;
  }

  /** Reads what the cluster is; writes nothing. Rejects with `ClusterConfigError` or `ClusterUnreachableError`. */
  static async open(options: ReplayOptions): Promise<ScenarioCluster> {
    const { flags } = options;
    const { connection, credentials, asker, requestTimeout } = await connectToWrite(flags);
    const { server } = connection;
    const requests = new ObjectRequests({ server, credentials, requestTimeout });
    try {
      const release = nearestRelease(await connection.version()) ?? DEFAULT_RELEASE;
      const found = await discover(connection.client, options.stop);
      if (found.type === 'failed') {
        const why = failureText(found.failure);
        throw new ClusterUnreachableError(`The cluster cannot be read: ${why}.`);
      }
      return new ScenarioCluster(connection, requests, found.resources, release, asker, options);
    } catch (error) {
      await Promise.all([connection.close(), requests.close()]);
      throw error;
    }
  }

  /** Warnings about the connection. */
  get warnings(): readonly string[] {
    return this.#connection.warnings;
  }

  /** The context and the address, for people. */
  get where(): string {
    const { context, server } = this.#connection;
    return `${context} (${server})`;
  }

  /** Lets running requests end. */
  async close(): Promise<void> {
    await Promise.all([this.#connection.close(), this.#requests.close()]);
  }

  /**
   * Replays the scenario of a plan and removes what it created, whatever happened. Throws `ScenarioError`, before anything is sent,
   * for a scenario that is faulty or that no cluster can replay.
   */
  async replay(document: Scenario, plan: WritePlan): Promise<ReplayResult> {
    // A simulation finds all errors in the document.
    runScenario(document);
    const scenario = plainScenario(document);
    const release = (scenario.spec.release ?? DEFAULT_RELEASE) as Release;
    const { table } = createWorld(scenario, RELEASES[release]).simulation.apiServer;
    requireReplayable(scenario, this.#release, table);
    const kinds = createdKinds(scenario, table, this.#served);
    const names = new RunNames(table);
    const { server } = this.#connection;
    const origin: WriteOrigin = { command: 'scenario run', plan, server, ...this.#asker };
    const requests = this.#requests.recordedIn(this.#options.record?.of(origin));
    const run = await this.#run(scenario, table, names, kinds, requests);
    const custom = customKinds(table).flatMap(([first]) => first ?? []);
    const all = [...kinds.filter((kind) => !kind.custom), ...custom];
    const within = this.#options.stop.aborted ? HURRIED_CLEAN_UP : CLEAN_UP;
    const { kubectl } = this.#connection;
    const left = await cleanUp(requests, names, all, { within, kubectl });
    const faults = [...run.faults, ...(left === undefined ? [] : [{ path: [], message: left }])];
    const isMet = faults.length === 0 && run.steps.every(({ result }) => result !== 'failed');
    return { ...run, name: scenario.metadata.name, result: isMet ? 'passed' : 'failed', faults };
  }

  async #run(
    scenario: Scenario,
    table: ResourceTable,
    names: RunNames,
    kinds: readonly ApiResource[],
    requests: ObjectRequests,
  ): Promise<Pick<ReplayResult, 'steps' | 'faults' | 'unreachable'>> {
    const { stop, settleWithin } = this.#options;
    const objects = new RunObjects();
    const steps: ReplayedStep[] = [];
    const place = { run: names.id, namespace: names.prefixed(REST_NAMESPACE) };
    const rest = new CollectorRest(requests, objects, place, stop);
    const replay = new Replay({ table, names, objects, rest, stop, settleWithin });
    const workloads = new Workloads(scenario.spec, names.id);
    const { named } = replay;
    const send = new RunRequests({ requests, names, named, workloads, stop });
    try {
      const setUp = { scenario, table, names, requests, stop };
      await makeRoom(setUp);
      const watched = kinds.map((kind) => ({ ...kind, group: names.group(kind.group) }));
      const selector = `${RUN_LABEL}=${names.id},!${SET_UP_LABEL}`;
      await objects.watch(this.#connection.client, watched, selector);
      await createObjects(setUp, send, named);
      replay.begin(scenario);
      for (const [index, step] of (scenario.spec.steps ?? []).entries()) {
        steps.push(await replay.play(step, index, send));
        if (steps.at(-1)?.result === 'failed') break;
      }
      return { steps, faults: [], unreachable: false };
    } catch (error) {
      return { steps, ...faultOf(error) };
    } finally {
      await objects.stop();
    }
  }
}

function faultOf(error: unknown): Pick<ReplayResult, 'faults' | 'unreachable'> {
  const isKnown =
    error instanceof ReplayError ||
    error instanceof ScenarioError ||
    error instanceof UnwatchedKindError ||
    error instanceof RecordUnwrittenError ||
    error instanceof ClusterUnreachableError;
  const message =
    error instanceof Error
      ? isKnown
        ? error.message
        : `gcscope failed: ${error.stack}`
      : String(error);
  const path = error instanceof ReplayError || error instanceof ScenarioError ? error.path : [];
  return { faults: [{ path, message }], unreachable: error instanceof ClusterUnreachableError };
}

/** The scenario with manifests whose metadata leave out what they write as null, or as an empty uid: both mean that it is absent. */
function plainScenario(scenario: Scenario): Scenario {
  const { objects, steps } = scenario.spec;
  const spec = {
    ...scenario.spec,
    ...(objects ? { objects: objects.map(plain) } : {}),
    ...(steps
      ? {
          steps: steps.map((step) => ({
            ...step,
            ...(step.create ? { create: plain(step.create) } : {}),
            ...(step.update ? { update: plain(step.update) } : {}),
          })),
        }
      : {}),
  };
  return { ...scenario, spec };
}

function plain(manifest: Manifest): Manifest {
  const { ownerReferences, uid, ...metadata } = withoutNulls(manifest.metadata);
  return {
    ...manifest,
    metadata: {
      ...metadata,
      ...(uid === undefined || uid === '' ? {} : { uid }),
      ...(ownerReferences ? { ownerReferences: ownerReferences.map(withoutNulls) } : {}),
    },
  };
}
