import { parseJson } from '../../base/parse-json.ts';
import { fieldsOf, textOf } from '../../cluster/answers/decode-meta.ts';
import type { CallSender, NoAnswer } from './call-sender.ts';
import {
  type CallAnswer,
  CollectorCall,
  type LeaseAddress,
  type LeaseSpec,
} from './collector-call.ts';

/** A Lease as it was read. */
export interface HeldLease {
  readonly resourceVersion: string;
  readonly spec: LeaseSpec;
  /** The time of day at the server, in milliseconds. */
  readonly asked: number;
}

/** The answer to a request for a Lease. */
export type LeaseAnswer =
  | { readonly type: 'held'; readonly lease: HeldLease }
  /** Another process was faster. */
  | { readonly type: 'conflict' }
  /** `absent`: there is no such Lease, or, when one is written, no place for it. */
  | { readonly type: 'absent' | 'forbidden' | 'failed'; readonly message: string };

export async function readLease(
  sender: CallSender,
  address: LeaseAddress,
  signal: AbortSignal,
): Promise<LeaseAnswer> {
  return leaseAnswer(await sender.send(CollectorCall.getLease(address), signal));
}

/** Creates a Lease, or replaces it as it was read. */
export async function writeLease(
  sender: CallSender,
  address: LeaseAddress,
  spec: LeaseSpec,
  resourceVersion: string | undefined,
  signal: AbortSignal,
): Promise<LeaseAnswer> {
  const call = CollectorCall.putLease(address, spec, resourceVersion);
  return leaseAnswer(await sender.send(call, signal));
}

function leaseAnswer(answer: CallAnswer | NoAnswer): LeaseAnswer {
  if (answer.type !== 'answer') return { type: 'failed', message: answer.message };
  const body = fieldsOf(parseJson(answer.bytes));
  const { code } = answer;
  const message = `HTTP ${code} ${textOf(body?.message)}`.trim();
  if (code === 403) return { type: 'forbidden', message };
  if (code === 404) return { type: 'absent', message };
  if (code === 409) return { type: 'conflict' };
  if (code < 200 || code > 299 || !body) return { type: 'failed', message };
  const spec = fieldsOf(body.spec) ?? {};
  return {
    type: 'held',
    lease: {
      resourceVersion: textOf(fieldsOf(body.metadata)?.resourceVersion),
      spec: {
        holderIdentity: textOf(spec.holderIdentity),
        leaseDurationSeconds: numberOf(spec.leaseDurationSeconds),
        acquireTime: textOf(spec.acquireTime),
        renewTime: textOf(spec.renewTime),
        leaseTransitions: numberOf(spec.leaseTransitions),
      },
      asked: Date.parse(answer.date ?? '') || Date.now(),
    },
  };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
