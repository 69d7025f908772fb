import { describe, expect, it } from 'vitest';
import { validateName } from '../../src/apiserver/validate-name.ts';
import { RELEASES } from '../../src/meta/releases.ts';
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
  ])('[VA-12] accept %s', (_name, resource, name) => {
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
  ])('[VA-12] refuse %s', (_name, resource, name, text) => {
    const message = faultOf(resource, name);
    expect(message).toMatch(text);
    expect(message).toContain(`metadata.name: Invalid value: ${JSON.stringify(name)}: `);
  });

  it.each([
    '/events',
    'apiregistration.k8s.io/apiservices',
    'certificates.k8s.io/certificatesigningrequests',
    'networking.k8s.io/ipaddresses',
    'policy/poddisruptionbudgets',
    'rbac.authorization.k8s.io/clusterrolebindings',
    'rbac.authorization.k8s.io/clusterroles',
    'rbac.authorization.k8s.io/rolebindings',
    'rbac.authorization.k8s.io/roles',
  ])('[VA-12] of %s need only fit into a path', (key) => {
    const [group = '', resource = ''] = key.split('/');
    const some = { group, version: 'v1', resource, kind: 'Any', namespaced: false };
    expect(validateName(some, { name: 'Some: Thing' })).toEqual([]);
    expect(validateName(some, { name: '.' }).map(({ message }) => message)).toEqual([
      'Invalid value: ".": may not be \'.\'',
    ]);
  });

  it('[VA-12] of Services and StatefulSets are labels, which the text of the server says', () => {
    expect(faultOf(kind('v1', 'Service'), 'a.b')).toMatch(/: must not contain dots$/);
    expect(faultOf(kind('apps/v1', 'StatefulSet'), 'a.b')).toMatch(/: must not contain dots$/);
    expect(faultOf(namespaces, 'Web')).toBe(
      "Namespace \"Web\" is invalid: metadata.name: Invalid value: \"Web\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    );
  });

  it('[VA-12] quote the whole text of the server', () => {
    expect(faultOf(configMaps, 'Web')).toBe(
      "ConfigMap \"Web\" is invalid: metadata.name: Invalid value: \"Web\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    );
  });

  it('[VA-12] of Services begin with a letter in 1.28', () => {
    const faults = (name: string, generateName?: string): string[] =>
      validateName(
        kind('v1', 'Service'),
        { name, ...(generateName === undefined ? {} : { generateName }) },
        RELEASES['v1.28'],
      ).map(({ field, message }) => `${field}: ${message}`);
    expect(faults('a1')).toEqual([]);
    const form =
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
    expect(faults('1a')).toEqual([`metadata.name: Invalid value: "1a": ${form}`]);
    expect(faults('a.b')).toEqual([`metadata.name: Invalid value: "a.b": ${form}`]);
    expect(faults('a', '1')).toEqual([`metadata.generateName: Invalid value: "1": ${form}`]);
    expect(faults('a'.repeat(64))).toEqual([
      `metadata.name: Invalid value: "${'a'.repeat(64)}": must be no more than 63 characters`,
    ]);
  });

  it('[VA-12] of CronJobs leave room for those of their Jobs', () => {
    const cronJobs = kind('batch/v1', 'CronJob');
    const faults = (name: string): string[] =>
      validateName(cronJobs, { name }).map(({ message }) => message.replace(/^.*": /, ''));
    expect(faults('a'.repeat(52))).toEqual([]);
    expect(faults('a'.repeat(53))).toEqual(['must be no more than 52 characters']);
    expect(faults('a'.repeat(254))).toEqual([
      'must be no more than 253 characters',
      'must be no more than 52 characters',
    ]);
    expect(validateName(cronJobs, { name: 'a', generateName: 'a'.repeat(60) })).toEqual([]);
  });

  it('[VA-12] are measured in bytes', () => {
    expect(validateName(configMaps, { name: 'ä'.repeat(127) })).toHaveLength(2);
    expect(validateName(configMaps, { name: 'ä'.repeat(126) })).toHaveLength(1);
  });

  it('[VA-12] of a generated name only the dash at its end is passed over', () => {
    const generate = (generateName: string): string[] =>
      validateName(configMaps, { name: 'n', generateName }).map(({ field }) => field);
    expect(generate('a-b-')).toEqual([]);
    expect(generate('a-b--')).toEqual([]);
    expect(generate('-')).toEqual(['metadata.generateName']);
    expect(generate('A-b-')).toEqual(['metadata.generateName']);
    // Half of a letter is left of it.
    expect(generate('aé-')).toEqual(['metadata.generateName']);
  });

  it('[VA-12] that are path segments are generated from anything without a slash', () => {
    const generate = (generateName: string): string[] =>
      validateName(clusterRoles, { name: 'n', generateName }).map(({ message }) => message);
    expect(['..', '.', 'A b'].flatMap(generate)).toEqual([]);
    expect(generate('/-')).toEqual(['Invalid value: "/-": may not contain \'/\'']);
  });

  it('[VA-12] an update looks at what they are made from: it fits into a path, and into its kind', () => {
    const { server, add } = testServer();
    const change = (resource: typeof configMaps, generateName: string): string | undefined => {
      const target = add(resource, 'n', {}, {});
      const result = server.patch(target, 'merge', { metadata: { generateName } });
      server.delete(target);
      return result.ok ? undefined : statusOf(result).message;
    };
    expect(change(configMaps, 'b-')).toBeUndefined();
    expect(change(configMaps, 'B_')).toMatch(SUBDOMAIN);
    expect(change(configMaps, 'B/')).toMatch(/"B\/": may not contain '\/', .*subdomain/);
    expect(change(cogs, 'B_')).toBeUndefined();
    expect(change(cogs, 'B/')).toMatch(/is invalid: metadata\.generateName: .* contain '\/'$/);
  });
});
