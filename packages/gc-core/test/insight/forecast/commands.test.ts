import { describe, expect, it } from 'vitest';
import { forecast } from '../../../src/insight/forecast/forecast.ts';
import { RELEASES, type Release } from '../../../src/meta/releases.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import type { Forecast } from '../../../src/wire/forecast.ts';
import { under } from '../../support/forecasts.ts';
import { clusterNode, objectOf, settled } from '../../support/simulate.ts';

const thing = { group: 'x.example.com', version: 'v1', kind: 'Thing', custom: true } as const;

/** What a command begins with that cannot go to another cluster. */
const AIMED = `kubectl --context 'it'\\''s'`;

/** What deleting everything there is would do in the release, with a kind that is no longer served. */
function deletingAll(release: Release): Forecast {
  const own = ResourceTable.builtIn([], new Set(), release);
  const table = ResourceTable.builtIn(
    [{ ...thing, resource: 'things', namespaced: true }],
    new Set(),
    release,
  );
  const objects = [
    objectOf('a'),
    clusterNode('n'),
    objectOf('t', {}, { apiVersion: 'x.example.com/v1', kind: 'Thing' }),
    objectOf('b', { namespace: 'it s' }),
  ];
  const simulation = settled(objects, { release: RELEASES[release], table });
  const { graph } = simulation.process.collector;
  simulation.apiServer.table = own;
  const nodes = [...graph.nodes()];
  const facts = { resources: own.resources, now: simulation.now };
  const kubectl = ['--context', "it's"];
  return forecast(nodes, { ...simulationView(simulation), kubectl, deletionFacts: () => facts });
}

describe('commands of a forecast', () => {
  it('[API-77] objects without a namespace need none, and a kind that is not served has no commands', () => {
    const all = deletingAll('v1.36');
    expect(all.targets.map(({ name }) => name)).toEqual(['a', 'n', 't', 'b']);
    const { kubectl, kubectlBefore120, curl } = under('Background', all).commands;
    expect(kubectl).toEqual([
      `${AIMED} delete configmaps/a -n shop --cascade=background`,
      `${AIMED} delete nodes/n --cascade=background`,
      `${AIMED} delete configmaps/b -n 'it s' --cascade=background`,
    ]);
    expect(kubectlBefore120).toEqual(
      kubectl.map((line) => line.replace('--cascade=background', '--cascade=true')),
    );
    expect(curl).toHaveLength(3);
    expect(curl[2]).toBe(
      `curl -X DELETE http://127.0.0.1:8001/api/v1/namespaces/it%20s/configmaps/b -H 'Content-Type: application/json' -d '{"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Background","preconditions":{"uid":"b-uid"}}'`,
    );
    const before = all.policies.map((each) => each.commands.kubectlBefore120[1]);
    expect(before).toEqual([
      `${AIMED} delete nodes/n --cascade=true`,
      undefined,
      `${AIMED} delete nodes/n --cascade=false`,
    ]);
  });

  it('[API-77] a server of v1.4 knows neither Foreground nor the word of today', () => {
    const { policies } = deletingAll('v1.4');
    expect(policies.map(({ policy, commands }) => [policy, commands.kubectl])).toEqual([
      ['Background', []],
      ['Orphan', []],
    ]);
    expect(policies[0]?.commands.kubectlBefore120).toHaveLength(3);
  });
});
