import { WriteRecord } from '../writes/write-record/write-record.ts';

/**
 * Lets a command work with the record in this file, if one is asked for. Rejects with `RecordUnwrittenError` if the record
 * could not be written, whatever the command came to.
 */
export async function withRecord<T>(
  file: string | undefined,
  work: (record: WriteRecord | undefined) => Promise<T>,
): Promise<T> {
  if (file === undefined) return work(undefined);
  const record = await WriteRecord.open(file);
  try {
    return await work(record);
  } finally {
    await record.close();
    record.requireWhole();
  }
}
