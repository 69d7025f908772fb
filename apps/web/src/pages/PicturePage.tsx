import '../features/object/object.css';
import { absentIn, visibleText } from '@gcscope/gc-core/wire';
import { ALL_OPEN, type SavedPicture } from '@gcscope/picture';
import { FileUp } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { useGo, useView } from '../address/navigation.tsx';
import { GraphStore } from '../data/graph-store.ts';
import { type Selector, toggled, wholeGraph } from '../data/selection.ts';
import { openedPicture, openPicture } from '../features/share/open-picture.ts';
import { SavedObject, SavedObjects } from '../features/share/SavedObjects.tsx';
import { GraphCanvas } from '../map/GraphCanvas.tsx';
import type { Stacks } from '../map/use-stacks.ts';
import { dateAndTime } from '../ui/clock-time.ts';
import { FileDrop, FileFault } from '../ui/FileStart.tsx';
import { useMemory } from '../ui/memory.ts';
import { ViewSwitch } from '../ui/ViewSwitch.tsx';
import { Workspace } from '../ui/Workspace.tsx';

/** A saved picture, or the page that opens one. */
export function PicturePage(): ReactNode {
  const { picture, fault } = useMemory(openedPicture) ?? {};
  if (picture) return <Picture picture={picture} fault={fault} />;
  return <OpenPicture fault={fault} />;
}

function OpenPicture({ fault }: { readonly fault: string | undefined }): ReactNode {
  const { selected } = useView();
  return (
    <main className="file-start">
      <title>Saved picture · gcscope</title>
      <h1>Saved picture</h1>
      <p>
        Shows the objects of a picture as they were when it was saved. You need no connection to the
        cluster.
      </p>
      {selected !== undefined && (
        <p role="status">
          This link does not contain the file that it shows. Open the file here to see the same
          view.
        </p>
      )}
      <FileDrop
        label="Drop an SVG picture here, or"
        endings={['.svg']}
        onFile={(file) => void openPicture(file)}
      >
        An SVG that gcscope saved: from <em>Share</em>, <code>/graph.svg</code> or{' '}
        <code>gcscope graph -o svg</code>. The file stays in this browser.
      </FileDrop>
      <FileFault fault={fault} />
    </main>
  );
}

interface PictureProps {
  readonly picture: SavedPicture;
  /** The reason why a file that was dropped on it was not opened. */
  readonly fault: string | undefined;
}

function Picture({ picture, fault }: PictureProps): ReactNode {
  const { view, records } = picture;
  const { selected, camera } = useView();
  const go = useGo();
  const store = useMemo(() => new GraphStore(records), [records]);
  const absent = useMemo(() => absentIn(view), [view]);
  const isSimulated = view.simulated === true;
  // An object deleted in a simulation looks as in the player; one deleted in the cluster looks as it was.
  const isPast = absent.size > 0 && !isSimulated;
  const selector = useMemo<Selector>(
    () => wholeGraph(absent, isPast, view.focus, new Set(view.context)),
    [absent, isPast, view.focus, view.context],
  );
  const stacks = useSavedStacks(picture);
  const graph = { store, absent };
  const title = visibleText(view.title);
  return (
    <>
      <title>{`${title}, saved picture · gcscope`}</title>
      <section className="bar toolbar" aria-label="The saved picture">
        <div className="picture-head">
          <h1 className="cut">{title}</h1>
          <p className="soft" role="status">
            Saved <time dateTime={view.savedAt}>{dateAndTime(view.savedAt)}</time>.{' '}
            {isSimulated
              ? 'You see a step of a simulation. It changed nothing in the cluster.'
              : 'You see the cluster as it was then.'}
          </p>
        </div>
        <Button
          className="button"
          onPress={() => {
            openedPicture.set(undefined);
            go({ selected: undefined, camera: undefined });
          }}
        >
          <FileUp size={14} aria-hidden /> Open another
        </Button>
        <ViewSwitch />
      </section>
      <FileFault fault={fault} />
      <Workspace
        right={selected !== undefined && <SavedObject {...graph} uid={selected} />}
        list={<SavedObjects {...graph} />}
        map={
          <GraphCanvas
            store={store}
            selector={selector}
            label="Map of the saved picture"
            selected={selected}
            onSelect={(uid) => go({ selected: uid })}
            onOpen={(uid) => go({ selected: uid })}
            camera={camera}
            onCamera={(at) => go({ camera: at }, undefined, { replace: true })}
            stacks={stacks}
            nothing="The picture shows no objects."
          />
        }
      />
    </>
  );
}

/** Siblings stack as when the picture was saved, until the person opens them; links do not hold this, as they hold no file. */
function useSavedStacks(picture: SavedPicture): Stacks {
  const { view, openStacks = view.simulated ? [ALL_OPEN] : [] } = picture;
  const [changed, setChanged] = useState({ picture, open: openStacks });
  const open = changed.picture === picture ? changed.open : openStacks;
  const stacking = useMemo(
    () => (open.includes(ALL_OPEN) ? undefined : { open, apart: view.focus }),
    [open, view.focus],
  );
  return {
    stacking,
    onToggle: (id) => setChanged({ picture, open: toggled(open, id) }),
    onOpenAll: (all) => setChanged({ picture, open: all ? [ALL_OPEN] : [] }),
  };
}
