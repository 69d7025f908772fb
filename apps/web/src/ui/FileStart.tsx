import './file-start.css';
import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';

export interface FileStartProps {
  readonly title: string;
  /** The heading, and what the page makes of the file. */
  readonly about: ReactNode;
  /** What to drop, as the beginning of a sentence that ends with the button. */
  readonly label: string;
  /** Endings of the names of such files. */
  readonly endings: readonly string[];
  /** What the file has to be. */
  readonly form: ReactNode;
  readonly onFile: (file: File) => void;
  /** Why a file was not opened. */
  readonly fault: string | undefined;
  /** The address says something of a file, too. */
  readonly isOfLink: boolean;
  /** Other things to open. */
  readonly children?: ReactNode;
}

/** A page that opens a file: drop it, or choose it. */
export function FileStart(props: FileStartProps): ReactNode {
  const { title, about, label, endings, form, onFile, fault, isOfLink, children } = props;
  return (
    <main className="file-start">
      <title>{`${title} · gcscope`}</title>
      {about}
      {isOfLink && (
        <p role="status">
          This link belongs to a file, which links do not contain. Open the file here to see the
          same view.
        </p>
      )}
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
        <p className="soft">{form}</p>
      </DropZone>
      {fault !== undefined && (
        <p role="alert" className="caution file-fault">
          {fault}
        </p>
      )}
      {children}
    </main>
  );
}
