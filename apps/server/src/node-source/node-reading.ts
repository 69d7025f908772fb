import {
  createKubeletWorld,
  formatNanoTime,
  type KubeletScenario,
  type NanoTime,
  type NodeReading,
  type NodeWarning,
  type NotSeen,
  nodeWarnings,
} from '@gcscope/gc-core';
import type { NodeSpec } from './node-spec.ts';

/** The facts that a source found about a node. */
export interface NodeFindings {
  readonly name: string;
  readonly source: NodeReading['source'];
  readonly now: NanoTime;
  readonly spec: NodeSpec;
  readonly notSeen: readonly NotSeen[];
  /** Besides those that the node itself gives reason to. */
  readonly warnings?: readonly NodeWarning[];
}

/** The document that the plan is made from and the page opens. */
export function nodeReading(findings: NodeFindings): NodeReading {
  const { name, source, now, spec, notSeen, warnings = [] } = findings;
  const readAt = formatNanoTime(now);
  const scenario: KubeletScenario = {
    apiVersion: 'gcscope.dev/v1',
    kind: 'KubeletScenario',
    metadata: { name: slugOf(name), title: `Node ${name}` },
    spec: { ...withDisk(spec), now: readAt },
  };
  return {
    apiVersion: 'gcscope.dev/v1',
    kind: 'NodeReading',
    name,
    source,
    readAt,
    scenario,
    notSeen: spec.imageFs ? notSeen : [...notSeen, DISK_NOT_SEEN],
    warnings: [...nodeWarnings(createKubeletWorld(scenario)), ...warnings],
  };
}

const DISK_NOT_SEEN: NotSeen = {
  what: 'size and fill level of the image filesystem',
  because: 'This source does not show them.',
  instead: 'The plan assumes that only images use the disk. So it removes no image to free space.',
};

/** Without statistics a kubelet's own run would fail, which the plan must not say of a kubelet that has them (IR-3). */
function withDisk(spec: NodeSpec): NodeSpec {
  if (spec.imageFs) return spec;
  const bytes = (spec.images ?? []).reduce((sum, { size = 0 }) => sum + size, 1);
  const capacity = Math.min(bytes, Number.MAX_SAFE_INTEGER);
  return { ...spec, imageFs: { capacityBytes: capacity, availableBytes: capacity } };
}

/** A name as scenarios take it. */
function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return slug === '' ? 'node' : slug;
}
