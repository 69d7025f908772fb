import './saved-views.css';
import { visibleText } from '@gcscope/gc-core/wire';
import { Check, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, Form, Input, Label, TextField } from 'react-aria-components';
import { useOpenHref, useViewHref } from '../../address/navigation.tsx';
import {
  forgetView,
  renameView,
  type SavedView,
  saveView,
  useSavedViews,
} from '../../address/saved-views.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Modal } from '../../ui/Modal.tsx';

/** Saves the view under a name, and opens, renames and deletes those that were saved. */
export function SavedViewsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const views = useSavedViews();
  const here = useViewHref();
  const known = views.find(({ href }) => href === here);
  return (
    <Modal title="Saved views" onClose={onClose}>
      {known ? (
        <p className="soft">This view is saved as “{visibleText(known.name)}”.</p>
      ) : (
        <NameForm
          label="Name of this view"
          button="Save"
          onName={(name) => saveView({ name, href: here })}
        />
      )}
      {views.length === 0 ? (
        <p className="soft">
          A saved view is a link with a name: filters, map or list, what is selected. This browser
          keeps it; the search offers it.
        </p>
      ) : (
        <ul className="saved-views">
          {views.map((view) => (
            <Saved key={view.name} view={view} />
          ))}
        </ul>
      )}
    </Modal>
  );
}

function Saved({ view }: { readonly view: SavedView }): ReactNode {
  const [isRenaming, setRenaming] = useState(false);
  const open = useOpenHref();
  const name = visibleText(view.name);
  if (isRenaming) {
    return (
      <li>
        <NameForm
          label={`New name of ${name}`}
          button="Rename"
          start={view.name}
          onName={(next) => {
            renameView(view, next);
            setRenaming(false);
          }}
        />
      </li>
    );
  }
  return (
    <li>
      <Button className="plain-button saved-view" onPress={() => open(view.href)}>
        <span className="cut">{name}</span>
        <span className="soft cut">{describeHref(view.href)}</span>
      </Button>
      <IconButton label={`Rename ${name}`} onPress={() => setRenaming(true)}>
        <Pencil size={14} />
      </IconButton>
      <IconButton label={`Delete the saved view ${name}`} onPress={() => forgetView(view)}>
        <Trash2 size={14} />
      </IconButton>
    </li>
  );
}

interface NameFormProps {
  readonly label: string;
  readonly button: string;
  readonly start?: string;
  readonly onName: (name: string) => void;
}

function NameForm({ label, button, start = '', onName }: NameFormProps): ReactNode {
  const [name, setName] = useState(start);
  return (
    <Form
      className="save-view"
      onSubmit={(event) => {
        event.preventDefault();
        onName(name);
        setName('');
      }}
    >
      <TextField className="text-field" value={name} onChange={setName} autoFocus maxLength={100}>
        <Label>{label}</Label>
        <Input />
      </TextField>
      <Button type="submit" className="button" isDisabled={name.trim() === ''}>
        <Check size={14} aria-hidden /> {button}
      </Button>
    </Form>
  );
}

/** The link as people read it. */
function describeHref(href: string): string {
  try {
    return visibleText(decodeURIComponent(href));
  } catch {
    return visibleText(href);
  }
}
