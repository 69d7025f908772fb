import type { CallSender } from './call-sender.ts';
import { readLease } from './leases.ts';

const LEASE = { namespace: 'kube-system', name: 'kube-controller-manager' };

/** Whether a controller manager works on this cluster, as far as its Lease says; `unknown` with the reason. */
export async function controllerManagerAtWork(
  sender: CallSender,
  signal: AbortSignal,
): Promise<'no' | { readonly holder: string } | { readonly unknown: string }> {
  const answer = await readLease(sender, LEASE, signal);
  if (answer.type === 'absent') return 'no';
  if (answer.type !== 'held') {
    return { unknown: 'message' in answer ? answer.message : answer.type };
  }
  const { holderIdentity, renewTime, leaseDurationSeconds } = answer.lease.spec;
  const age = answer.lease.asked - Date.parse(renewTime);
  // One that runs ahead of the server's clock is being renewed all the same.
  const isRenewed = holderIdentity !== '' && age < leaseDurationSeconds * 1000;
  return isRenewed ? { holder: holderIdentity } : 'no';
}
