import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LoadedKind, loadedKinds } from './loaded-kinds.ts';

/**
 * An API server that has `argv[2]` objects and nothing to do but to list them, in a process of its own. `argv[3]` is `protobuf`
 * or `json`: it knows no other encoding. Prints its URL.
 */
const [, , count = '1000', encoding = 'protobuf'] = process.argv;
const isProtobuf = encoding === 'protobuf';
const kinds = loadedKinds(Number(count));

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function groupList(group: string): object {
  const version = { groupVersion: group === '' ? 'v1' : `${group}/v1`, version: 'v1' };
  return { name: group, versions: [version], preferredVersion: version };
}

function resourceList(group: string): object {
  const resources = kinds
    .filter((kind) => kind.group === group)
    .map(({ resource, kind }) => ({
      name: resource,
      kind,
      namespaced: true,
      verbs: ['delete', 'get', 'list', 'patch', 'watch'],
    }));
  return { kind: 'APIResourceList', groupVersion: group === '' ? 'v1' : `${group}/v1`, resources };
}

async function list(response: ServerResponse, kind: LoadedKind): Promise<void> {
  response.writeHead(200, {
    'content-type': isProtobuf ? 'application/vnd.kubernetes.protobuf' : 'application/json',
  });
  for (const piece of isProtobuf ? kind.protobufList() : kind.jsonList()) {
    if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const kind = kinds.find((each) => each.path === pathname);
  if (kind && searchParams.get('watch') === 'true') {
    const type = isProtobuf ? 'application/vnd.kubernetes.protobuf' : 'application/json';
    response.writeHead(200, { 'content-type': type }).flushHeaders();
  } else if (kind) void list(response, kind);
  else if (pathname === '/version') send(response, { gitVersion: 'v1.36.3' });
  else if (pathname === '/api') send(response, { kind: 'APIVersions', versions: ['v1'] });
  else if (pathname === '/apis') {
    send(response, { kind: 'APIGroupList', groups: [groupList('apps')] });
  } else if (pathname === '/api/v1') send(response, resourceList(''));
  else if (pathname === '/apis/apps/v1') send(response, resourceList('apps'));
  else response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
