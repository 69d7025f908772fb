import { describe, expect, it } from 'vitest';
import { ApiServer } from '../../../src/apiserver/api-server.ts';
import { isMonitorable } from '../../../src/meta/api-resource.ts';
import { RELEASES } from '../../../src/meta/releases.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { fieldsRequest, type KindFields, kindName, knownFields } from './known-fields.ts';
import { readRecording } from './read-recording.ts';
import { sendRequest } from './send-request.ts';

const recorded = readRecording<KindFields>('fields-1.36.3');
const table = ResourceTable.builtIn();

describe('the API server of 1.36.3', () => {
  it.each(table.resources.filter(isMonitorable).map((each) => [kindName(each), each] as const))(
    '[VA-14] knows the fields of %s that ours knows',
    (name, resource) => {
      const server = new ApiServer({ release: RELEASES['v1.36'], table, now: () => 0 });
      server.put([
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default', uid: 'u' } },
      ]);
      const result = sendRequest(server, fieldsRequest(resource));
      expect(result.ok ? 'accepted' : knownFields(String(result.status.message))).toEqual(
        recorded.find(({ kind }) => kind === name)?.fields,
      );
    },
  );
});
