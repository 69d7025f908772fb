import {
  type ApiObject,
  type ReleaseProfile,
  Simulation,
  seededRandom,
  settleInSomeOrder,
} from '@gcscope/gc-core';
import { checkForecast } from '../../../real-cluster/src/differential/check-forecast.ts';
import {
  checkVerdicts,
  verdictsOn,
} from '../../../real-cluster/src/differential/check-verdicts.ts';
import { seenRounds, unseenActions } from '../../../real-cluster/src/differential/judged-world.ts';
import { planDeletion } from '../../../real-cluster/src/differential/plan-deletion.ts';
import { carryOut } from '../../../real-cluster/src/differential/reachable-outcomes.ts';
import { WorldRequests } from '../../../real-cluster/src/differential/requests.ts';
import { NOW, send, tableOf } from '../../../real-cluster/src/differential/simulate-world.ts';
import type {
  ForecastTrial,
  TriedWorld,
} from '../../../real-cluster/src/differential/tried-world.ts';
import type { World } from '../../../real-cluster/src/differential/world.ts';
import type { WorldState } from '../../../real-cluster/src/differential/world-state.ts';

const LONG = 120_000;

/** Tries a world on one order of the simulation of `right` instead of a real cluster; `judging` says what is said of it. */
export function trySimulated(
  world: World,
  right: ReleaseProfile,
  judging: ReleaseProfile,
): TriedWorld {
  const requests = new WorldRequests(world, 'w');
  const numberOf = (uid: string): number | undefined => requests.numberOf(uid);
  const simulation = new Simulation({
    release: right,
    table: tableOf(right),
    objects: [],
    now: NOW,
  });
  for (const round of [...seenRounds(world), unseenActions(world)]) {
    simulation.settle();
    for (const action of round) {
      const result = send(simulation, requests.act(action));
      if (action.type !== 'create' || !result.ok) continue;
      requests.created(action.object, (result.object as ApiObject).metadata.uid);
    }
  }
  const before = stateOf(simulation, world, requests);
  simulation.process.restart();
  settleInSomeOrder(simulation, seededRandom(7));
  const after = stateOf(simulation, world, requests);
  const verdicts = {
    before,
    after,
    predicted: verdictsOn(before, judging),
    disagreements: checkVerdicts(before, after, judging),
    isOtherOrder: false,
  };
  const predicted = tryForecast(simulation, world, requests, judging);
  return { world, numberOf, verdicts, ...(predicted ? { forecast: predicted } : {}) };
}

function tryForecast(
  simulation: Simulation,
  world: World,
  requests: WorldRequests,
  judging: ReleaseProfile,
): ForecastTrial | undefined {
  simulation.advance(LONG);
  simulation.settle();
  const before = stateOf(simulation, world, requests);
  const numberOf = (uid: string): number | undefined => requests.numberOf(uid);
  const plan = planDeletion({ world, numberOf }, before, judging);
  if (!plan) return undefined;
  const { deletion, predicted } = plan;
  carryOut(deletion, before, simulation);
  simulation.settle();
  simulation.advance(LONG);
  simulation.settle();
  const after = stateOf(simulation, world, requests);
  const disagreements = checkForecast(predicted, before, after);
  return { before, after, deletion, predicted, disagreements, isOtherOrder: false };
}

function stateOf({ apiServer }: Simulation, world: World, requests: WorldRequests): WorldState {
  return new Map(
    [...apiServer.all()].map(({ apiVersion, kind, metadata: meta }) => {
      const { namespace = '', name, uid } = meta;
      const onNode = world.objects[requests.numberOf(uid) ?? -1]?.onNode === true && kind === 'Pod';
      return [uid, { identity: { apiVersion, kind, namespace, name, uid }, meta, onNode }];
    }),
  );
}
