import type { Playback, PlaybackOptions, PropagationPolicy } from '@gcscope/gc-core/wire';
import { counted, PROPAGATION_POLICIES, visibleText } from '@gcscope/gc-core/wire';
import { type PropsWithChildren, type ReactNode, useEffect, useMemo } from 'react';
import { useGo, useView } from '../../address/navigation.tsx';
import { GraphCanvas } from '../../map/GraphCanvas.tsx';
import { PrintedPicture } from '../../ui/PrintedPicture.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';
import { useWindow } from '../../ui/use-window.ts';
import { differenceInEnd, differenceInOrder } from './difference-in-end.ts';
import { PickedObject } from './PickedObject.tsx';
import { namedIn, participants, stepToSave } from './participants.ts';
import { isRelease, RELEASES } from './releases.ts';
import { howPlayed, SideName, SideStep } from './SideHead.tsx';
import { StepDetail, type StepDetailProps } from './StepDetail.tsx';
import { SimulationSession } from './simulation-session.ts';
import { usePlayback } from './use-playback.ts';
import { useSession } from './use-session.ts';

/** Objects listed at once. */
const LISTED = 50;

export interface BesideProps
  extends Pick<StepDetailProps, 'played' | 'scene' | 'next' | 'onActed'> {
  /** The session whose steps this one follows. */
  readonly session: SimulationSession;
  /** Another policy or release. */
  readonly beside: string;
}

/**
 * The other side: the playback with another policy or release, at the same step, and the differences. Its children are the details of the
 * first side; those of the other one replace them if the address asks for it.
 */
export function Beside({ children, ...props }: PropsWithChildren<BesideProps>): ReactNode {
  const { side } = useView();
  const { playback, message } = useBeside(props);
  if (!playback) {
    return (
      <>
        <p className="beside message" role="status">
          {message}
        </p>
        {children}
      </>
    );
  }
  return (
    <BesideStage key={props.beside} {...props} playback={playback} isDetailed={side === 'other'}>
      {children}
    </BesideStage>
  );
}

/** The playback of the other side, or why there is none. */
function useBeside({ played, beside }: BesideProps): {
  readonly playback?: Playback | undefined;
  readonly message: string;
} {
  const { options } = played;
  const other = useMemo(() => otherOptions(options, beside), [options, beside]);
  const { playback, error } = usePlayback({ ...played, options: other ?? options });
  if (other) return { playback, message: error?.message ?? 'Simulating…' };
  const known = [...PROPAGATION_POLICIES, ...RELEASES].join(', ');
  return { message: `“${visibleText(beside)}” is not a policy or a release. Known: ${known}.` };
}

function otherOptions(options: PlaybackOptions, beside: string): PlaybackOptions | undefined {
  if (isRelease(beside)) return { ...options, release: beside };
  const policy = PROPAGATION_POLICIES.find((each): each is PropagationPolicy => each === beside);
  return policy && { ...options, propagationPolicy: policy };
}

interface BesideStageProps extends BesideProps {
  readonly playback: Playback;
  /** Whether its details are shown. */
  readonly isDetailed: boolean;
}

function BesideStage({
  playback,
  isDetailed,
  children,
  session: leader,
  ...props
}: PropsWithChildren<BesideStageProps>): ReactNode {
  const { beside } = props;
  const { selected } = useView();
  const go = useGo();
  const { cursor, view, step: leading } = useSession(leader);
  const session = useMemo(() => new SimulationSession(playback), [playback]);
  useEffect(() => session.jump(cursor), [session, cursor]);
  const state = useSession(session);
  const selector = useMemo(() => participants(session), [session]);
  const lines = useMemo(() => differenceInEnd(view, playback), [view, playback]);
  const order = useMemo(() => differenceInOrder(view, playback), [view, playback]);
  const last = playback.steps.length;
  // Once it has ended, it shows what becomes of the object on the other side.
  const shown = cursor > last ? leading : state.step;
  // Two small maps, of which each shows little, show the same place.
  const isNarrow = useWindow('narrow');
  return (
    <>
      <section className="beside" aria-label={`Comparison: ${beside}`}>
        <header className="beside-head">
          <SideName view={playback} />{' '}
          <span className="soft">
            {cursor > last
              ? `ended after ${counted(last, 'step', 'steps')}`
              : `step ${state.cursor} of ${last}`}
            {isRelease(beside) &&
              view.propagationPolicy !== playback.propagationPolicy &&
              `; ${beside} has no ${view.propagationPolicy}`}
          </span>
          <SideStep step={cursor > last ? undefined : state.step} />
        </header>
        <PrintedPicture
          toSave={() =>
            stepToSave(`${howPlayed(playback)}, step ${state.cursor}`, selector(session.store))
          }
        />
        <div className="beside-map">
          <GraphCanvas
            store={session.store}
            selector={selector}
            label="Map of the other simulation"
            camera={{ about: playback.subject, isSide: true }}
            selected={selected ?? shown?.subject?.uid}
            mentioned={selected === undefined && shown ? namedIn(shown) : undefined}
            instead={isNarrow && selected === undefined ? leading?.subject?.uid : undefined}
            onSelect={(uid) => go({ selected: uid })}
            onOpen={(uid) => go({ selected: uid })}
          />
        </div>
        {selected !== undefined && (
          <PickedObject
            session={session}
            uid={selected}
            selector={selector}
            label="Selected object on the other side"
          />
        )}
      </section>
      <section className="beside-end" aria-label="Ends compared">
        <Difference lines={lines} order={order} beside={beside} />
      </section>
      {isDetailed ? <StepDetail {...props} session={session} leader={leader} /> : children}
    </>
  );
}

interface DifferenceProps {
  readonly lines: readonly string[];
  /** Difference in the order of removals. */
  readonly order: string | undefined;
  readonly beside: string;
}

/**
 * The differences. Above the maps, the first object that ends otherwise has room, between a map and the controls of a narrow page none; the
 * others are a press away.
 */
function Difference({ lines, order, beside }: DifferenceProps): ReactNode {
  const isNarrow = useWindow('narrow');
  if (lines.length === 0) return <SameEnds order={order} beside={beside} isNarrow={isNarrow} />;
  const said = isNarrow ? 0 : 1;
  const count = counted(lines.length, 'object ends', 'objects end');
  const words = [`With ${beside}, ${count} differently`, ...lines.slice(0, said)].join(': ');
  const more = lines.slice(said);
  if (more.length === 0) return <p>{words}</p>;
  return (
    <Unfolding
      words={
        <>
          {words}
          {said > 0 && <span className="one-piece">; {more.length} more</span>}
        </>
      }
    >
      <Others lines={more} />
    </Unfolding>
  );
}

function SameEnds({
  order,
  beside,
  isNarrow,
}: Omit<DifferenceProps, 'lines'> & { readonly isNarrow: boolean }): ReactNode {
  if (order === undefined) return <p>With {beside}, every object ends the same.</p>;
  if (!isNarrow) {
    return (
      <p>
        With {beside}, every object ends the same, but {order}.
      </p>
    );
  }
  return (
    <Unfolding words={`With ${beside}, the same ends in another order`}>
      <Others lines={[order]} />
    </Unfolding>
  );
}

/** Content that a press unfolds. */
function Unfolding({
  words,
  children,
}: PropsWithChildren<{ readonly words: ReactNode }>): ReactNode {
  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' });
      }}
    >
      <summary>{words}</summary>
      {children}
    </details>
  );
}

function Others({ lines }: { readonly lines: readonly string[] }): ReactNode {
  const [listed, more] = useShortened(lines, 'objects', LISTED);
  return (
    <>
      <ul>
        {listed.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {more}
    </>
  );
}
