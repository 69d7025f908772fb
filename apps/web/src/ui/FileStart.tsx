import './file-start.css';
import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';

export interface FileDropProps {
  /** The thing to drop, as the beginning of a sentence that ends with the button. */
  readonly label: string;
  /** Endings of the names of such files. */
  readonly endings: readonly string[];
  readonly onFile: (file: File) => void;
  /** Requirements of the file. */
  readonly children: ReactNode;
}

/** The place for a file: drop it, or choose it. */
export function FileDrop({ label, endings, onFile, children }: FileDropProps): ReactNode {
  return (
    <DropZone
      className="file-drop"
      onDrop={(event) => {
        const dropped = event.items.find(isFileDropItem);
        if (dropped) void dropped.getFile().then(onFile);
      }}
    >
      <FileUp size={26} aria-hidden />
      <Text slot="label">{label}</Text>
      <FileTrigger
        acceptedFileTypes={[...endings]}
        onSelect={(files) => {
          const [file] = files ?? [];
          if (file) onFile(file);
        }}
      >
        <Button className="button" data-primary="">
          Open a file
        </Button>
      </FileTrigger>
      <p className="soft">{children}</p>
    </DropZone>
  );
}

/** The reason why a file was not opened. */
export function FileFault({ fault }: { readonly fault: string | undefined }): ReactNode {
  return fault === undefined ? null : (
    <p role="alert" className="caution file-fault">
      {fault}
    </p>
  );
}
