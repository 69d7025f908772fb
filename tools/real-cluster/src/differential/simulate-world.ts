import {
  type ApiObject,
  type ApiResult,
  type ReleaseProfile,
  ResourceTable,
  Simulation,
  seededRandom,
  settleInSomeOrder,
  type WarningEvent,
} from '@gcscope/gc-core';
import {
  type SentInRound,
  type SentRequest,
  sentInRound,
  simulatedRequest,
} from './collector-requests.ts';
import { warningsAbout } from './collector-warnings.ts';
import { type Course, leftObjects } from './outcome.ts';
import { type WorldRequest, WorldRequests } from './requests.ts';
import { WIDGET_VERSIONS, type World } from './world.ts';

const WIDGET = {
  group: 'differential.example.com',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
  custom: true,
};
/** When worlds are simulated. */
export const NOW = 1_767_225_600_000;

/** How a world went. */
export interface Played {
  readonly course: Course;
  /** What the collector sent in each round. */
  readonly sent: readonly SentInRound[];
  /** Subjects of the Events that the collector wrote, over all rounds. */
  readonly warnings: readonly string[];
}

/** One way a world goes in the simulation. */
export interface SimulatedWorld extends Played {
  /** The rules that decided on the way. */
  readonly rules: ReadonlySet<string>;
}

/** How the simulation of a release says a world goes, in the order that `seed` draws. */
export function simulateWorld(world: World, release: ReleaseProfile, seed: number): SimulatedWorld {
  const requests = new WorldRequests(world, 'w');
  const simulation = new Simulation({
    release,
    table: tableOf(release),
    objects: [],
    now: NOW,
  });
  const rules = new Set<string>();
  let requested: SentRequest[] = [];
  const sent: SentInRound[] = [];
  const warnings: WarningEvent[] = [];
  simulation.listen({
    event: (event) => warnings.push(event),
    request: (request, answer) => requested.push(simulatedRequest(request, answer)),
    note: (note) => rules.add(note.rule),
    processed: (processed) => {
      if (processed.queue !== 'graphChanges') rules.add(processed.outcome.rule);
    },
  });
  const random = seededRandom(seed);
  const course = world.rounds.map((round) => {
    const answers = round.map((action) => {
      const result = send(simulation, requests.act(action));
      if (action.type === 'create' && result.ok) {
        requests.created(action.object, (result.object as ApiObject).metadata.uid);
      }
      return String(result.ok ? result.code : result.status.code);
    });
    settleInSomeOrder(simulation, random, undefined, world.workers === 'one' ? 1 : undefined);
    sent.push(sentInRound(requested, requests));
    requested = [];
    const left = [...simulation.apiServer.all()].map((object) => object.metadata);
    return { answers, left: leftObjects(left, requests) };
  });
  return { course, rules, sent, warnings: warningsAbout(requests, warnings) };
}

const tables = new Map<ReleaseProfile, ResourceTable>();

/** What a server of the release serves in the worlds. */
export function tableOf(release: ReleaseProfile): ResourceTable {
  const widgets = WIDGET_VERSIONS.map((version) => ({ ...WIDGET, version }));
  const table = tables.get(release) ?? ResourceTable.builtIn(widgets, new Set(), release.release);
  tables.set(release, table);
  return table;
}

/** The simulated API server's answer to a user's request. */
export function send({ apiServer }: Simulation, request: WorldRequest): ApiResult {
  const { kind, namespace, name, body } = request;
  const resource = apiServer.table.forKind(kind.apiVersion, kind.kind);
  if (!resource) throw new Error(`${kind.kind} is not served.`);
  const target = { resource, namespace, name };
  if (request.verb === 'delete') return apiServer.delete(target, body);
  if (request.verb === 'patch') return apiServer.patch(target, 'merge', body);
  return apiServer.create(resource, namespace, body as Parameters<typeof apiServer.create>[2]);
}
