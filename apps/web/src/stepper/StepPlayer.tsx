import type { SimulationView } from '@gcscope/gc-core/wire';
import { ArrowLeft } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from 'react';
import { GraphCanvas } from '../map/GraphCanvas.tsx';
import { useGo, useView, ViewLink } from '../navigation.tsx';
import { KindGlyph } from '../ui/Marks.tsx';
import { rememberedShare, rememberShare } from './detail-share.ts';
import { ObjectNames } from './object-names.ts';
import type { OpenSimulation } from './open-simulation.ts';
import { PickedObject } from './PickedObject.tsx';
import { PlayerBar } from './PlayerBar.tsx';
import { participants } from './participants.ts';
import { Splitter } from './Splitter.tsx';
import { StepDetail } from './StepDetail.tsx';
import { StepList } from './StepList.tsx';
import { SimulationSession } from './simulation-session.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useSession, useStepAddress } from './use-session.ts';

const PAGE_TIMER = {
  set: (callback: () => void, millis: number): number => window.setTimeout(callback, millis),
  clear: (timer: number): void => window.clearTimeout(timer),
};

/** A simulation to walk through: the map of a fork that moves with the steps, their list, what each did, the controls. */
export function StepPlayer({ opened }: { readonly opened: OpenSimulation }): ReactNode {
  const { selected, step: startAt } = useView();
  const go = useGo();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says where to start.
  const session = useMemo(
    () => new SimulationSession(opened.view, PAGE_TIMER, startAt ?? 0),
    [opened],
  );
  const { view, step } = useSession(session);
  const names = useMemo(() => new ObjectNames(view), [view]);
  const choose = useMemo(() => participants(opened.view), [opened]);
  const [share, setShare] = useState(rememberedShare);
  useEffect(() => rememberShare(share), [share]);
  useEffect(() => () => session.pause(), [session]);
  useStepAddress(session);
  usePlayerKeys(session, () => {
    if (selected !== undefined) go({ selected: undefined });
    else go({ camera: undefined }, { page: 'object', uid: view.uid });
  });
  return (
    <main className="simulate">
      <Head view={view} />
      {opened.isAnew && (
        <p className="banner" role="status">
          The simulation of this link is no longer known. This one was made anew from the cluster as
          it is now; actions taken in the old one are not in it.
        </p>
      )}
      <div className="simulate-body" style={{ '--details': `${share}%` } as CSSProperties}>
        <div className="simulate-map">
          <GraphCanvas
            store={session.store}
            choose={choose}
            label="Map of the simulation"
            camera="overview"
            selected={selected ?? step?.subject?.uid}
            onSelect={(uid) => go({ selected: uid })}
            onOpen={(uid) => go({ selected: undefined }, { page: 'object', uid })}
          />
          {selected !== undefined && <PickedObject session={session} uid={selected} />}
        </div>
        <Splitter share={share} onShare={setShare} />
        <StepDetail session={session} names={names} />
        <StepList session={session} names={names} />
      </div>
      <PlayerBar session={session} />
    </main>
  );
}

function Head({ view }: { readonly view: SimulationView }): ReactNode {
  const subject = view.nodes.find(({ uid }) => uid === view.uid);
  return (
    <div className="toolbar">
      <ViewLink
        page={{ page: 'object', uid: view.uid }}
        change={{ selected: undefined, camera: undefined }}
        className="button"
      >
        <ArrowLeft size={14} aria-hidden /> Leave
      </ViewLink>
      <h1 className="simulate-title">
        {subject && <KindGlyph apiVersion={subject.apiVersion} kind={subject.kind} />}
        <span className="cut">
          Simulated <span className="simulate-how">{view.propagationPolicy} delete of </span>
          {subject?.kind} <code>{subjectName(view)}</code>
        </span>
      </h1>
      <span className="soft simulate-promise">Nothing in the cluster changes.</span>
    </div>
  );
}

function subjectName(view: SimulationView): string {
  const subject = view.nodes.find(({ uid }) => uid === view.uid);
  if (!subject) return view.uid;
  return subject.namespace === '' ? subject.name : `${subject.namespace}/${subject.name}`;
}
