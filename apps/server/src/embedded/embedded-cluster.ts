import type { ApiServer } from '@gcscope/gc-core';
import { stringify } from 'yaml';
import { systemClock } from '../base/clock.ts';
import { type EmbeddedWorldOptions, startEmbeddedWorld } from './embedded-world.ts';
import { startApiHttpServer } from './http/api-http-server.ts';

/** How the embedded cluster is started; everything has a default. */
export interface EmbeddedClusterOptions extends EmbeddedWorldOptions {
  /** 0 (the default) takes a free one. */
  readonly port?: number;
}

export interface EmbeddedCluster {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly apiServer: ApiServer;
  /** The text of a kubeconfig with which kubectl and this program reach it. */
  kubeconfig(): string;
  /** Ends every connection and all movement. */
  close(): Promise<void>;
}

function kubeconfigOf(url: string): string {
  const name = 'gcscope-embedded';
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    // Some clients refuse plain http without this.
    clusters: [{ name, cluster: { server: url, 'insecure-skip-tls-verify': true } }],
    users: [{ name, user: {} }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: 'shop' } }],
    'current-context': name,
  });
}

/** Starts the embedded cluster on 127.0.0.1. Fails when the port is taken, and with `ScenarioError`. */
export async function startEmbeddedCluster(
  options: EmbeddedClusterOptions = {},
): Promise<EmbeddedCluster> {
  const { port = 0, clock = systemClock, ...worldOptions } = options;
  const world = startEmbeddedWorld({ clock, ...worldOptions });
  try {
    const http = await startApiHttpServer({ apiServer: world.apiServer, clock, port });
    return {
      url: http.url,
      apiServer: world.apiServer,
      kubeconfig: () => kubeconfigOf(http.url),
      close: () => {
        world.stop();
        return http.close();
      },
    };
  } catch (error) {
    world.stop();
    throw error;
  }
}
