import { describe, expect, it } from 'vitest';
import { ConfigError, readServeConfig } from '../../src/cli/config.ts';

describe('configuration', () => {
  it('goes by flag before environment before default', () => {
    const env = { GCSCOPE_PORT: '8080', GCSCOPE_HOST: '::1', GCSCOPE_NO_SECRETS: 'true' };
    expect(readServeConfig({}, {})).toEqual({
      host: '127.0.0.1',
      port: 7070,
      openBrowser: false,
      ignored: [],
    });
    expect(readServeConfig({ port: '0' }, env)).toEqual({
      host: '::1',
      port: 0,
      openBrowser: false,
      ignored: ['/secrets'],
    });
  });

  it('leaves out kinds by flag or environment', () => {
    const { ignored } = readServeConfig({ ignore: 'apps/replicasets, /pods', secrets: false }, {});
    expect(ignored).toEqual(['apps/replicasets', '/pods', '/secrets']);
    expect(readServeConfig({}, { GCSCOPE_IGNORE: '/pods' }).ignored).toEqual(['/pods']);
    expect(() => readServeConfig({ ignore: 'apps/replicasets,pods' }, {})).toThrow(
      '--ignore: "pods" is not a group and a resource. Write apps/deployments, or /pods for the core group.',
    );
  });

  it.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1', '[::1]'])('listens on %s', (host) => {
    expect(readServeConfig({ host }, {}).host).toBe(host.replace(/[[\]]/g, ''));
  });

  it.each([
    '0.0.0.0',
    '::',
    '192.168.1.2',
    'example.com',
    '127.0.0.1.example.com',
    '',
    '1270.0.0.1',
  ])('does not listen on "%s"', (host) => {
    expect(() => readServeConfig({ host }, {})).toThrow(ConfigError);
  });

  const Shared = { host: '0.0.0.0', signIn: 'token', publicUrl: 'https://gc.example.com' };

  it('listens beyond this machine with sign-in, TLS and the address by which people reach it', () => {
    const config = readServeConfig({ ...Shared, trustedProxy: ['10.0.0.0/8', '::1'] }, {});
    expect(config).toMatchObject({ host: '0.0.0.0', signIn: { mode: 'token' } });
    expect(config.trustedProxies?.check('10.9.9.9')).toBe(true);
    expect(config.trustedProxies?.check('11.9.9.9')).toBe(false);
    const env = {
      GCSCOPE_SIGN_IN: 'token',
      GCSCOPE_PUBLIC_URL: 'https://gc.example.com',
      GCSCOPE_TRUSTED_PROXY: '10.0.0.1',
    };
    expect(readServeConfig({ host: '::' }, env).signIn).toEqual({ mode: 'token' });
  });

  it.each([
    ['--sign-in token, proxy or oidc', { signIn: 'none', trustedProxy: ['10.0.0.1'] }],
    ['--tls-cert FILE with --tls-key FILE', {}],
    [
      '--public-url https://NAME',
      { publicUrl: 'http://gc.example.com', trustedProxy: ['10.0.0.1'] },
    ],
  ])('says that %s is missing', (missing, flags) => {
    expect(() => readServeConfig({ ...Shared, ...flags }, {})).toThrow(`Also set ${missing}`);
  });

  it.each([
    [{ signIn: 'password' }, '--sign-in password: write token, proxy, oidc or none.'],
    [{ signIn: 'proxy' }, 'say which proxy may name users'],
    [
      { signIn: 'proxy', trustedProxy: ['10.0.0.0/33'] },
      '--trusted-proxy 10.0.0.0/33: write an IP address',
    ],
    [
      { signIn: 'proxy', trustedProxy: ['0.0.0.0/0'] },
      '--trusted-proxy 0.0.0.0/0: write an IP address',
    ],
    [
      { signIn: 'proxy', trustedProxy: ['proxy.local'] },
      '--trusted-proxy proxy.local: write an IP address',
    ],
    [
      { signIn: 'proxy', proxySecretFile: '/nowhere' },
      'the file cannot be read: it does not exist',
    ],
    [{ signIn: 'oidc', oidcClientId: 'x' }, '--oidc-issuer: write the https URL'],
    [
      { signIn: 'oidc', oidcIssuer: 'http://idp.example.com', oidcClientId: 'x' },
      'write the https URL',
    ],
    [{ signIn: 'oidc', oidcIssuer: 'https://idp.example.com' }, 'with --oidc-client-id'],
    [{ tlsCert: 'a.pem' }, 'TLS needs both'],
    [{ tlsCert: '/nowhere', tlsKey: '/nowhere' }, '--tls-cert /nowhere: the file cannot be read'],
  ])('refuses %j', (flags, sentence) => {
    expect(() => readServeConfig(flags, {})).toThrow(sentence);
  });

  it('names users of a provider as the API server does', () => {
    const flags = {
      signIn: 'oidc',
      oidcIssuer: 'https://idp.example.com',
      oidcClientId: 'gcscope',
    };
    const prefix = (more: object) => {
      const { signIn } = readServeConfig({ ...flags, ...more }, {});
      return signIn?.mode === 'oidc' ? signIn.usernamePrefix : undefined;
    };
    expect(prefix({})).toBe('https://idp.example.com#');
    expect(prefix({ oidcUsernameClaim: 'email' })).toBe('');
    expect(prefix({ oidcUsernamePrefix: '-' })).toBe('');
    expect(prefix({ oidcUsernamePrefix: 'oidc:' })).toBe('oidc:');
  });

  it.each(['ftp://a', 'a.b', 'https://a?b', 'https://user@a'])(
    'takes no %s as public address',
    (publicUrl) => {
      expect(() => readServeConfig({ publicUrl }, {})).toThrow('it is not a URL');
    },
  );

  it.each([
    ['0.0.0.0:7071', { host: '0.0.0.0', port: 7071 }],
    [':7071', { host: '::', port: 7071 }],
    ['[::1]:0', { host: '::1', port: 0 }],
  ])('serves metrics at %s', (metricsAddress, address) => {
    expect(readServeConfig({ metricsAddress }, {}).metricsAddress).toEqual(address);
  });

  it.each(['7071', ':', ':70710', 'metrics.example.com:80', '1.2.3:80', ':-1'])(
    'takes no %s as address of metrics',
    (metricsAddress) => {
      expect(() => readServeConfig({ metricsAddress }, {})).toThrow('write an IP address');
    },
  );

  it('names the variable that is wrong', () => {
    expect(() => readServeConfig({}, { GCSCOPE_PORT: 'http' })).toThrow('GCSCOPE_PORT http');
  });
});
