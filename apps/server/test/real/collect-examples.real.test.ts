import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildRealCluster } from '../../../../tools/real-cluster/src/build-real-cluster.ts';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { findGo } from '../../../../tools/real-cluster/src/go-toolchain.ts';

const ENVTEST = fileURLToPath(new URL('../../examples/collect/envtest', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const TSX = import.meta.resolve('tsx');

/** Go compiles the example and what it needs. Milliseconds. */
const COMPILED = 20 * 60_000;

describeReal('the examples of collect', () => {
  let folder: string;
  let binary: string;

  beforeAll(async () => {
    binary = await buildRealCluster();
    folder = mkdtempSync(join(tmpdir(), 'gcscope-examples-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function program(name: string, command: string): void {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\nexec ${command} "$@"\n`);
    chmodSync(file, 0o755);
  }

  it(
    'of envtest passes',
    async () => {
      const go = await findGo();
      if ('reason' in go) throw new Error(go.reason);
      for (const component of ['etcd', 'kube-apiserver', 'kubectl']) {
        program(component, `'${binary}' ${component}`);
      }
      program('gcscope', `'${process.execPath}' --import '${TSX}' '${MAIN}'`);
      const { stdout } = await promisify(execFile)(
        go.command,
        ['test', '-count=1', '-v', './...'],
        {
          cwd: ENVTEST,
          env: {
            ...process.env,
            // As the cluster is built, so that compiled packages are shared.
            CGO_ENABLED: '0',
            GOFLAGS: '',
            KUBEBUILDER_ASSETS: folder,
            PATH: `${folder}${delimiter}${process.env.PATH}`,
          },
        },
      );
      expect(stdout).toContain('--- PASS: TestDependentsGoWithTheirOwner');
    },
    COMPILED,
  );
});
