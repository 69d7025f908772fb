/** The record cannot be written, so no further write may be sent. Its message is one sentence. */
export class RecordUnwrittenError extends Error {
  override readonly name = 'RecordUnwrittenError';
}

/** The file is no whole record of writes, so it is not continued. Its message says what is wrong and what to do. */
export class RecordBrokenError extends Error {
  override readonly name = 'RecordBrokenError';
}

const WHYS = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the quota of the disk is used up'],
  ['EFBIG', 'the file has reached the largest size that is allowed'],
  ['EACCES', 'no permission'],
  ['EROFS', 'the filesystem is read-only'],
  ['ENOENT', 'its folder does not exist'],
  ['EISDIR', 'it is a folder'],
]);

/** The error about a fault of the file, for people. */
export function unwritten(file: string, error: unknown): RecordUnwrittenError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = WHYS.get(code) ?? (error instanceof Error ? error.message : String(error));
  return new RecordUnwrittenError(
    `The record of writes ${file} cannot be written: ${why}. gcscope sends no write that it cannot record.`,
  );
}
