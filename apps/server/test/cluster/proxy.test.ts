import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../src/base/loopback.ts';
import { proxyFromEnvironment } from '../../src/cluster/access/proxy.ts';

const HTTPS_PROXY = 'http://proxy.example:3128';

describe('proxy', () => {
  it.each([
    ['https://kube.example:6443', '', HTTPS_PROXY],
    ['https://kube.example:6443', 'other.example', HTTPS_PROXY],
    ['https://kube.example:6443', '*', undefined],
    ['https://kube.example:6443', 'kube.example', undefined],
    ['https://kube.example:6443', 'x, EXAMPLE', undefined],
    ['https://kube.example:6443', '.example', undefined],
    ['https://example:6443', '.example', HTTPS_PROXY],
    ['https://kube.example:6443', 'kube.example:443', HTTPS_PROXY],
    ['https://kube.example:6443', 'kube.example:6443', undefined],
    ['https://10.1.2.3:6443', '10.0.0.0/8', undefined],
    ['https://11.1.2.3:6443', '10.0.0.0/8', HTTPS_PROXY],
    ['https://[fd00::1]:6443', 'fd00::/8', undefined],
    ['https://127.0.0.1:6443', '', undefined],
    ['https://localhost:6443', '', undefined],
  ])('asks for %s with NO_PROXY=%s through %s, as Go does', (server, NoProxy, proxy) => {
    expect(proxyFromEnvironment(new URL(server), { HTTPS_PROXY, NO_PROXY: NoProxy })).toBe(proxy);
  });

  it('takes a proxy without scheme for http, and none when there is none', () => {
    const server = new URL('https://kube.example');
    expect(proxyFromEnvironment(server, { https_proxy: 'p:1' })).toBe('http://p:1');
    expect(proxyFromEnvironment(server, {})).toBeUndefined();
  });

  it.each([
    ['http://127.0.0.1:1', true],
    ['http://127.9.9.9', true],
    ['http://[::1]', true],
    ['http://localhost', true],
    ['http://127.0.0.1.example', false],
    ['http://0.0.0.0', false],
    ['http://10.0.0.1', false],
  ])('loopback %s: %s', (url, expected) => {
    expect(isLoopback(new URL(url).hostname)).toBe(expected);
  });
});
