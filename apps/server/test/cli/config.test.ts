import { describe, expect, it } from 'vitest';
import { ConfigError, readServeConfig } from '../../src/config.ts';

describe('configuration', () => {
  it('goes by flag before environment before default', () => {
    const env = { GCSCOPE_PORT: '8080', GCSCOPE_HOST: '::1', GCSCOPE_NO_SECRETS: 'true' };
    expect(readServeConfig({}, {})).toEqual({
      host: '127.0.0.1',
      port: 7070,
      openBrowser: false,
      noSecrets: false,
    });
    expect(readServeConfig({ port: '0' }, env)).toEqual({
      host: '::1',
      port: 0,
      openBrowser: false,
      noSecrets: true,
    });
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
