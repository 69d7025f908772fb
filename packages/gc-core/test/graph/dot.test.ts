import { describe, expect, it } from 'vitest';
import { toDot } from '../../src/graph/dot.ts';
import { dotLabel } from '../../src/graph/print-dot.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { type GraphFixture, graphFixture } from '../support/graph-fixture.ts';

type Owner = Pick<OwnerReference, 'uid'> & Partial<OwnerReference>;

function see(
  fixture: GraphFixture,
  object: { uid: string; apiVersion?: string; kind?: string; name?: string; namespace?: string },
  owners: readonly Owner[] = [],
): void {
  const { uid, apiVersion = '', kind = '', name = '', namespace = '' } = object;
  const ownerReferences = owners.map((owner) => ({ apiVersion: '', kind: '', name: '', ...owner }));
  fixture.process({
    type: 'ADDED',
    identity: { uid, apiVersion, kind, name, namespace },
    meta: { name, uid, ...(ownerReferences.length > 0 ? { ownerReferences } : {}) },
  });
}

/** The object that nothing but its uid is known of leaves. */
function remove(fixture: GraphFixture, uid: string): void {
  const identity = { uid, apiVersion: '', kind: '', name: '', namespace: '' };
  fixture.process({ type: 'DELETED', identity });
}

function uidsAndEdges(dot: string): { vertices: string[]; edges: string[] } {
  return {
    vertices: [...dot.matchAll(/^ {2}"(.*)" \[$/gm)].map((match) => match[1] ?? ''),
    edges: [...dot.matchAll(/^ {2}"(.*)" -> "(.*)";$/gm)].map((match) => `${match[1]}→${match[2]}`),
  };
}

/** alpha → bravo, charlie; delta → foxtrot → golf; echo alone. */
function chains(...without: string[]): GraphFixture {
  const fixture = graphFixture();
  for (const uid of ['bravo', 'charlie', 'golf', 'echo']) see(fixture, { uid });
  see(fixture, { uid: 'alpha' }, [{ uid: 'bravo' }, { uid: 'charlie' }]);
  see(fixture, { uid: 'foxtrot' }, [{ uid: 'golf' }]);
  see(fixture, { uid: 'delta' }, [{ uid: 'foxtrot' }]);
  for (const uid of without) remove(fixture, uid);
  return fixture;
}

describe('dot', () => {
  it('[DV-01] leaves out what has neither owners nor dependents', () => {
    const { graph } = chains();
    expect(uidsAndEdges(toDot(graph))).toEqual({
      vertices: ['alpha', 'bravo', 'charlie', 'delta', 'foxtrot', 'golf'],
      edges: ['alpha→bravo', 'alpha→charlie', 'delta→foxtrot', 'foxtrot→golf'],
    });
  });

  it('[DV-03] two references of one uid are two edges', () => {
    const fixture = graphFixture();
    see(fixture, { uid: 'child' }, [{ uid: 'owner' }, { uid: 'owner', kind: 'Pod' }]);
    expect(uidsAndEdges(toDot(fixture.graph)).edges).toEqual(['child→owner', 'child→owner']);
  });

  it('[DV-08] vertices stand by uid, edges by both ends, whatever came first', () => {
    const fixture = graphFixture();
    see(fixture, { uid: 'z' }, [{ uid: 'b' }, { uid: 'a' }]);
    see(fixture, { uid: 'c' }, [{ uid: 'z' }]);
    expect(uidsAndEdges(toDot(fixture.graph))).toEqual({
      vertices: ['a', 'b', 'c', 'z'],
      edges: ['c→z', 'z→a', 'z→b'],
    });
  });

  it('[DV-04] an owner that left the graph is drawn as missing', () => {
    const { graph } = chains('bravo', 'delta', 'foxtrot', 'golf');
    const dot = toDot(graph);
    expect(uidsAndEdges(dot)).toEqual({
      vertices: ['alpha', 'bravo', 'charlie'],
      edges: ['alpha→bravo', 'alpha→charlie'],
    });
    expect(dot).toContain('label="uid=bravo\\nnamespace=\\n./\\nmissingFromGraph\\n"');
  });

  it('[DV-05] a missing owner of two dependents is drawn twice', () => {
    const fixture = graphFixture();
    see(fixture, { uid: 'owner' });
    see(fixture, { uid: 'one' }, [{ uid: 'owner' }]);
    see(fixture, { uid: 'two' }, [{ uid: 'owner' }]);
    remove(fixture, 'owner');
    expect(uidsAndEdges(toDot(fixture.graph)).vertices).toEqual(['one', 'owner', 'owner', 'two']);
  });

  it('[DV-05] a dependent of an object with a missing owner keeps its right edge', () => {
    const { graph } = chains('golf');
    expect(uidsAndEdges(toDot(graph)).edges).toContain('delta→foxtrot');
  });

  it.each([
    { uids: ['bravo'], vertices: ['alpha', 'bravo', 'charlie'] },
    { uids: ['golf'], vertices: ['delta', 'foxtrot', 'golf'] },
    { uids: ['delta'], vertices: ['delta', 'foxtrot', 'golf'] },
    {
      uids: ['delta', 'charlie'],
      vertices: ['alpha', 'bravo', 'charlie', 'delta', 'foxtrot', 'golf'],
    },
    { uids: ['echo'], vertices: [] },
    { uids: ['nobody'], vertices: [] },
    { uids: ['golf', 'nobody'], vertices: ['delta', 'foxtrot', 'golf'] },
    { uids: [], vertices: [] },
  ])('[DU-01] [DU-02] [DU-03] [DU-04] uid=$uids selects whole components', ({ uids, vertices }) => {
    expect(uidsAndEdges(toDot(chains().graph, uids)).vertices).toEqual(vertices);
  });

  it('[DV-02] [DV-03] [DV-07] [DV-08] prints every attribute in order, byte for byte', () => {
    const fixture = graphFixture();
    see(fixture, { uid: 'u-1', apiVersion: 'v1', kind: 'Pod', namespace: 'prod', name: 'web-0' }, [
      { uid: 'u-2', apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' },
    ]);
    expect(toDot(fixture.graph)).toBe(`strict digraph full {
  // Node definitions.
  "u-1" [
    label="uid=u-1\\nnamespace=prod\\nPod.v1/web-0\\n"
    group=""
    version="v1"
    kind="Pod"
    namespace="prod"
    name="web-0"
    uid="u-1"
    missing="false"
    beingDeleted="false"
    deletingDependents="false"
    virtual="false"
  ];
  "u-2" [
    label="uid=u-2\\nnamespace=prod\\nReplicaSet.v1.apps/web\\nvirtual\\n"
    group="apps"
    version="v1"
    kind="ReplicaSet"
    namespace="prod"
    name="web"
    uid="u-2"
    missing="false"
    beingDeleted="false"
    deletingDependents="false"
    virtual="true"
  ];
  // Edge definitions.
  "u-1" -> "u-2";
}
`);
  });

  it.each([
    ['a/b/c', '', ''],
    ['/v1', '', 'v1'],
    ['a/', 'a', ''],
  ])('[DV-02] apiVersion %s is group "%s" and version "%s"', (apiVersion, group, version) => {
    const fixture = graphFixture();
    see(fixture, { uid: 'u' }, [{ uid: 'o', apiVersion, kind: 'K' }]);
    remove(fixture, 'o');
    const dot = toDot(fixture.graph);
    expect(dot).toContain(`group="${group}"\n    version="${version}"\n    kind="K"`);
  });

  it('quotes as Go does: only quotation marks and backslashes of printable text', () => {
    const fixture = graphFixture();
    const hostile = '-[]"\\Iñtërnâtiônàlizætiøn,🐹';
    const names = { apiVersion: 'group/version', kind: 'k', name: 'n' };
    const owner = { uid: 'ref2-\u0007\u00a0\u{e0001}', ...names };
    see(fixture, { uid: `ref1${hostile}`, ...names, namespace: 'ns' }, [owner]);
    const dot = toDot(fixture.graph);
    expect(dot).toContain('"ref1-[]\\"\\\\Iñtërnâtiônàlizætiøn,🐹" [');
    expect(dot).toContain('"ref2-\\a\\u00a0\\U000e0001" [');
  });

  it('[DV-02] the last line of a label has the flags, in one order', () => {
    const named = { uid: 'u', group: '', version: 'v1', kind: 'Pod', namespace: 'ns', name: 'n' };
    const all = { beingDeleted: true, deletingDependents: true, virtual: true, missing: true };
    expect(dotLabel({ ...named, ...all })).toBe(
      'uid=u\nnamespace=ns\nPod.v1/n\nbeingDeleted,deletingDependents,virtual,missingFromGraph\n',
    );
  });
});
