import {
  type ApiObject,
  type ApiResult,
  RELEASES,
  type Release,
  ResourceTable,
  Simulation,
  seededRandom,
  settleInSomeOrder,
} from '@gcscope/gc-core';
import { type Course, outcomeLines } from './outcome.ts';
import { type WorldRequest, WorldRequests } from './requests.ts';
import { OTHER_VERSION, type World } from './world.ts';

const WIDGET = {
  group: 'differential.example.com',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
  custom: true,
};
const TABLE = ResourceTable.builtIn([
  { ...WIDGET, version: 'v1' },
  { ...WIDGET, version: OTHER_VERSION.split('/')[1] ?? '' },
]);
const NOW = 1_767_225_600_000;

/** Rules that decided in a simulation, by how often. */
export type RuleCounts = Map<string, number>;

/** How the simulation says a world goes, in the order that `seed` draws. */
export function simulateWorld(
  world: World,
  release: Release,
  seed: number,
  counts?: RuleCounts,
): Course {
  const requests = new WorldRequests(world, 'w');
  const simulation = new Simulation({
    release: RELEASES[release],
    table: TABLE,
    objects: [],
    now: NOW,
  });
  if (counts) {
    const count = (rule: string): void => void counts.set(rule, (counts.get(rule) ?? 0) + 1);
    simulation.listen({
      note: (note) => count(note.rule),
      processed: (processed) => {
        if (processed.queue !== 'graphChanges') count(processed.outcome.rule);
      },
    });
  }
  const random = seededRandom(seed);
  const course: { answers: string[]; left: string[] }[] = [];
  const rest = (answers: string[]): void => {
    settleInSomeOrder(simulation, random);
    const left = [...simulation.apiServer.all()].map((object) => object.metadata);
    course.push({ answers, left: outcomeLines(left, requests) });
  };

  const creation: string[] = [];
  for (const index of world.objects.keys()) {
    const result = send(simulation, requests.create(index));
    creation.push(answerOf(result));
    requests.uids.push(result.ok ? (result.object as ApiObject).metadata.uid : `refused-${index}`);
  }
  for (const index of world.objects.keys()) {
    const request = requests.refer(index);
    if (request) creation.push(answerOf(send(simulation, request)));
  }
  rest(creation);
  for (const round of world.rounds) {
    rest(round.map((action) => answerOf(send(simulation, requests.act(action)))));
  }
  return course;
}

function send(simulation: Simulation, request: WorldRequest): ApiResult {
  const { apiServer } = simulation;
  const { kind, namespace, name, body } = request;
  const resource = apiServer.table.forKind(kind.apiVersion, kind.kind);
  if (!resource) throw new Error(`${kind.kind} is not served.`);
  const target = { resource, namespace, name };
  if (request.verb === 'delete') return apiServer.delete(target, body);
  if (request.verb === 'patch') return apiServer.patch(target, 'merge', body);
  return apiServer.create(resource, namespace, body as Parameters<typeof apiServer.create>[2]);
}

function answerOf(result: ApiResult): string {
  return result.ok ? String(result.code) : String(result.status.code);
}
