import { describe, expect, it } from 'vitest';
import { aimKubectl, joinReads } from '../../src/wire/kubectl-command.ts';

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

  it('leaves a command alone with unknown words', () => {
    expect(aimKubectl('kubectl get pods', undefined)).toBe('kubectl get pods');
    expect(aimKubectl('kubectl get pods', [])).toBe('kubectl get pods');
  });
});

describe('joinReads', () => {
  it('makes one command of those on objects of one namespace', () => {
    expect(
      joinReads([
        'kubectl --context x describe pods/a -n shop',
        'kubectl --context x describe pods/b -n shop',
        'kubectl --context x describe pods/a -n shop',
        'kubectl --context x describe pods/a -n pay',
        'kubectl --context x get widgets.example.com/a -n shop -o yaml',
        'kubectl --context x get gadgets.example.com/b -n shop -o yaml',
        'kubectl get crd/a -o yaml',
        'kubectl get crd/b -o yaml',
      ]),
    ).toEqual([
      'kubectl --context x describe pods/a pods/b -n shop',
      'kubectl --context x describe pods/a -n pay',
      'kubectl --context x get widgets.example.com/a gadgets.example.com/b -n shop -o yaml',
      'kubectl get crd/a crd/b -o yaml',
    ]);
  });

  it('leaves alone what is not the same for several objects, and names that a shell needs quoted', () => {
    const others = [
      'kubectl get crd,apiservice',
      'kubectl get pods -n shop',
      "kubectl get ns/a -o jsonpath='{.status.conditions}'",
      "kubectl get ns/b -o jsonpath='{.status.conditions}'",
      "kubectl get 'pods/x get y' -n shop",
      "kubectl get 'pods/x get z' -n shop",
      "kubectl patch pods/a -n shop --type=json -p '[]'",
      "kubectl patch pods/b -n shop --type=json -p '[]'",
    ];
    expect(joinReads(others)).toEqual(others);
  });

  it('begins another command after 50 objects', () => {
    const reads = Array.from({ length: 101 }, (_, at) => `kubectl describe pods/p${at} -n shop`);
    const counts = joinReads(reads).map((each) => each.match(/pods\//g)?.length);
    expect(counts).toEqual([50, 50, 1]);
  });
});
