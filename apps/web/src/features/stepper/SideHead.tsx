import type { Playback, Step } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useGo } from '../../address/navigation.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { ActorTag } from './ActorTag.tsx';
import { ObjectLink } from './ObjectLinks.tsx';
import { isRelease } from './releases.ts';
import { foldedIn, showDetails, useFolded } from './show-details.ts';
import type { SimulationSession } from './simulation-session.ts';
import { useSession } from './use-session.ts';

/** Names the rules that one side of a comparison follows. */
export function SideName({
  view: { propagationPolicy: policy, release },
}: {
  readonly view: Playback;
}): ReactNode {
  return (
    <strong>
      {policy !== undefined && `${policy} deletion, `}
      <span className="hidden-when-narrow">Kubernetes </span>
      {release}
    </strong>
  );
}

/** `Foreground deletion, Kubernetes v1.36` */
export function howPlayed({ propagationPolicy: policy, release }: Playback): string {
  return `${policy === undefined ? '' : `${policy} deletion, `}Kubernetes ${release}`;
}

interface SideSwitchProps {
  /** The first side. */
  readonly first: Playback;
  /** Policy or release of the other one. */
  readonly beside: string;
  /** The side whose details are shown. */
  readonly view: Playback;
  readonly onChosen: () => void;
}

/** The choice of the side whose details a comparison shows; a press shows those of a side, also where the details are folded. */
export function SideSwitch({ first, beside, view, onChosen }: SideSwitchProps): ReactNode {
  const go = useGo();
  const isPrinting = usePrinting();
  const { release, propagationPolicy = release } = first;
  const folded = useFolded();
  const choose = (side: 'other' | undefined): void => {
    go({ side, ...foldedIn(showDetails(folded), true) }, undefined, { replace: true });
    onChosen();
  };
  return (
    <div className="detail-sentence side-switch">
      Details of{' '}
      {isPrinting ? (
        <SideName view={view} />
      ) : (
        <ToggleButtonGroup
          className="switch"
          aria-label="Details of"
          disallowEmptySelection
          selectedKeys={[view === first ? 'first' : 'other']}
        >
          <ToggleButton id="first" className="button" onPress={() => choose(undefined)}>
            {isRelease(beside) ? release : propagationPolicy}
          </ToggleButton>
          <ToggleButton id="other" className="button" onPress={() => choose('other')}>
            {beside}
          </ToggleButton>
        </ToggleButtonGroup>
      )}
    </div>
  );
}

/** The event of a step on one side of a comparison; nothing before the first. */
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

interface SessionProps {
  readonly session: SimulationSession;
}

/** The rules that a simulation follows, and its current step. */
function Place({ session }: SessionProps): ReactNode {
  const { view, cursor } = useSession(session);
  return (
    <>
      <SideName view={view} />{' '}
      <span className="soft">
        step {cursor} of {view.steps.length}
      </span>
    </>
  );
}

/** The place on paper, where no controls say it. */
export function PrintedPlace({ session }: SessionProps): ReactNode {
  return usePrinting() ? (
    <p className="printed-note">
      <Place session={session} />
    </p>
  ) : null;
}

/** The head of the left side of a comparison. */
export function SideHead({ session }: SessionProps): ReactNode {
  const { step } = useSession(session);
  return (
    <header className="beside-head">
      <Place session={session} />
      <SideStep step={step} />
    </header>
  );
}
