import { open } from 'node:fs/promises';

/** The verbs of requests that change something. */
export const WRITES: readonly string[] = [
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
];

/** One line of the API server's audit log; only what tests read. */
export interface AuditEvent {
  readonly verb: string;
  readonly requestURI: string;
  readonly stage: string;
  readonly user: { readonly username: string };
  readonly userAgent?: string;
  readonly objectRef?: {
    readonly resource?: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly uid?: string;
    readonly subresource?: string;
  };
  readonly responseStatus?: { readonly code?: number };
  /** The body of a write: the object, the patch or the DeleteOptions. */
  readonly requestObject?: unknown;
  readonly requestReceivedTimestamp: string;
}

/** A part of the audit log and the byte where the next part begins. */
export interface AuditPart {
  readonly events: readonly AuditEvent[];
  readonly end: number;
}

/**
 * The events that begin at byte `from`, oldest answer first. A line that is still being written is
 * left to the next part. Rejects when the file ends before `from`.
 */
export async function readAuditLog(file: string, from: number): Promise<AuditPart> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size < from) throw new Error(`${file} was rotated: it ends before byte ${from}.`);
    const bytes = Buffer.alloc(size - from);
    await handle.read(bytes, 0, bytes.length, from);
    const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
    const lines = whole
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
    return {
      events: lines.map((line) => JSON.parse(line) as AuditEvent),
      end: from + whole.length,
    };
  } finally {
    await handle.close();
  }
}
