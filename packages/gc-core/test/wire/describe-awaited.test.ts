import { describe, expect, it } from 'vitest';
import { plainText, say } from '../../src/meta/sentence.ts';
import { describeAwaited, describeBlocked } from '../../src/wire/describe-awaited.ts';
import type { Awaited } from '../../src/wire/forecast.ts';

const shop = { apiVersion: 'v1', kind: 'Namespace', namespace: '', name: 'shop', uid: 'u' };
const widgets = { ...shop, kind: 'CustomResourceDefinition', name: 'widgets.example.com' };
const held = {
  type: 'finalizer',
  finalizers: ['a/b', 'c/d'],
  removedBy: 'nobody, from `spec.finalizers`',
} as const;
const reference = { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'a' };

describe('what a line of a forecast waits for', () => {
  it.each<[Awaited, string]>([
    [
      { ...held, rule: 'API-35' },
      'waits until `a/b` and `c/d` are removed: nobody, from `spec.finalizers`',
    ],
    [
      { ...held, finalizers: ['a/b'], removedBy: 'its operator', rule: 'API-35' },
      'waits until `a/b` is removed: its operator',
    ],
    [{ type: 'reference', reference, text: say`Nobody asks.`, rule: 'CL-04' }, 'Nobody asks.'],
    [{ type: 'object', object: shop, rule: 'FG-02' }, 'waits for Namespace `shop`'],
    [
      { type: 'container', object: shop, rule: 'NS-08' },
      'the namespace controller deletes it with Namespace `shop`',
    ],
    [
      { type: 'container', object: widgets, rule: 'FN-04' },
      'the API server deletes it with CustomResourceDefinition `widgets.example.com`',
    ],
    [{ type: 'kubelet', rule: 'API-51' }, 'waits for the kubelet to stop it'],
  ])('%#: is said in words that follow the object', (awaited, words) => {
    expect(plainText(describeAwaited(awaited))).toBe(words);
  });

  it('names of finalizers are parts of their own, whatever they hold', () => {
    const parts = describeAwaited({ ...held, finalizers: ['a`b'], rule: 'API-35' });
    expect(parts).toContainEqual({ type: 'code', text: 'a`b' });
  });

  it('says how a blocked object stays', () => {
    const line = { object: shop, rule: 'FG-02', by: { type: 'object', object: widgets } } as const;
    const words = 'waits for CustomResourceDefinition `widgets.example.com`';
    expect(plainText(describeBlocked({ ...line, terminating: true }))).toBe(
      `stays in Terminating: ${words}`,
    );
    expect(plainText(describeBlocked({ ...line, terminating: false }))).toBe(words);
  });
});
