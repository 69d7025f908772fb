/** A field of a message: its JSON name and what it holds. */
export interface Field {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'map' | 'bytes-map' | Message;
  readonly repeated: boolean;
}

/** The known fields of a message by their number. */
export type Message = ReadonlyMap<number, Field>;

type Row = readonly [id: number, name: string, type: Field['type'], repeated?: 'repeated'];

function message(...rows: readonly Row[]): Message {
  return new Map(
    rows.map(([id, name, type, repeated]) => [
      id,
      { name, type, repeated: repeated === 'repeated' },
    ]),
  );
}

const OWNER_REFERENCE = message(
  [1, 'kind', 'string'],
  [3, 'name', 'string'],
  [4, 'uid', 'string'],
  [5, 'apiVersion', 'string'],
  [6, 'controller', 'boolean'],
  [7, 'blockOwnerDeletion', 'boolean'],
);

const OBJECT_META = message(
  [1, 'name', 'string'],
  [2, 'generateName', 'string'],
  [3, 'namespace', 'string'],
  [11, 'labels', 'map'],
  [12, 'annotations', 'map'],
  [13, 'ownerReferences', OWNER_REFERENCE, 'repeated'],
  [14, 'finalizers', 'string', 'repeated'],
);

const LABEL_SELECTOR = message([1, 'matchLabels', 'map']);

const CONTAINER_PORT = message(
  [1, 'name', 'string'],
  [3, 'containerPort', 'number'],
  [4, 'protocol', 'string'],
);

const CONTAINER = message(
  [1, 'name', 'string'],
  [2, 'image', 'string'],
  [3, 'command', 'string', 'repeated'],
  [4, 'args', 'string', 'repeated'],
  [6, 'ports', CONTAINER_PORT, 'repeated'],
);

const POD_SPEC = message(
  [2, 'containers', CONTAINER, 'repeated'],
  [3, 'restartPolicy', 'string'],
  [4, 'terminationGracePeriodSeconds', 'number'],
  [8, 'serviceAccountName', 'string'],
  [10, 'nodeName', 'string'],
);

const POD_TEMPLATE = message([1, 'metadata', OBJECT_META], [2, 'spec', POD_SPEC]);

const DEPLOYMENT_SPEC = message(
  [1, 'replicas', 'number'],
  [2, 'selector', LABEL_SELECTOR],
  [3, 'template', POD_TEMPLATE],
  [6, 'revisionHistoryLimit', 'number'],
);

const JOB_SPEC = message(
  [1, 'parallelism', 'number'],
  [2, 'completions', 'number'],
  [6, 'template', POD_TEMPLATE],
  [7, 'backoffLimit', 'number'],
  [8, 'ttlSecondsAfterFinished', 'number'],
  [10, 'suspend', 'boolean'],
);

const CRON_JOB_SPEC = message(
  [1, 'schedule', 'string'],
  [3, 'concurrencyPolicy', 'string'],
  [4, 'suspend', 'boolean'],
  [5, 'jobTemplate', message([1, 'metadata', OBJECT_META], [2, 'spec', JOB_SPEC])],
  [6, 'successfulJobsHistoryLimit', 'number'],
  [7, 'failedJobsHistoryLimit', 'number'],
);

const SERVICE_PORT = message(
  [1, 'name', 'string'],
  [2, 'protocol', 'string'],
  [3, 'port', 'number'],
);

const SERVICE_SPEC = message(
  [1, 'ports', SERVICE_PORT, 'repeated'],
  [2, 'selector', 'map'],
  [3, 'clusterIP', 'string'],
  [4, 'type', 'string'],
);

function withSpec(spec: Message): Message {
  return message([1, 'metadata', OBJECT_META], [2, 'spec', spec]);
}

const MESSAGES: ReadonlyMap<string, Message> = new Map([
  ['v1 Namespace', message([1, 'metadata', OBJECT_META])],
  ['v1 ServiceAccount', message([1, 'metadata', OBJECT_META])],
  ['v1 ConfigMap', message([1, 'metadata', OBJECT_META], [2, 'data', 'map'])],
  [
    'v1 Secret',
    message([1, 'metadata', OBJECT_META], [2, 'data', 'bytes-map'], [3, 'type', 'string']),
  ],
  ['v1 Pod', withSpec(POD_SPEC)],
  ['v1 Service', withSpec(SERVICE_SPEC)],
  ['apps/v1 Deployment', withSpec(DEPLOYMENT_SPEC)],
  ['batch/v1 Job', withSpec(JOB_SPEC)],
  ['batch/v1 CronJob', withSpec(CRON_JOB_SPEC)],
]);

/** The message of a kind, as `apps/v1 Deployment`; `undefined` when its protobuf is not understood. */
export function messageOf(type: string): Message | undefined {
  return MESSAGES.get(type);
}
