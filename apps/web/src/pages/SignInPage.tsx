import './sign-in.css';
import type { SessionState } from '@gcscope/gc-core/wire';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Form, Input, Label, Link, TextField } from 'react-aria-components';
import { landing, signIn } from '../data/session.ts';
import { Command } from '../ui/Command.tsx';
import { IdleButton } from '../ui/IdleButton.tsx';

export interface SignInPageProps {
  readonly session: SessionState;
}

/** Asks who is there, and leads on to where the link led. */
export function SignInPage({ session }: SignInPageProps): ReactNode {
  const isOver = session.signIn === 'none' || session.name !== undefined;
  useEffect(() => {
    if (isOver) window.location.replace(landing(window.location));
  }, [isOver]);
  if (isOver) return null;
  return (
    <main className="sign-in">
      <title>Sign in · gcscope</title>
      <img src="/favicon.svg" width="40" height="40" alt="" />
      <h1>Sign in to gcscope</h1>
      <p>You will see what the cluster lets you list, and nothing else.</p>
      <Way of={session.signIn} />
    </main>
  );
}

function Way({ of }: { readonly of: SessionState['signIn'] }): ReactNode {
  switch (of) {
    case 'token':
      return <TokenForm />;
    case 'oidc':
      return (
        <Link
          className="button"
          data-primary=""
          href={`/sign-in/oidc?to=${encodeURIComponent(landing(window.location))}`}
        >
          Sign in with your organisation
        </Link>
      );
    case 'proxy':
      return (
        <p role="alert">
          The proxy did not say who you are. Sign in there, or open gcscope by the address of the
          proxy.
        </p>
      );
    case 'none':
      return null;
    default:
      return of satisfies never;
  }
}

/** The token is sent once, and kept nowhere in the browser. */
function TokenForm(): ReactNode {
  const [token, setToken] = useState('');
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSending) return;
    setFault(undefined);
    setSending(true);
    signIn(token).then(
      () => window.location.replace(landing(window.location)),
      (error: unknown) => {
        setSending(false);
        setFault(error instanceof Error ? error.message : String(error));
      },
    );
  };
  return (
    <Form className="sign-in-form" onSubmit={submit}>
      <TextField
        className="text-field"
        type="password"
        value={token}
        onChange={setToken}
        isRequired
        autoFocus
      >
        <Label>Token of the cluster</Label>
        <Input autoComplete="off" spellCheck="false" />
      </TextField>
      {fault !== undefined && (
        <p className="sign-in-fault" role="alert">
          {fault}
        </p>
      )}
      <IdleButton className="button" data-primary="" type="submit" isIdle={isSending}>
        Sign in
      </IdleButton>
      <p className="soft">To get a token of a service account:</p>
      <Command
        text="kubectl create token NAME --namespace NAMESPACE"
        what="the command that prints a token"
      />
    </Form>
  );
}
