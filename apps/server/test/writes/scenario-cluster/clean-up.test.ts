import { ResourceTable } from '@gcscope/gc-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CredentialSource, NO_CREDENTIALS } from '../../../src/cluster/access/credentials.ts';
import { startEmbeddedCluster } from '../../../src/embedded/embedded-cluster.ts';
import { cleanUp } from '../../../src/writes/scenario-cluster/clean-up.ts';
import { ObjectRequests } from '../../../src/writes/scenario-cluster/object-requests.ts';
import { RunNames } from '../../../src/writes/scenario-cluster/run-names.ts';
import { WriteRecord } from '../../../src/writes/write-record/write-record.ts';
import { CONFIG_MAPS } from '../collect/requests.ts';
import { DeletionServer } from './support/deletion-server.ts';

function requestsTo(
  { url }: { readonly url: string },
  more: Partial<ConstructorParameters<typeof ObjectRequests>[0]> = {},
): ObjectRequests {
  const credentials = NO_CREDENTIALS;
  return new ObjectRequests({ server: url, credentials, requestTimeout: 0, ...more });
}

describe('cleanUp', () => {
  const names = new RunNames(ResourceTable.builtIn());

  it('says what to do about what is left, in commands that reach the cluster of the run', async () => {
    const cluster = await startEmbeddedCluster();
    const requests = requestsTo(cluster);
    const labels = { 'gcscope.dev/run': names.id };
    const metadata = { name: names.id, labels, finalizers: ['example.com/hold'] };
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata };
    expect((await requests.send('POST', '/api/v1/namespaces', namespace)).code).toBe(201);
    const kubectl = ['--context', "it's"];
    const left = await cleanUp(requests, names, [], { within: 0, kubectl });
    const what = `customresourcedefinitions,namespaces --all-namespaces -l gcscope.dev/run=${names.id}`;
    expect(left).toBe(
      `Some objects of the run still exist; list them with: kubectl --context 'it'\\''s' get ${what}, remove the finalizers of stuck ones, and delete them with: kubectl --context 'it'\\''s' delete ${what}`,
    );
    await requests.close();
    await cluster.close();
  });

  describe('when a deletion', () => {
    let server: DeletionServer;
    beforeEach(async () => {
      server = await DeletionServer.start();
    });
    afterEach(() => server.stop());

    async function cleaned(
      answers: string,
      within: number,
      credentials: CredentialSource = NO_CREDENTIALS,
    ): Promise<string | undefined> {
      server.answers = answers.split(' ');
      const requests = requestsTo(server, { credentials });
      const left = await cleanUp(requests, names, [CONFIG_MAPS], { within, kubectl: [] });
      await requests.close();
      return left;
    }

    it.each([
      ['finds nothing any more', '404', 1],
      ['conflicts once', '409 200', 2],
      ['is refused for being one too many', '429 429 200', 3],
      ['is carried out and its answer is lost', 'lost', 1],
      ['is refused once', '403 200', 2],
    ])(
      '%s, nothing is left, and no other object of that name is deleted',
      async (_, answers, times) => {
        expect(await cleaned(answers, 20_000)).toBeUndefined();
        expect(server.asked).toHaveLength(times);
        for (const each of server.asked) expect(each).toContain('"preconditions":{"uid":"u1"}');
      },
    );

    it('is sent, it is sent as the user of the kubeconfig', async () => {
      const headers = new Map([
        ['authorization', 'Bearer of-ann'],
        ['impersonate-user', 'bob'],
      ]);
      const current = async () => ({ security: { verify: true }, headers });
      expect(await cleaned('409 200', 20_000, { current, renew: () => {} })).toBeUndefined();
      expect(server.askedBy).toEqual(['Bearer of-ann as bob', 'Bearer of-ann as bob']);
    });

    it('cannot be recorded, it is not sent, and the object is named as left at once', async () => {
      server.answers = ['200'];
      const record = await WriteRecord.open('/dev/full');
      const about = { command: 'scenario run', plan: { file: 'a', sha256: '' }, user: '' } as const;
      const requests = requestsTo(server, { log: record.of({ ...about, server: server.url }) });
      const options = { within: 600_000, kubectl: [] };
      expect(await cleanUp(requests, names, [CONFIG_MAPS], options)).toMatch(
        /^gcscope could not remove the objects of the run \(The record of writes .*\); list them with: /,
      );
      expect(server.asked).toEqual([]);
      await requests.close();
      await record.close();
    });

    it('is refused for ever, the object is named as left', async () => {
      expect(await cleaned('403', 0)).toMatch(
        /^Some objects of the run still exist; list them with: /,
      );
      expect(server.asked).toHaveLength(1);
    });
  });
});
