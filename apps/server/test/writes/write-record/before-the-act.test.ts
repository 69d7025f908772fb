import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CredentialSource } from '../../../src/cluster/access/credentials.ts';
import {
  type EmbeddedCluster,
  startEmbeddedCluster,
} from '../../../src/embedded/embedded-cluster.ts';
import { CallSender } from '../../../src/writes/collect/call-sender.ts';
import { CollectorCall, type ObjectRequest } from '../../../src/writes/collect/collector-call.ts';
import { ObjectRequests } from '../../../src/writes/scenario-cluster/object-requests.ts';
import { sha256 } from '../../../src/writes/write-record/chain.ts';
import { type WriteLog, WriteRecord } from '../../../src/writes/write-record/write-record.ts';
import { runCli } from '../../cli/support/run-cli.ts';
import { config } from '../../support/kubeconfig-folder.ts';
import { HastyClock } from '../../support/manual-clock.ts';
import { PROGRAM } from '../../support/program.ts';
import { fileIn, testFolder } from '../../support/test-folder.ts';
import { configMap } from '../collect/requests.ts';
import { ABSENT, eachCollectedServer, isLeft } from '../collect/support/each-collected-server.ts';
import { WatchedServer } from './support/watched-server.ts';
import { writtenLines } from './support/written-lines.ts';

const CANARY = 'canary-of-a-secret';
const SCENARIO = `
apiVersion: gcscope.dev/v1
kind: Scenario
metadata: {name: one}
spec:
  objects:
    - {apiVersion: v1, kind: Secret, metadata: {namespace: shop, name: kept, uid: k}, stringData: {password: ${CANARY}}}
  steps:
    - {delete: {object: Secret shop/kept, propagationPolicy: Foreground}}
`;

/** The requests of the record so far. */
function recordedRequests(file: string): string[] {
  const requests = writtenLines(file).filter(({ event }) => event === 'request');
  return requests.map(({ verb, path }) => `${verb} ${path}`);
}

describe('scenario run --cluster --write-record', () => {
  const folder = testFolder();
  const scenario = fileIn(folder, 'one.yaml', SCENARIO);
  let file = join(folder, 'writes.jsonl');
  const writes: string[] = [];
  const recorded: string[] = [];
  let cluster: EmbeddedCluster;
  let server: WatchedServer;
  let words: readonly string[];

  beforeAll(async () => {
    cluster = await startEmbeddedCluster();
    server = await WatchedServer.start(({ method = '', url }, _, pass) => {
      if (method !== 'GET') {
        writes.push(`${method} ${url}`);
        // When a request arrives, the record must end with it.
        recorded.push(recordedRequests(file).at(-1) ?? '');
      }
      pass();
    }, cluster.url);
    const kubeconfig = fileIn(folder, 'kubeconfig', config('one', '{}', server.url));
    words = ['scenario', 'run', '--cluster', '--yes-create-and-delete', '--kubeconfig', kubeconfig];
  });
  afterAll(async () => {
    await server.stop();
    await cluster.close();
  });

  it('records each write before it is sent, with what came of it, and no content of an object', async () => {
    const { exitCode } = await runCli(...words, '--write-record', file, scenario);
    expect(exitCode).toBe(0);
    expect(writes.length).toBeGreaterThan(3);
    expect(recorded).toEqual(writes);
    const lines = writtenLines(file);
    const requests = lines.filter(({ event }) => event === 'request');
    expect(requests.map(({ verb, path }) => `${verb} ${path}`)).toEqual(writes);
    for (const { command, plan, server: where } of requests) {
      expect({ command, plan, where }).toEqual({
        command: 'scenario run',
        plan: { file: scenario, sha256: sha256(SCENARIO) },
        where: server.url,
      });
    }
    const answers = lines.filter(({ event }) => event === 'answer');
    expect(answers).toHaveLength(requests.length);
    for (const { auditId } of answers) expect(auditId).toMatch(/^audit-\d+$/);
    const created = requests.find(
      ({ verb, path }) => verb === 'POST' && /secrets$/.test(String(path)),
    );
    expect(created).toMatchObject({ name: 'kept' });
    expect(answers.find(({ of }) => of === created?.seq)).toMatchObject({
      code: 201,
      uid: expect.stringMatching(/./),
    });
    const deleted = requests.find(
      ({ verb, path }) => verb === 'DELETE' && /secrets\/kept$/.test(String(path)),
    );
    expect(deleted).toMatchObject({ propagationPolicy: 'Foreground' });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(Buffer.from(CANARY).toString('base64'));
    const { out } = await runCli('writes check', file);
    expect(out).toContain(`${writes.length} writes, 0 without an answer; the chain is whole.`);
  }, 120_000);

  it('sends no write when the disk is full, and ends with 5', async () => {
    writes.length = 0;
    const { exitCode, err } = await runCli(...words, '--write-record', '/dev/full', scenario);
    expect(writes).toEqual([]);
    expect(exitCode).toBe(5);
    expect(err).toContain('The record of writes /dev/full cannot be written: the disk is full.');
  }, 120_000);

  it('sends nothing more when the disk fills up in the middle of a run, and ends with 5', async () => {
    writes.length = 0;
    recorded.length = 0;
    const short = join(folder, 'short.jsonl');
    // The size of a file is limited to 2 KiB, some lines.
    const limited = ['-c', 'ulimit -f 2; exec "$@"', 'bash', process.execPath, ...PROGRAM];
    const child = spawn('bash', [...limited, ...words, '--write-record', short, scenario], {
      env: { ...process.env, TSX_DISABLE_CACHE: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    file = short;
    const [ended, err] = await Promise.all([once(child, 'close'), textOf(child.stderr)]);
    expect(ended).toEqual([5, null]);
    expect(recorded).toEqual(writes);
    expect(writes.length).toBeGreaterThan(0);
    const sentence = `The record of writes ${short} cannot be written: the file has reached the largest size that is allowed.`;
    expect(err.split(sentence)).toHaveLength(2);
    const { exitCode, out } = await runCli('writes check', short, '-o', 'json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ whole: true, writes: writes.length });
  }, 120_000);

  it('is refused without consent, as nothing would be written', async () => {
    const asked = words.filter((word) => word !== '--yes-create-and-delete');
    const { exitCode, err } = await runCli(...asked, '--write-record', file, scenario);
    expect([exitCode, err]).toEqual([2, expect.stringContaining('add --yes-create-and-delete')]);
  });

  it('is refused without a cluster, as nothing would be written', async () => {
    const { exitCode } = await runCli('scenario run --write-record', file, scenario);
    expect(exitCode).toBe(2);
  });
});

describe('collect --write-record', () => {
  const folder = testFolder();
  const server = eachCollectedServer();
  const writes: string[] = [];
  const isWritten: boolean[] = [];
  let file = '';

  beforeEach(() => {
    writes.length = 0;
    for (const name of ['a', 'b']) server().put('ConfigMap', 'shop', name, ABSENT);
    server().outcome = (request) => {
      if (request.startsWith('GET')) return 'passes';
      writes.push(request);
      isWritten.push(recordedRequests(file).includes(request));
      return 'passes';
    };
  });

  it('sends no write when the disk is full, and ends with 5', async () => {
    const { exitCode, err } = await server().collect('--write-record', '/dev/full').ended;
    expect(writes).toEqual([]);
    expect(exitCode).toBe(5);
    expect(err).toContain('The record of writes /dev/full cannot be written: the disk is full.');
  }, 60_000);

  it('is refused without consent, as nothing would be written', async () => {
    const words = ['--write-record', join(folder, 'unwritten.jsonl')];
    const { exitCode, err } = await server().collectWithoutConsent(...words).ended;
    expect([exitCode, err]).toEqual([2, expect.stringContaining('needs --yes-delete')]);
  });

  it('records each write before it is sent, with the uid and what came of it', async () => {
    file = join(folder, 'writes.jsonl');
    const running = server().collect('--release=v1.36', '--write-record', file);
    await isLeft(server());
    running.stop();
    expect((await running.ended).exitCode).toBe(0);
    expect(isWritten).toEqual([true, true]);
    const lines = writtenLines(file);
    for (const name of ['a', 'b']) {
      const path = `/api/v1/namespaces/shop/configmaps/${name}`;
      const request = lines.find((line) => line.path === path);
      expect(request).toMatchObject({
        command: 'collect',
        plan: { release: 'v1.36' },
        verb: 'DELETE',
        uid: `uid-${name}`,
        propagationPolicy: 'Background',
      });
      expect(lines.find(({ of }) => of === request?.seq)).toMatchObject({
        event: 'answer',
        code: 200,
        auditId: expect.stringMatching(/^audit-\d+$/),
        uid: `uid-${name}`,
      });
    }
  }, 60_000);
});

describe('a request that is sent again', () => {
  const folder = testFolder();
  const headers = new Map([['authorization', `Bearer ${CANARY}`]]);
  const credentials: CredentialSource = {
    current: () => Promise.resolve({ security: { verify: true }, headers }),
    renew: () => undefined,
  };
  const path = '/api/v1/namespaces/default/configmaps/a';
  let server: WatchedServer | undefined;
  afterEach(() => server?.stop());

  /** Answers 401, then 429, then breaks the connection; each answer quotes what nobody may see. */
  function refuse(asked: string[]) {
    return (request: IncomingMessage, response: ServerResponse): void => {
      asked.push(request.headers.authorization ?? '');
      request.resume();
      request.on('end', () => {
        const code = [401, 429][asked.length - 1];
        if (code === undefined) response.socket?.destroy();
        else {
          const body = { kind: 'Status', reason: `Because${code}`, message: CANARY };
          const given = { 'content-type': 'application/json', 'retry-after': '0' };
          response.writeHead(code, given).end(JSON.stringify(body));
        }
      });
    };
  }

  const Senders: readonly (readonly [
    name: string,
    send: (url: string, log: WriteLog) => Promise<unknown>,
  ])[] = [
    [
      'scenario run',
      (url, log) => {
        const requests = new ObjectRequests({ server: url, credentials, requestTimeout: 0, log });
        return requests.send('PATCH', path, { data: { password: CANARY } });
      },
    ],
    [
      'collect',
      (url, log) => {
        const clock = new HastyClock();
        const options = { server: url, credentials, requestTimeout: 0, clock, log };
        const sender = new CallSender({ ...options, mayAct: () => true });
        const preconditions = { uid: 'u' };
        const request = { ...configMap('a'), verb: 'delete', options: { preconditions } };
        const call = CollectorCall.of(request as ObjectRequest);
        if (typeof call === 'string') throw new Error(call);
        return sender.send(call, new AbortController().signal);
      },
    ],
  ];

  it.each(Senders)(
    'by %s has a line for each time, and no token, body or message of the server',
    async (name, send) => {
      const asked: string[] = [];
      server = await WatchedServer.start(refuse(asked));
      const file = join(folder, `${name}.jsonl`);
      const record = await WriteRecord.open(file);
      const origin = {
        command: 'collect',
        plan: { release: 'v1.36' },
        server: server.url,
      } as const;
      await send(server.url, record.of({ ...origin, user: 'ann' })).catch(() => undefined);
      await record.close();
      expect(asked).toEqual(Array(3).fill(`Bearer ${CANARY}`));
      const lines = writtenLines(file).map(({ event, code, reason, of }) => [
        event,
        code ?? 0,
        reason,
        of,
      ]);
      expect(lines).toEqual([
        ['request', 0, undefined, undefined],
        ['answer', 401, 'Because401', 1],
        ['request', 0, undefined, undefined],
        ['answer', 429, 'Because429', 3],
        ['request', 0, undefined, undefined],
        ['no-answer', 0, undefined, 5],
      ]);
      expect(readFileSync(file, 'utf8')).not.toContain(CANARY);
    },
  );

  it('to read has no line', async () => {
    server = await WatchedServer.start((_, response) => response.end('{}'));
    const file = join(folder, 'reads.jsonl');
    const record = await WriteRecord.open(file);
    const { url } = server;
    const about = { command: 'scenario run', plan: { release: '' }, user: '' } as const;
    const log = record.of({ ...about, server: url });
    const requests = new ObjectRequests({ server: url, credentials, requestTimeout: 0, log });
    await requests.send('GET', path);
    await record.close();
    expect(writtenLines(file)).toEqual([]);
  });
});
