import { describe, expect, it } from 'vitest';
import { connect, connectToLoopback } from '../../src/cluster/access/connect.ts';
import { ClusterUnreachableError } from '../../src/cluster/access/connection.ts';
import { json } from '../support/fake-answers.ts';
import { FakeApiServer } from '../support/fake-api-server.ts';
import { config } from '../support/kubeconfig-folder.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';

describe('connect', () => {
  const folder = testFolder();

  it('reads a plain server on loopback without credentials', async () => {
    const server = await FakeApiServer.start([]);
    const connection = connectToLoopback(`${server.url}/`, 'embedded');
    expect(connection).toMatchObject({
      context: 'embedded',
      server: server.url,
      namespace: 'default',
      kubectl: ['-s', server.url],
    });
    expect(await connection.version()).toBe('v1.36.3');
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
    server.next('discovery', json('{"name":"a web server"}'));
    await expect(connection.version()).rejects.toThrow(ClusterUnreachableError);
    await connection.close();
    await server.stop();
    await expect(connection.version()).rejects.toThrow(/nothing answers at/);
  });

  it.each(['http://10.0.0.1:8080', 'https://127.0.0.1:6443', 'file:///etc/passwd', 'nonsense'])(
    'takes nothing else as loopback: %s',
    (server) => {
      expect(() => connectToLoopback(server, 'x')).toThrow(
        `${server} is not an http URL on the loopback interface.`,
      );
    },
  );

  it('takes --request-timeout as kubectl writes it and says when it is none', async () => {
    const kubeconfig = fileIn(folder, 'config', config('c', '{}', 'http://127.0.0.1:1'));
    for (const requestTimeout of ['0', '30', '1.5s', '1m30s', '200ms']) {
      const connection = await connect({ kubeconfig, requestTimeout });
      expect(connection.context).toBe('c');
      await connection.close();
    }
    for (const requestTimeout of ['', 'soon', '-1', '5 s', '1m30']) {
      const flags = { kubeconfig, requestTimeout };
      await expect(connect(flags)).rejects.toThrow(/not a duration/);
    }
  });
});
