import { joined } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { CircleUser } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { useGo } from '../address/navigation.tsx';
import { sessionQuery, signOut } from '../data/session.ts';
import { useConnection } from '../data/use-graph.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Modal } from '../ui/Modal.tsx';

/** The person who is signed in, the kinds hidden from them, and the button to sign out. Nothing without sign-in. */
export function SessionButton(): ReactNode {
  const { data: session } = useQuery(sessionQuery());
  const [isOpen, setOpen] = useState(false);
  if (session?.name === undefined) return null;
  const close = (): void => setOpen(false);
  return (
    <>
      <IconButton label={`Signed in as ${session.name}`} onPress={() => setOpen(true)}>
        <CircleUser size={16} />
      </IconButton>
      {isOpen && (
        <Modal title="Signed in" onClose={close}>
          <p className="session-name">
            You are <strong>{session.name}</strong>.
          </p>
          <OutOfSight onLeave={close} />
          {session.signIn === 'proxy' ? (
            <p>To sign out, use the proxy in front of gcscope.</p>
          ) : (
            // Loading the page anew leaves nothing of the seen data in it.
            <Button
              className="button"
              onPress={() => void signOut().finally(() => window.location.assign('/'))}
            >
              Sign out
            </Button>
          )}
        </Modal>
      )}
    </>
  );
}

function OutOfSight({ onLeave }: { readonly onLeave: () => void }): ReactNode {
  const go = useGo();
  const kinds = useConnection().health?.kinds ?? [];
  const hidden = kinds.filter(({ state }) => state === 'forbidden').length;
  const partly = kinds.filter(({ namespaces }) => namespaces !== undefined).length;
  if (hidden + partly === 0) return <p>You see every kind of the cluster.</p>;
  const parts = [
    ...(hidden > 0 ? [`${hidden} kinds that you may not list`] : []),
    ...(partly > 0 ? [`${partly} kinds outside of your namespaces`] : []),
  ];
  return (
    <>
      <p>You do not see {joined(parts)}. Verdicts that depend on them are “not verified”.</p>
      <Button
        className="button"
        onPress={() => {
          onLeave();
          go({ dialog: 'kinds' });
        }}
      >
        Show these kinds
      </Button>
    </>
  );
}
