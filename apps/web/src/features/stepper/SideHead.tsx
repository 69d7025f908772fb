import type { Playback, Step } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { ActorTag } from './ActorTag.tsx';
import { ObjectLink } from './ObjectLinks.tsx';
import type { SimulationSession } from './simulation-session.ts';
import { useSession } from './use-session.ts';

/** Whose rules one side of a comparison follows, in words. */
export function SideName({ view }: { readonly view: Playback }): ReactNode {
  return <strong>{howPlayed(view)}</strong>;
}

/** `Foreground deletion, Kubernetes v1.36` */
export function howPlayed({ propagationPolicy: policy, release }: Playback): string {
  return `${policy === undefined ? '' : `${policy} deletion, `}Kubernetes ${release}`;
}

/** What happens in a step on one side of a comparison; nothing before the first. */
export function SideStep({ step }: { readonly step: Step | undefined }): ReactNode {
  return (
    <p className="beside-step">
      {step && (
        <>
          <ActorTag actor={step.actor} /> <Sentence text={step.sentence} Link={ObjectLink} />{' '}
          <RuleLink rule={step.rule} />
        </>
      )}
    </p>
  );
}

/** The head of the left side of a comparison. */
export function SideHead({ session }: { readonly session: SimulationSession }): ReactNode {
  const { view, cursor, step } = useSession(session);
  return (
    <header className="beside-head">
      <SideName view={view} />{' '}
      <span className="soft">
        step {cursor} of {view.steps.length}
      </span>
      <SideStep step={step} />
    </header>
  );
}
