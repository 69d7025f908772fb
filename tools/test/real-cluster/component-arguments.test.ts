import { describe, expect, it } from 'vitest';
import {
  controllerManagerArguments,
  WORKLOAD_CONTROLLERS,
} from '../../real-cluster/src/component-arguments.ts';

const PORTS = { etcd: 1, apiServer: 2, controllerManager: 3 };

describe('arguments of the controller manager', () => {
  it('leaves rates and workers to the component by default', () => {
    const args = controllerManagerArguments(PORTS, 'k', {});
    expect(args).toContain(
      `--controllers=garbage-collector-controller,${WORKLOAD_CONTROLLERS.join(',')}`,
    );
    expect(args).toContain('-v=5');
    expect(args.filter((arg) => /qps|burst|syncs/.test(arg))).toEqual([]);
  });

  it('passes what a test asks for', () => {
    const args = controllerManagerArguments(PORTS, 'k', {
      controllers: ['garbage-collector-controller'],
      kubeApiQps: 500,
      concurrentGcSyncs: 1,
      verbosity: 2,
    });
    expect(args).toEqual(
      expect.arrayContaining([
        '--controllers=garbage-collector-controller',
        '--kube-api-qps=500',
        '--kube-api-burst=1000',
        '--concurrent-gc-syncs=1',
        '-v=2',
      ]),
    );
  });
});
