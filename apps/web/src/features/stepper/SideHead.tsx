import type { Playback } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import type { SimulationSession } from './simulation-session.ts';
import { useSession } from './use-session.ts';

/** Whose rules one side of a comparison follows, in words. */
export function SideName({
  view,
}: {
  readonly view: Pick<Playback, 'propagationPolicy' | 'release'>;
}): ReactNode {
  const { propagationPolicy: policy, release } = view;
  return (
    <strong>
      {policy === undefined ? '' : `${policy} deletion, `}Kubernetes {release}
    </strong>
  );
}

/** The head of the left side of a comparison; its step is described below both. */
export function SideHead({ session }: { readonly session: SimulationSession }): ReactNode {
  const { view, cursor } = useSession(session);
  return (
    <header className="beside-head">
      <SideName view={view} />{' '}
      <span className="soft">
        step {cursor} of {view.steps.length}
      </span>
    </header>
  );
}
