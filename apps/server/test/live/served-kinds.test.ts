import { describe, expect, it } from 'vitest';
import { ServedKinds } from '../../src/live/served-kinds.ts';

describe('the kinds that are served', () => {
  it('[PA-01] [FN-04] tell custom resources apart, which discovery does not', () => {
    const served = new ServedKinds();
    const names = { version: 'v1', namespaced: true };
    served.replace([
      { ...names, group: '', resource: 'pods', kind: 'Pod' },
      { ...names, group: 'apps', resource: 'deployments', kind: 'Deployment' },
      { ...names, group: 'metrics.k8s.io', resource: 'pods', kind: 'PodMetrics' },
      {
        ...names,
        group: 'snapshot.storage.k8s.io',
        resource: 'volumesnapshots',
        kind: 'VolumeSnapshot',
      },
      { ...names, group: 'example.com', resource: 'widgets', kind: 'Widget' },
    ]);
    const custom = served.table.resources.filter((each) => each.custom).map(({ kind }) => kind);
    expect(custom).toEqual(['VolumeSnapshot', 'Widget']);
  });

  it('name what is not served in a group that is, unless the group could not be discovered', () => {
    const served = new ServedKinds();
    const asked = ['/pods', '/pod', 'example.com/widgets', 'example.org/widgets'];
    expect(served.unserved(asked)).toEqual([]);
    const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true };
    const gadgets = { ...pods, group: 'example.com', resource: 'gadgets', kind: 'Gadget' };
    served.replace([pods, gadgets]);
    // The definition of a group that is not served may come later.
    expect(served.unserved(asked)).toEqual(['/pod', 'example.com/widgets']);
    served.setDiscovered('example.com/v1', false);
    expect(served.unserved(asked)).toEqual(['/pod']);
    served.setDiscovered('example.com/v1', true);
    served.setDiscovered('*', false);
    expect(served.unserved(asked)).toEqual(['/pod']);
  });

  it('are ambiguous where a group version has two resources of one kind', () => {
    const served = new ServedKinds();
    const names = { version: 'v1', namespaced: true, kind: 'Widget' };
    served.replace([
      { ...names, group: 'example.com', resource: 'widgets' },
      { ...names, group: 'example.com', resource: 'gadgets' },
      { ...names, group: 'example.org', resource: 'widgets' },
    ]);
    const { ambiguous } = served;
    expect(ambiguous.map(({ group, resource }) => `${resource}.${group}`)).toEqual([
      'widgets.example.com',
      'gadgets.example.com',
    ]);
  });
});
