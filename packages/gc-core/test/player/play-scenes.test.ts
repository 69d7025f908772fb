import { describe, expect, it } from 'vitest';
import { shareOf } from '../../../../tools/src/share-of.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { plainText } from '../../src/meta/sentence.ts';
import { type PlaybackSource, play, worldAt } from '../../src/player/play.ts';
import { perform } from '../../src/scenario/perform-step.ts';
import { createWorld } from '../../src/scenario/run-scenario.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { applyDelta } from '../../src/wire/graph-delta.ts';
import type { Playback, PlaybackOptions } from '../../src/wire/playback.ts';
import type { Step, StepRequest } from '../../src/wire/step.ts';
import { ownedBy } from '../support/nodes.ts';
import { readScenario, scenarioFiles, scenarioOf } from '../support/scenario-files.ts';
import { objectOf } from '../support/simulate.ts';

const NOTHING_CHOSEN = { actions: [] };

const scenarios = scenarioFiles('.')
  .map((file) => ({ file, scenario: readScenario(file) }))
  .filter(({ scenario }) => scenario.kind === 'Scenario');

const explored = (scenario: Scenario): boolean =>
  (scenario.spec.steps ?? []).some(({ settle }) => settle?.explore !== undefined);
const comparable = scenarios.filter(
  ({ scenario }) => scenario.spec.stepping !== 'manual' && !explored(scenario),
);

/** A scene as it is played to its end, and the cluster there; several tests look at it. */
const played = new Map<Scenario, { readonly playback: Playback; readonly end: Simulation }>();

function playedAs(scenario: Scenario): { readonly playback: Playback; readonly end: Simulation } {
  const source = { type: 'scene', scenario } as const;
  const known = played.get(scenario) ?? {
    playback: play(source, NOTHING_CHOSEN),
    end: worldAt(source, NOTHING_CHOSEN, Number.POSITIVE_INFINITY).simulation,
  };
  played.set(scenario, known);
  return known;
}

/** The scene of the file whose name ends so. */
function sceneOf(ending: string): PlaybackSource {
  const found = scenarios.find(({ file }) => file.endsWith(ending));
  return { type: 'scene', scenario: found?.scenario ?? expect.fail(`${ending} is missing`) };
}

/** What is on the API server, apart from versions and times. */
function left({ apiServer }: Simulation): string[] {
  return [...apiServer.all()]
    .map(({ kind, metadata }) => {
      const { name, namespace, uid, finalizers, ownerReferences, deletionTimestamp } = metadata;
      const dying = deletionTimestamp !== undefined;
      return JSON.stringify({ kind, name, namespace, uid, finalizers, ownerReferences, dying });
    })
    .toSorted();
}

function isRefusedUser({ actor }: Step): (request: StepRequest) => boolean {
  return ({ code }) => actor === 'user' && code >= 400;
}

describe('scenes', () => {
  it.each(shareOf(comparable))('$file ends as the scenario does', ({ scenario }) => {
    const release = (scenario.spec.release ?? 'v1.36') as Release;
    const world = createWorld(scenario, RELEASES[release]);
    for (const step of scenario.spec.steps ?? []) perform(world, step);
    world.simulation.settle();
    const { playback, end } = playedAs(scenario);
    expect(left(end)).toEqual(left(world.simulation));
    const { steps, faults } = playback;
    expect(faults).toEqual([]);
    const refused = steps.filter((step) => step.requests.some(isRefusedUser(step)));
    const expected = (scenario.spec.steps ?? []).filter(
      ({ error, removeFinalizer }) => error !== undefined && removeFinalizer === undefined,
    );
    expect(refused).toHaveLength(expected.length);
  });

  it.each(shareOf(scenarios))(
    '$file says each sentence of the scene once, and its deltas lead to its graph and back',
    ({ scenario }) => {
      const { playback, end } = playedAs(scenario);
      const { nodes, steps } = playback;
      const names = (scenario.spec.steps ?? []).flatMap(({ name }) => name ?? []);
      const notes = steps.flatMap(({ note }) => note ?? []).join(' ');
      expect(notes.length).toBe(names.join(' ').length);
      const { graph } = end.process.collector;
      const records = new Map(nodes.map((record) => [record.uid, record]));
      const inverses = steps.map((step) => applyDelta(records, step.delta));
      expect([...records.keys()].toSorted()).toEqual(
        [...graph.nodes()].map(({ uid }) => uid).toSorted(),
      );
      for (const inverse of inverses.toReversed()) applyDelta(records, inverse);
      expect([...records.values()]).toEqual(nodes);
    },
  );

  it('notes what a scene says only while it is played as written', () => {
    const source = sceneOf('orphan-changed-to-foreground.yaml');
    const notesOf = (options: PlaybackOptions): string[] =>
      play(source, options).steps.flatMap(({ note }) => note ?? []);
    const written = notesOf(NOTHING_CHOSEN);
    expect(written).toHaveLength(2);
    expect(notesOf({ actions: [], release: 'v1.36', propagationPolicy: 'Orphan' })).toEqual(
      written,
    );
    expect(notesOf({ actions: [], release: 'v1.28' })).toEqual([]);
    expect(notesOf({ actions: [], propagationPolicy: 'Background' })).toEqual([]);
    // With another order the child stays: something is left.
    const act = {
      type: 'next',
      queue: 'attemptToDelete',
      uid: 'child-uid',
      pauses: true,
    } as const;
    expect(notesOf({ actions: [{ at: 6, act }] })).toEqual(written.slice(0, 1));
    const end = worldAt(source, { actions: [{ at: 6, act }] }, Number.POSITIVE_INFINITY);
    expect(left(end.simulation).map((each) => JSON.parse(each).name)).toEqual(['child']);
  });

  it('names the releases that serve all its kinds, and refuses the others', () => {
    const source = sceneOf('foreground-v1.36.yaml');
    const { releases } = play(source, NOTHING_CHOSEN);
    expect(releases).toEqual(['v1.13', 'v1.17', 'v1.28', 'v1.36']);
    expect(() => play(source, { actions: [], release: 'v1.4' })).toThrow(
      'Kubernetes v1.4 does not serve every kind of this scene. These releases do: v1.13, v1.17, v1.28 and v1.36.',
    );
    // Its first step creates a kind that only old releases serve.
    expect(play(sceneOf('/life-of-a-deployment.yaml'), NOTHING_CHOSEN).releases).toEqual([
      'v1.4',
      'v1.13',
    ]);
  });

  it('[API-54] lets kubelets end only Pods in deletion, and those of a policy that the scene does not have', () => {
    const endOf = (file: string, propagationPolicy: 'Orphan' | 'Foreground'): string[] => {
      const source = sceneOf(file);
      const end = worldAt(source, { actions: [], propagationPolicy }, Number.POSITIVE_INFINITY);
      return left(end.simulation).map((each) => JSON.parse(each).name);
    };
    expect(endOf('foreground-v1.36.yaml', 'Orphan')).toEqual(['pod-a', 'rs-a']);
    expect(endOf('orphan-v1.36.yaml', 'Foreground')).toEqual([]);
    // The story of this one is that its Pod does not end.
    expect(endOf('pod-that-never-goes.yaml', 'Foreground')).toEqual(
      endOf('pod-that-never-goes.yaml', 'Orphan'),
    );
  });

  it('[GB-36] asks a release without policies whether to orphan, and says that it knows no more', () => {
    const source: PlaybackSource = {
      type: 'scene',
      scenario: scenarioOf({
        objects: [objectOf('a'), objectOf('b', { ownerReferences: [ownedBy('a')] })],
        steps: [{ delete: { object: 'ConfigMap shop/a', propagationPolicy: 'Foreground' } }],
      }),
    };
    const old = (propagationPolicy?: 'Orphan' | 'Foreground'): Playback =>
      play(source, {
        actions: [],
        release: 'v1.4',
        ...(propagationPolicy && { propagationPolicy }),
      });
    const bodyOf = ({ steps }: Playback): unknown =>
      JSON.parse(steps.find(({ actor }) => actor === 'user')?.requests[0]?.body ?? '{}');
    const said = ['Kubernetes v1.4 has no foreground deletion. This is a background deletion.'];
    expect(old()).toMatchObject({ propagationPolicy: 'Background', faults: said });
    expect(old('Foreground')).toMatchObject({ propagationPolicy: 'Background', faults: said });
    expect(bodyOf(old())).toMatchObject({ orphanDependents: false });
    expect(old('Orphan')).toMatchObject({ propagationPolicy: 'Orphan', faults: [] });
    expect(bodyOf(old('Orphan'))).toMatchObject({ orphanDependents: true });
  });

  it('[AD-07] says of what is gone that it goes, until the graph builder has seen it', () => {
    const source = sceneOf('background-v1.36.yaml');
    const { initialSteps, steps } = play(source, NOTHING_CHOSEN);
    const verdicts = steps
      .slice(initialSteps)
      .flatMap(({ delta }) =>
        delta.upserts.map(({ name, summary }) => [name, summary?.verdict, summary?.when]),
      );
    expect(verdicts).toEqual([
      ['rs-a', 'goes', 'now'],
      ['pod-a', 'goes', 'now'],
      ['pod-a', 'waits', undefined],
      ['pod-a', 'goes', undefined],
    ]);
  });

  it('[NS-08] say what happens in time where it has happened', () => {
    const { steps } = play(sceneOf('namespace-stuck.yaml'), NOTHING_CHOSEN);
    const [clock, ...after] = steps.filter(({ actor, note }) => actor === 'clock' || note);
    expect(clock?.note).toBeUndefined();
    expect(plainText(clock?.sentence ?? [])).toBe('Time passes: the next 5s.');
    expect(after[0]).toMatchObject({
      at: 5000,
      note: 'The namespace controller deletes what it can find.',
    });
    expect(after[0]?.actor).not.toBe('clock');
  });

  it('begin with their first object where there is none before', () => {
    const { initialSteps, steps, objects } = play(
      sceneOf('/v1.4/life-of-a-deployment.yaml'),
      NOTHING_CHOSEN,
    );
    expect(objects).toEqual([]);
    const seen = steps.slice(0, initialSteps).flatMap(({ delta }) => delta.upserts);
    expect(seen.map(({ name }) => name)).toEqual(['d1']);
    expect(steps[initialSteps]?.actor).toBe('controller');
  });

  it('[CL-06] [AD-08] does not verify what depends on a lookup for as long as that fails', () => {
    const source = sceneOf('broken-conversion.yaml');
    const { steps } = play(source, NOTHING_CHOSEN);
    const verdicts = steps.flatMap(({ delta, rule }) =>
      delta.upserts
        .filter(({ uid }) => uid === 'child-uid')
        .map(({ summary }) => [rule, summary?.verdict, summary?.rule]),
    );
    expect(verdicts).toEqual([
      ['GB-25', 'not verified', 'CL-06'],
      // The last lookup that fails.
      ['AD-08', 'goes', 'AD-17'],
      ['GB-43', 'goes', 'AD-17'],
    ]);
    const failed = steps.filter(({ rule }) => rule === 'AD-08');
    expect(failed).toHaveLength(6);
    for (const { sentence, requests } of failed) {
      expect(plainText(sentence)).toMatch(/ Error: the API server answered 500 InternalError\.$/);
      expect(requests).toMatchObject([{ code: 500, reason: 'InternalError' }]);
    }
  });

  it('verifies what a request in the middle of a pass will change', () => {
    const child = objectOf('child', { ownerReferences: [ownedBy('owner')] });
    const refused = { request: 'get v1/configmaps shop/owner', answer: 'InternalError' };
    const intercept = { ...refused, do: [{ delete: 'ConfigMap shop/other' }] };
    const objects = [objectOf('owner'), objectOf('other'), child];
    const { steps } = play(
      { type: 'scene', scenario: scenarioOf({ objects, steps: [{ intercept }, { step: 3 }] }) },
      NOTHING_CHOSEN,
    );
    const verdicts = steps.flatMap(({ delta }) =>
      delta.upserts.map((each) => each.summary?.verdict),
    );
    expect(verdicts).not.toContain('not verified');
  });

  it('names no rule where only time passes', () => {
    const inTime = scenarios.filter(({ file }) => file.startsWith('namespaces/'));
    const steps = inTime.flatMap(({ scenario }) => playedAs(scenario).playback.steps);
    const passing = steps.filter(({ actor }) => actor === 'clock');
    expect(passing.length).toBeGreaterThan(10);
    expect(passing.filter(({ rule }) => rule !== undefined)).toEqual([]);
    const act = { type: 'advance', seconds: 5 } as const;
    const { steps: acted } = play(sceneOf('stale-uid.yaml'), { actions: [{ at: 1, act }] });
    expect(acted[1]).toMatchObject({ actor: 'clock' });
    expect(acted[1]).not.toHaveProperty('rule');
  });

  it.each(shareOf(scenarios))(
    '$file names only rules of the collector that is at work',
    ({ scenario }) => {
      const { releases } = playedAs(scenario).playback;
      if (!releases.includes('v1.4')) return;
      const { steps } = play({ type: 'scene', scenario }, { actions: [], release: 'v1.4' });
      const others = steps.filter(({ rule = '' }) => /^(MO|GB|AD|CL|FG|OR|AL)-/.test(rule));
      expect(others.map(({ rule, sentence }) => [rule, plainText(sentence)])).toEqual([]);
    },
  );

  it('says that a controller creates what it creates', () => {
    const creations = ['/life-of-a-deployment.yaml', 'life-of-a-deployment-as-designed.yaml'].map(
      (file) => {
        const { steps } = play(sceneOf(file), NOTHING_CHOSEN);
        const creating = steps.filter(({ requests }) => requests[0]?.method === 'POST');
        return creating.map(({ actor, sentence }) => `${actor}: ${plainText(sentence)}`);
      },
    );
    const stages = [
      'user: A user creates Deployment `shop/d1`.',
      'controller: The Deployment controller creates ReplicaSet `shop/r1`.',
      'controller: The ReplicaSet controller creates Pod `shop/p1`.',
      'controller: The ReplicaSet controller creates Pod `shop/p2`.',
    ];
    expect(creations).toEqual([stages, stages]);
  });

  it.each([
    ['server/last-finalizer.yaml', ['API-35', 'API-35']],
    ['server/orphan-dependents-of-old-clients.yaml', ['API-36', 'API-20']],
    ['walk-throughs/background-v1.36.yaml', ['API-38']],
  ])('names the rule of each deletion: %s', (file, rules) => {
    const { steps } = play(sceneOf(file), NOTHING_CHOSEN);
    const deletions = steps.filter(({ actor, requests }) => {
      return actor === 'user' && requests.some(({ method }) => method === 'DELETE');
    });
    expect(deletions.map(({ rule }) => rule)).toEqual(rules);
  });

  it('pauses still after any number of steps, with the same steps behind it', () => {
    const source = sceneOf('foreground-v1.36.yaml');
    const { steps } = play(source, NOTHING_CHOSEN);
    expect(steps.length).toBeGreaterThan(12);
    for (let at = 0; at <= steps.length; at++) {
      // A note may speak of what comes after.
      const unnoted = ({ note: _, ...step }: Step) => step;
      const { steps: until } = worldAt(source, NOTHING_CHOSEN, at);
      expect(until.map(unnoted)).toEqual(steps.slice(0, at).map(unnoted));
    }
  });

  it('go on where a step of intercept.do is refused: the user may have interfered', () => {
    const pod = objectOf('p', { ownerReferences: [ownedBy('gone')] }, { kind: 'Pod' });
    const intercept = {
      request: 'delete v1/pods shop/p',
      answer: 'Conflict',
      times: 2,
      do: [{ delete: 'ConfigMap shop/other', expect: { onlyObjects: [] } }],
    };
    const objects = [pod, objectOf('other')];
    const scenario = scenarioOf({ objects, steps: [{ intercept }] });
    const source = { type: 'scene', scenario } as const;
    expect(play(source, NOTHING_CHOSEN).faults).toEqual([]);
    const { simulation } = worldAt(source, NOTHING_CHOSEN, Number.POSITIVE_INFINITY);
    // The second try was refused as well, and nothing has changed since.
    expect(left(simulation)).toEqual([expect.stringContaining('"kind":"Pod"')]);
  });
});
