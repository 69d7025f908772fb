import { type ApiObject, type ApiResource, groupResource } from '@gcscope/gc-core';
import { list, number, record, text } from '../objects/fields.ts';

/** One cell, as `kubectl get` prints it. */
type Cell = string | number;

/** A column between NAME and AGE. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer';
  /** 1 is shown with `-o wide` only. */
  readonly priority: 0 | 1;
  readonly cell: (object: ApiObject) => Cell;
}

function column(name: string, cell: (object: ApiObject) => Cell, priority: 0 | 1 = 0): Column {
  return { name, type: 'string', priority, cell };
}

function replicas(name: string, ...path: string[]): Column {
  return { name, type: 'integer', priority: 0, cell: (object) => number(object, path, 0) };
}

function readyOf(wanted: readonly string[]): (object: ApiObject) => Cell {
  return (object) =>
    `${number(object, ['status', 'readyReplicas'], 0)}/${number(object, wanted, 1)}`;
}

function podStatus(object: ApiObject): Cell {
  if (object.metadata.deletionTimestamp) return 'Terminating';
  const phase = text(object, ['status', 'phase'], 'Pending');
  return phase === 'Succeeded' ? 'Completed' : phase;
}

function podReady(object: ApiObject): Cell {
  const statuses = list(object, ['status', 'containerStatuses']);
  const ready = statuses.filter((status) => record(status).ready === true).length;
  return `${ready}/${list(object, ['spec', 'containers']).length}`;
}

function phase(object: ApiObject): Cell {
  const current = text(object, ['status', 'phase'], '');
  return object.metadata.deletionTimestamp ? 'Terminating' : current;
}

function nodeStatus(object: ApiObject): Cell {
  const conditions = list(object, ['status', 'conditions']).map(record);
  const ready = conditions.find((condition) => condition.type === 'Ready');
  return ready?.status === 'True' ? 'Ready' : 'NotReady';
}

function eventSubject(event: ApiObject): Cell {
  const kind = text(event, ['involvedObject', 'kind'], '');
  return `${kind.toLowerCase()}/${text(event, ['involvedObject', 'name'], '')}`;
}

function servicePorts(object: ApiObject): Cell {
  const ports = list(object, ['spec', 'ports']).map(record);
  return ports.map((port) => `${port.port}/${port.protocol ?? 'TCP'}`).join(',') || '<none>';
}

const DATA: Column = {
  name: 'Data',
  type: 'integer',
  priority: 0,
  cell: ({ data }) => Object.keys(record(data)).length,
};

const COLUMNS: ReadonlyMap<string, readonly Column[]> = new Map(
  Object.entries<readonly Column[]>({
    '/pods': [
      column('Ready', podReady),
      column('Status', podStatus),
      column('Restarts', () => 0),
      column('Node', (pod) => text(pod, ['spec', 'nodeName'], '<none>'), 1),
    ],
    '/namespaces': [column('Status', phase)],
    '/persistentvolumes': [column('Status', phase)],
    '/persistentvolumeclaims': [
      column('Status', phase),
      column('Volume', (claim) => text(claim, ['spec', 'volumeName'], '')),
      column('Capacity', (claim) => text(claim, ['status', 'capacity', 'storage'], '')),
    ],
    '/nodes': [column('Status', nodeStatus)],
    '/events': [
      column('Type', (event) => text(event, ['type'], '')),
      column('Reason', (event) => text(event, ['reason'], '')),
      column('Object', eventSubject),
      column('Message', (event) => text(event, ['message'], '')),
    ],
    '/configmaps': [DATA],
    '/secrets': [column('Type', (secret) => text(secret, ['type'], 'Opaque')), DATA],
    '/services': [
      column('Type', (service) => text(service, ['spec', 'type'], 'ClusterIP')),
      column('Cluster-IP', (service) => text(service, ['spec', 'clusterIP'], '<none>')),
      column('Port(s)', servicePorts),
    ],
    'apps/deployments': [
      column('Ready', readyOf(['spec', 'replicas'])),
      replicas('Up-to-date', 'status', 'updatedReplicas'),
      replicas('Available', 'status', 'availableReplicas'),
    ],
    'apps/replicasets': [
      replicas('Desired', 'spec', 'replicas'),
      replicas('Current', 'status', 'replicas'),
      replicas('Ready', 'status', 'readyReplicas'),
    ],
    'apps/statefulsets': [column('Ready', readyOf(['spec', 'replicas']))],
    'apps/daemonsets': [
      replicas('Desired', 'status', 'desiredNumberScheduled'),
      replicas('Ready', 'status', 'numberReady'),
    ],
    'batch/jobs': [
      column('Completions', (job) => {
        const done = number(job, ['status', 'succeeded'], 0);
        return `${done}/${number(job, ['spec', 'completions'], 1)}`;
      }),
    ],
    'batch/cronjobs': [
      column('Schedule', (cronJob) => text(cronJob, ['spec', 'schedule'], '')),
      column('Suspend', (cronJob) => (record(cronJob.spec).suspend ? 'True' : 'False')),
      column('Active', (cronJob) => list(cronJob, ['status', 'active']).length),
    ],
  }),
);

/** Returns the columns of `kubectl get` for a kind between NAME and AGE. */
export function columnsOf(resource: ApiResource): readonly Column[] {
  return COLUMNS.get(groupResource(resource)) ?? [];
}
