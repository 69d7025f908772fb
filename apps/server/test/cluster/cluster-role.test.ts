import { readFileSync } from 'node:fs';
import { isMonitorable, ResourceTable } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface ClusterRole {
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

const LEFT_OUT = ['/secrets', '/events', 'events.k8s.io/events'];

describe('the role of the chart', () => {
  it('[MO-01] lets every built-in kind be listed and watched, but no Secret, and nothing else be done', () => {
    const text = readFileSync(
      new URL('../../../../charts/gcscope/files/cluster-role.yaml', import.meta.url),
      'utf8',
    );
    const { rules } = parse(text) as ClusterRole;
    const granted = rules.flatMap(({ apiGroups, resources }) =>
      apiGroups.flatMap((group) => resources.map((resource) => `${group}/${resource}`)),
    );
    const read = ResourceTable.builtIn()
      .preferred.filter(isMonitorable)
      .map(({ group, resource }) => `${group}/${resource}`)
      .filter((name) => !LEFT_OUT.includes(name));
    expect(granted.toSorted()).toEqual(read.toSorted());
    expect([...new Set(rules.flatMap(({ verbs }) => verbs))]).toEqual(['list', 'watch']);
  });
});
