import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isMonitorable } from '../../../packages/gc-core/src/meta/api-resource.ts';
import { ResourceTable } from '../../../packages/gc-core/src/meta/resource-table.ts';
import {
  fieldsRequest,
  type KindFields,
  kindName,
  knownFields,
} from '../../../packages/gc-core/test/conformance/answers/known-fields.ts';
import { USUAL_SERIES } from '../../real-cluster/src/build-real-cluster.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import type { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import {
  ANSWERS_FOLDER,
  linesOf,
  startAnsweringServer,
  stopAnsweringServer,
} from './support/answering-server.ts';

const FIELDS = join(ANSWERS_FOLDER, 'fields-1.36.3.jsonl');

describeReal('fields of kinds', () => {
  let cluster: RealCluster;
  beforeAll(async () => {
    cluster = await startAnsweringServer(USUAL_SERIES);
  });
  afterAll(() => stopAnsweringServer(cluster));

  it('are those that are kept (vitest -u keeps new ones)', async () => {
    const kinds: KindFields[] = [];
    for (const resource of ResourceTable.builtIn().resources.filter(isMonitorable)) {
      const { method, path, body: sent } = fieldsRequest(resource);
      const { body } = await cluster.request(method, path, sent);
      const { message } = body as { readonly message?: unknown };
      kinds.push({ kind: kindName(resource), fields: knownFields(String(message)) });
    }
    await expect(linesOf(kinds)).toMatchFileSnapshot(FIELDS);
  }, 60_000);
});
