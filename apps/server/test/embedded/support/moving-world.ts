import {
  type ApiObject,
  type ApiResource,
  type DeleteOptions,
  type StoredEvent,
  seededRandom,
} from '@gcscope/gc-core';
import { type EmbeddedWorld, startEmbeddedWorld } from '../../../src/embedded/embedded-world.ts';
import { ClusterClient } from '../../../src/embedded/objects/cluster-client.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** The embedded world on a clock that the test moves. */
export class MovingWorld {
  readonly clock: ManualClock = new ManualClock('2026-11-21T14:00:03Z');
  readonly world: EmbeddedWorld;
  readonly client: ClusterClient;
  /** Every change since the start, or since it was last emptied. */
  readonly events: StoredEvent[] = [];

  constructor() {
    this.world = startEmbeddedWorld({ clock: this.clock, random: seededRandom(7) });
    this.client = new ClusterClient(this.world.apiServer);
    this.world.apiServer.subscribe((event) => this.events.push(event));
  }

  /** Lets so many seconds pass. */
  seconds(count: number): void {
    this.clock.advance(count * 1000);
  }

  all(): ApiObject[] {
    return [...this.world.apiServer.all()];
  }

  find(kind: string, namespace: string, name: string): ApiObject | undefined {
    return this.all().find(
      (o) =>
        o.kind === kind && (o.metadata.namespace ?? '') === namespace && o.metadata.name === name,
    );
  }

  get(kind: string, namespace: string, name: string): ApiObject {
    const found = this.find(kind, namespace, name);
    if (!found) throw new Error(`there is no ${kind} ${namespace}/${name}`);
    return found;
  }

  /** What an object owns directly. */
  ownedBy(owner: ApiObject, kind?: string): ApiObject[] {
    return this.all().filter(
      (o) =>
        (kind === undefined || o.kind === kind) &&
        (o.metadata.ownerReferences ?? []).some(({ uid }) => uid === owner.metadata.uid),
    );
  }

  /** A DELETE by a user. */
  delete(object: ApiObject, options: DeleteOptions): void {
    const { apiServer } = this.world;
    const resource = apiServer.table.forKind(object.apiVersion, object.kind) as ApiResource;
    const { namespace = '', name } = object.metadata;
    const result = apiServer.delete({ resource, namespace, name }, options);
    if (!result.ok) throw new Error(result.status.message);
  }
}

export const DEPLOYMENT_SPEC = {
  replicas: 2,
  selector: { matchLabels: { app: 'hello' } },
  template: {
    metadata: { labels: { app: 'hello' } },
    spec: { containers: [{ name: 'hello', image: 'hello:1' }] },
  },
} as const;

export function helloDeployment(
  namespace: string = 'default',
): Parameters<ClusterClient['create']>[0] {
  const metadata = { name: 'hello', namespace };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: DEPLOYMENT_SPEC };
}
