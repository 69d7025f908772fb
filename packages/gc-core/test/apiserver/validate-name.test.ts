import { describe, expect, it } from 'vitest';
import { validateName } from '../../src/apiserver/validate-name.ts';
import {
  cogs,
  configMaps,
  kind,
  manifest,
  namespaces,
  statusOf,
  testServer,
} from './test-server.ts';

const clusterRoles = kind('rbac.authorization.k8s.io/v1', 'ClusterRole');
const SUBDOMAIN = /a lowercase RFC 1123 subdomain must consist of .* regex used for validation is /;
const LABEL = /a lowercase RFC 1123 label must consist of .* regex used for validation is /;

function faultOf(resource: typeof configMaps, name: string): string | undefined {
  const { server } = testServer();
  const namespace = resource.namespaced ? 'ns' : '';
  const result = server.create(resource, namespace, manifest(resource, name));
  return result.ok ? undefined : statusOf(result).message;
}

describe('names of new objects', () => {
  it.each([
    ['a dot and dashes', configMaps, 'a.b--c.1'],
    ['253 characters', configMaps, `${'a'.repeat(126)}.${'b'.repeat(126)}`],
    ['a label', namespaces, `${'a'.repeat(62)}1`],
    ['a path segment', clusterRoles, 'system:controller:Some Thing'],
    ['a custom resource', cogs, 'a.b'],
  ])('[VA-01] accept %s', (_name, resource, name) => {
    expect(faultOf(resource, name)).toBeUndefined();
  });

  it.each([
    ['upper case', configMaps, 'Web', SUBDOMAIN],
    ['a slash', configMaps, 'a/b', SUBDOMAIN],
    ['a dash at the end', cogs, 'web-', SUBDOMAIN],
    ['an empty part', configMaps, 'a..b', SUBDOMAIN],
    ['more than 253 bytes', configMaps, 'a'.repeat(254), /: must be no more than 253 characters$/],
    ['a dot in a label', namespaces, 'a.b', /: must not contain dots$/],
    ['more than dots in a label', namespaces, 'a.B', LABEL],
    ['a long label', namespaces, 'a'.repeat(64), /: must be no more than 63 characters, /],
    ['a path of two segments', clusterRoles, 'a/b', /: may not contain '\/'$/],
    ['an escaped segment', clusterRoles, 'a%2fb', /: may not contain '%'$/],
    ['the folder above', clusterRoles, '..', /: may not be '\.\.'$/],
  ])('[VA-01] refuse %s', (_name, resource, name, text) => {
    const message = faultOf(resource, name);
    expect(message).toMatch(text);
    expect(message).toContain(`metadata.name: Invalid value: ${JSON.stringify(name)}: `);
  });

  it.each([
    'apiregistration.k8s.io/apiservices',
    'certificates.k8s.io/certificatesigningrequests',
    'networking.k8s.io/ipaddresses',
    'rbac.authorization.k8s.io/clusterrolebindings',
    'rbac.authorization.k8s.io/clusterroles',
    'rbac.authorization.k8s.io/rolebindings',
    'rbac.authorization.k8s.io/roles',
  ])('[VA-01] of %s need only fit into a path', (key) => {
    const [group = '', resource = ''] = key.split('/');
    const some = { group, version: 'v1', resource, kind: 'Any', namespaced: false };
    expect(validateName(some, { name: 'Some: Thing' })).toEqual([]);
    expect(validateName(some, { name: '.' }).map(({ message }) => message)).toEqual([
      'Invalid value: ".": may not be \'.\'',
    ]);
  });

  it('[VA-01] of Services are labels, which the text of the server says', () => {
    expect(faultOf(kind('v1', 'Service'), 'a.b')).toMatch(/: must not contain dots$/);
    expect(faultOf(namespaces, 'Web')).toBe(
      "Namespace \"Web\" is invalid: metadata.name: Invalid value: \"Web\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    );
  });

  it('[VA-01] quote the whole text of the server', () => {
    expect(faultOf(configMaps, 'Web')).toBe(
      "ConfigMap \"Web\" is invalid: metadata.name: Invalid value: \"Web\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    );
  });

  it('[VA-01] of a generated name only the dash at its end is passed over', () => {
    const generate = (generateName: string): string[] =>
      validateName(configMaps, { name: 'n', generateName }).map(({ field }) => field);
    expect(generate('a-b-')).toEqual([]);
    expect(generate('a-b--')).toEqual([]);
    expect(generate('-')).toEqual(['metadata.generateName']);
    expect(generate('A-b-')).toEqual(['metadata.generateName']);
  });
});
