import { type ApiResource, apiVersionOf } from '../../../src/meta/api-resource.ts';
import type { AskedRequest } from './answer-brief.ts';

/** Fields that some kind has beside its coordinates and metadata, and one that none has. */
const FIELDS: readonly string[] = [
  ...['action', 'addressType', 'aggregationRule', 'allowVolumeExpansion', 'allowedTopologies'],
  ...['automountServiceAccountToken', 'binaryData', 'capacity', 'count', 'data'],
  ...['deprecatedCount', 'deprecatedFirstTimestamp', 'deprecatedLastTimestamp'],
  ...['deprecatedSource', 'description', 'driverName', 'endpoints', 'eventTime'],
  ...['firstTimestamp', 'globalDefault', 'handler', 'imagePullSecrets', 'immutable'],
  ...['involvedObject', 'lastTimestamp', 'maximumVolumeSize', 'message', 'mountOptions'],
  ...['nodeTopology', 'note', 'overhead', 'parameters', 'ports', 'preemptionPolicy'],
  ...['provisioner', 'reason', 'reclaimPolicy', 'regarding', 'related', 'reportingComponent'],
  ...['reportingController', 'reportingInstance', 'revision', 'roleRef', 'rules', 'scheduling'],
  ...['secrets', 'series', 'source', 'spec', 'status', 'storageClassName', 'stringData'],
  ...['subjects', 'subsets', 'template', 'type', 'value', 'volumeBindingMode', 'webhooks'],
  'nobodyHasThis',
];

/** What a server knows of a kind in one version. */
export interface KindFields {
  readonly kind: string;
  readonly fields: readonly string[];
}

/** The kind as it is called in the list of fields: `apps/v1 Deployment`. */
export function kindName(resource: ApiResource): string {
  return `${apiVersionOf(resource)} ${resource.kind}`;
}

/** Asks an API server for a kind's fields: it refuses the body, and names each field that it does not know. */
export function fieldsRequest(resource: ApiResource): AskedRequest {
  const apiVersion = apiVersionOf(resource);
  const root = resource.group === '' ? '/api' : '/apis';
  const home = resource.namespaced ? '/namespaces/default' : '';
  const fields = Object.fromEntries(FIELDS.map((field) => [field, null]));
  return {
    about: 'fields of a kind',
    method: 'POST',
    path: `${root}/${apiVersion}${home}/${resource.resource}?fieldValidation=Strict&dryRun=All`,
    body: { apiVersion, kind: resource.kind, metadata: { name: 'name' }, ...fields },
  };
}

/** The fields that the answer to {@link fieldsRequest} does not call unknown. Throws for any other answer. */
export function knownFields(message: string): readonly string[] {
  const unknown = [...message.matchAll(/unknown field "(?<name>\w+)"/g)].map(
    ({ groups }) => groups?.name ?? '',
  );
  if (!unknown.includes('nobodyHasThis')) throw new Error(`No answer about fields: ${message}`);
  return FIELDS.filter((field) => !unknown.includes(field));
}
