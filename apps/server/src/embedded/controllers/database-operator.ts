import { type ApiObject, type Manifest, type Millis, parseTimestamp } from '@gcscope/gc-core';
import { type ClusterClient, controllerReference } from '../objects/cluster-client.ts';
import { number, text } from '../objects/fields.ts';
import { type Controller, earliest } from './controller.ts';

/** Holds a Database until the operator has removed it at its provider. */
export const DEPROVISION_FINALIZER = 'example.com/deprovision';
/** The provider account that the operator cannot log in to any more: its databases never go. */
export const EXPIRED_ACCOUNT = 'preview-2023';

const DEPROVISIONING = 4000;

/** The objects that the operator makes for a Database, without the Database itself. */
export function databaseParts(database: ApiObject): readonly Manifest[] {
  const { name, namespace = '' } = database.metadata;
  const labels = { 'app.kubernetes.io/managed-by': 'database-operator', database: name };
  const ownerReferences = [controllerReference(database)];
  const metadata = (suffix: string): Manifest['metadata'] => ({
    name: `${name}${suffix}`,
    namespace,
    labels,
    ownerReferences,
  });
  const container = {
    name: 'postgres',
    image: `registry.example.com/postgres:${text(database, ['spec', 'version'], '16')}`,
  };
  return [
    { apiVersion: 'v1', kind: 'Secret', metadata: metadata('-credentials'), type: 'Opaque' },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: metadata('-config'),
      data: { 'postgresql.conf': 'max_connections = 200' },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata('-db'),
      spec: { selector: { database: name }, ports: [{ port: 5432, protocol: 'TCP' }] },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: metadata('-db'),
      spec: {
        replicas: number(database, ['spec', 'instances'], 1),
        serviceName: `${name}-db`,
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' },
        selector: { matchLabels: { database: name } },
        template: { metadata: { labels }, spec: { containers: [container] } },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: {
              accessModes: ['ReadWriteOnce'],
              storageClassName: 'fast',
              resources: { requests: { storage: '20Gi' } },
            },
          },
        ],
      },
    },
  ];
}

/** The operator behind `databases.example.com`: makes the parts of a Database and deprovisions it at the end. */
export function databaseOperator(client: ClusterClient): Controller {
  function provision(database: ApiObject): void {
    const { finalizers = [] } = database.metadata;
    if (!finalizers.includes(DEPROVISION_FINALIZER)) {
      client.patch(database, { metadata: { finalizers: [...finalizers, DEPROVISION_FINALIZER] } });
    }
    for (const part of databaseParts(database)) {
      const { namespace = '', name = '' } = part.metadata;
      if (!client.get(part.apiVersion, part.kind, namespace, name)) client.create(part);
    }
    client.patchStatus(database, { phase: 'Ready' });
  }

  function deprovision(database: ApiObject, now: Millis): Millis | undefined {
    if (text(database, ['spec', 'account'], '') === EXPIRED_ACCOUNT) {
      client.patchStatus(database, { phase: 'Failed', reason: 'CredentialsExpired' });
      return undefined;
    }
    const asked = parseTimestamp(database.metadata.deletionTimestamp ?? '') ?? now;
    if (now < asked + DEPROVISIONING) return asked + DEPROVISIONING;
    client.removeFinalizer(database, DEPROVISION_FINALIZER);
    return undefined;
  }

  return {
    watches: ['example.com/databases', 'apps/statefulsets', '/services', '/secrets'],
    reconcile(now) {
      const databases = client.list('example.com/v1', 'Database');
      return earliest(
        databases.map((database) => {
          if (database.metadata.deletionTimestamp !== undefined) return deprovision(database, now);
          provision(database);
          return undefined;
        }),
      );
    },
  };
}
