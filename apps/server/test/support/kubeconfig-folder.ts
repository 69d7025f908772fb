import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import type { ClusterEnvironment, ClusterFlags } from '../../src/cluster/access/connection.ts';
import { type ConfiguredCluster, loadKubeConfig } from '../../src/cluster/access/kube-config.ts';

/** A secret that no message may show. */
export const CANARY = 'canary-token';

/** A kubeconfig with one cluster, user and context of the same name; `user` as YAML. */
export function config(
  name: string,
  user: string = `{ token: ${CANARY} }`,
  server: string = `https://${name}.example:6443`,
): string {
  return `
current-context: ${name}
clusters: [{ name: ${name}, cluster: { server: "${server}" } }]
users: [{ name: ${name}, user: ${user} }]
contexts: [{ name: ${name}, context: { cluster: ${name}, user: ${name}, namespace: shop } }]
`;
}

/** A folder that is home to whoever loads a kubeconfig, new for each test of one `describe`. */
export class KubeconfigFolder {
  path = '';

  constructor() {
    beforeEach(() => {
      this.path = mkdtempSync(join(tmpdir(), 'gcscope-kubeconfig-'));
    });
    afterEach(() => rmSync(this.path, { recursive: true }));
  }

  /** The path of the new file. */
  readonly write = (name: string, text: string): string => {
    const file = join(this.path, name);
    writeFileSync(file, text);
    return file;
  };

  readonly load = (
    flags: ClusterFlags,
    env: ClusterEnvironment['env'] = {},
    clock?: Clock,
  ): Promise<ConfiguredCluster> => {
    const serviceAccount = join(this.path, 'sa');
    return loadKubeConfig(flags, { env, home: this.path, serviceAccount }, clock);
  };
}
