import { readPicture, type SavedPicture } from '@gcscope/picture';
import { Memory } from '../../ui/memory.ts';

/** The picture that was opened, or why it was not. */
export type OpenedPicture =
  | { readonly type: 'open'; readonly picture: SavedPicture }
  | { readonly type: 'refused'; readonly fault: string };

/** The last picture that the user opened. */
export const openedPicture: Memory<OpenedPicture> = new Memory();

/** A picture of all objects that one can carry takes less. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Opens a saved picture; what is no picture of gcscope leaves a sentence instead. Never rejects. */
export async function openPicture(file: File): Promise<void> {
  const read =
    file.size > MOST_BYTES
      ? { fault: 'It is larger than 64 MiB.' }
      : await file
          .text()
          .then(readPicture)
          .catch(() => ({ fault: 'The browser could not read it. Open it again.' }));
  openedPicture.set(
    'fault' in read
      ? { type: 'refused', fault: `${file.name} was not opened. ${read.fault}` }
      : { type: 'open', picture: read },
  );
}
