import { visibleText } from '@gcscope/gc-core/wire';
import { readPicture, type SavedPicture } from '@gcscope/picture';
import { Memory } from '../../ui/memory.ts';
import { shorten } from '../../ui/shorten.ts';

/** The picture that is open, and why the last file was not opened. */
export interface OpenedPicture {
  readonly picture?: SavedPicture | undefined;
  readonly fault?: string;
}

/** The picture that the user opened. */
export const openedPicture: Memory<OpenedPicture> = new Memory();

/** A picture of all objects that one can carry takes less. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Opens a saved picture; any other file leaves a sentence, and the picture that is open. Never rejects. */
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
      ? {
          picture: openedPicture.get()?.picture,
          fault: `${shorten(visibleText(file.name))} was not opened. ${read.fault}`,
        }
      : { picture: read },
  );
}
