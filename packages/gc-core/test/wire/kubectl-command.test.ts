import { describe, expect, it } from 'vitest';
import { aimKubectl } from '../../src/wire/kubectl-command.ts';

describe('aimKubectl', () => {
  it('puts the words before the verb', () => {
    const words = ['--kubeconfig', '/home/me/.kube/config', '--context', 'demo'];
    expect(aimKubectl('kubectl get pods/kubectl -n shop', words)).toBe(
      'kubectl --kubeconfig /home/me/.kube/config --context demo get pods/kubectl -n shop',
    );
  });

  it('quotes each of them, whatever it holds', () => {
    expect(aimKubectl('kubectl get pods', ['--context', "$& it's; rm -rf ~"])).toBe(
      "kubectl --context '$& it'\\''s; rm -rf ~' get pods",
    );
    expect(aimKubectl('kubectl get pods', ['--context', ''])).toBe("kubectl --context '' get pods");
  });

  it('leaves a command alone where nobody knows the words', () => {
    expect(aimKubectl('kubectl get pods', undefined)).toBe('kubectl get pods');
    expect(aimKubectl('kubectl get pods', [])).toBe('kubectl get pods');
  });
});
