import { describe, expect, it } from 'vitest';
import { nodeView } from '../../src/worker/node-view.ts';
import { readNode } from '../../src/worker/read-node.ts';

function faultOf(text: string): string {
  try {
    nodeView(readNode(text), { settings: {} }, 'file');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'none';
}

function scenario(spec: object, more: object = {}): string {
  const head = { apiVersion: 'gcscope.dev/v1', kind: 'KubeletScenario', metadata: { name: 'x' } };
  return JSON.stringify({ ...head, spec, ...more });
}

const READING = {
  apiVersion: 'gcscope.dev/v1',
  kind: 'NodeReading',
  name: 'worker-1',
  source: 'crictl',
  readAt: '2026-01-01T00:00:00Z',
  scenario: JSON.parse(scenario({})) as object,
  notSeen: [],
  warnings: [],
};

describe('a file of a node', () => {
  it.each([
    ['', 'A document of kind KubeletScenario or NodeReading'],
    ['[]', 'This one names no kind.'],
    ['{"kind": "Scenario"}', 'This one is a Scenario.'],
    ['{"kind": ["KubeletScenario"]}', 'This one names no kind.'],
    ['a: [', 'This is neither YAML nor JSON: '],
    ['a: 1\na: 2', 'This is neither YAML nor JSON: Map keys must be unique'],
    ['kind: KubeletScenario', 'The document: "apiVersion" is missing.'],
    [scenario({ nodes: [] }), 'spec.nodes: this key is not known here.'],
    [
      scenario({ images: [{ id: 'i', size: 'big' }] }),
      'spec.images[0].size: of type integer, not string, is expected.',
    ],
    [scenario({ images: [{ id: 'i', size: -1 }] }), 'spec.images[0].size: '],
    [
      scenario({
        containers: [{ id: 'c', pod: 'p', name: 'n', createdAt: '-1m', state: 'PAUSED' }],
      }),
      'spec.containers[0].state: one of ["CREATED","RUNNING","EXITED","UNKNOWN"] is expected.',
    ],
    [
      scenario({
        containers: [{ id: 'c', pod: 'p', name: 'n', createdAt: 'yesterday', state: 'EXITED' }],
      }),
      'spec.containers[0].createdAt: "yesterday" is not an RFC 3339 time',
    ],
    [
      scenario({ imagePolicy: { lowThresholdPercent: 90 } }),
      'spec.imagePolicy.lowThresholdPercent: The low threshold, 90, must not be above',
    ],
    [scenario({ release: 'v2.0' }), 'spec.release: Release "v2.0" is not known'],
    [JSON.stringify({ ...READING, warnings: [{ text: 1, ids: [] }] }), 'warnings[0].text: '],
    [JSON.stringify({ ...READING, notSeen: undefined }), 'The document: "notSeen" is missing.'],
    [
      JSON.stringify({ ...READING, scenario: { ...READING.scenario, spec: { pods: [1] } } }),
      'scenario.spec.pods[0]: of type object, not number, is expected.',
    ],
  ])('%s is refused in words', (text, words) => {
    expect(faultOf(text)).toContain(words);
  });

  it('may be a reading: its name, source, warnings and owners are told', () => {
    const text = JSON.stringify({
      ...READING,
      scenario: JSON.parse(scenario({ pods: [{ uid: 'p', state: 'live' }] })) as object,
      notSeen: [{ what: 'last use', because: 'nobody exports it', instead: 'never is taken' }],
      warnings: [{ text: 'Odd.', ids: [] }],
      owners: [{ pod: 'p', owner: { uid: 'o', kind: 'ReplicaSet', name: 'web' } }],
    });
    const view = nodeView(readNode(text), { settings: {} }, 'file');
    expect(view).toMatchObject({
      name: 'worker-1',
      source: 'crictl',
      readAt: '2026-01-01T00:00:00Z',
      warnings: [{ text: 'Odd.' }],
      notSeen: [{ what: 'last use' }],
      pods: [{ uid: 'p', owners: [{ kind: 'ReplicaSet', name: 'web' }] }],
    });
  });

  it('may hold anything for names', () => {
    const containers = ['__proto__', 'constructor', ''].map((pod, index) => ({
      id: `toString${index}`,
      pod,
      name: '__proto__',
      createdAt: '-1h',
      state: 'EXITED',
    }));
    const view = nodeView(readNode(scenario({ containers })), { settings: {} }, 'file');
    expect(view.runs[0]?.removed).toHaveLength(3);
    expect(view.pods.map(({ uid }) => uid)).toEqual(['__proto__', 'constructor', '']);
  });
});
