import { collectContainers } from './collect-containers.ts';
import { deleteUnusedImages } from './collect-images.ts';
import { type DiskLayout, reclaimSteps, resourceOf, type Signal } from './eviction.ts';
import type { RunInput, RunResult } from './kubelet-run.ts';
import { Report } from './report.ts';

/**
 * Collects as the eviction manager does before it evicts a pod: containers with the aggressive flag, then images,
 * depending on the signal and the layout (E-1 to E-3). After an error of one, the other still runs.
 */
export function reclaim(input: RunInput, signal: Signal, layout: DiskLayout): RunResult {
  const { kubelet } = input;
  const report = new Report(kubelet.release);
  const resource = resourceOf(signal);
  report.info(0, 'Eviction manager: attempting to reclaim', ['resourceName', resource]);
  report.warn('EvictionThresholdMet', `Attempting to reclaim ${resource}`);
  let result: RunResult = {
    node: input.node,
    memory: kubelet.memory,
    removed: [],
    decisions: [],
    events: report.events,
    logLines: report.logLines,
    freedBytes: 0,
  };
  for (const step of reclaimSteps(signal, layout)) {
    const next = { ...input, node: result.node, kubelet: { ...kubelet, memory: result.memory } };
    const run = step === 'containers' ? collectContainers(next, true) : deleteUnusedImages(next);
    result = joined(result, run);
  }
  return result;
}

function joined(first: RunResult, second: RunResult): RunResult {
  const errors = [first.error, second.error].filter((error) => error !== undefined);
  return {
    node: second.node,
    memory: second.memory,
    removed: [...first.removed, ...second.removed],
    decisions: [...first.decisions, ...second.decisions],
    events: [...first.events, ...second.events],
    logLines: [...first.logLines, ...second.logLines],
    ...(errors.length === 0 ? {} : { error: errors.join('; ') }),
    freedBytes: first.freedBytes + second.freedBytes,
  };
}
