import './stepper.css';
import { type Playback, type SceneSummary, visibleText } from '@gcscope/gc-core/wire';
import { ArrowLeft } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type Page, useGo, useView, ViewLink } from '../../address/navigation.tsx';
import { formatViewSearch, USUAL_SPEED, type ViewSearch } from '../../address/view-search.ts';
import { GraphCanvas } from '../../map/GraphCanvas.tsx';
import { Banners } from '../../ui/Banners.tsx';
import { KindGlyph } from '../../ui/Marks.tsx';
import { Message } from '../../ui/Message.tsx';
import { Playing } from '../../ui/Playing.tsx';
import { PrintedPicture } from '../../ui/PrintedPicture.tsx';
import { ShareMenu } from '../../ui/ShareMenu.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { shareGraph } from '../../ui/share-graph.ts';
import { useTheme } from '../../ui/theme.ts';
import { useBeyond } from '../../ui/use-beyond.ts';
import { usePlayerKeys } from '../../ui/use-player-keys.ts';
import { useShare } from '../../ui/use-share.ts';
import type { SourceRef } from '../../worker/messages.ts';
import { usePlayerClient } from '../../worker/use-player-client.ts';
import { Beside } from './Beside.tsx';
import { Folds } from './Folds.tsx';
import { PickedObject } from './PickedObject.tsx';
import { PlayerBar } from './PlayerBar.tsx';
import { namedIn, participants, stepToSave } from './participants.ts';
import { howPlayed, PrintedPlace, SideHead } from './SideHead.tsx';
import { StepDetail } from './StepDetail.tsx';
import { StepsAside } from './StepList.tsx';
import { useFolded } from './show-details.ts';
import { SimulationSession } from './simulation-session.ts';
import { type Played, usePlayback, usePlaybackOptions } from './use-playback.ts';
import { usePlayer, useSession, useStepAddress } from './use-session.ts';

export interface StepPlayerProps {
  readonly source: SourceRef;
  /** The page that “Leave” leads to. */
  readonly leave: Page;
  /** Says that nothing real changes. */
  readonly promise: string;
  /** A message above the player. */
  readonly notice?: string;
  /** The scene, if one is played, and the one to go on with. */
  readonly scene?: SceneSummary;
  readonly next?: SceneSummary | undefined;
}

/** A playback to step through: the map, the list of steps, the details of each, and the controls. */
export function StepPlayer({ source, ...rest }: StepPlayerProps): ReactNode {
  const client = usePlayerClient();
  const { options, faults } = usePlaybackOptions();
  const played = useMemo(() => ({ client, source, options }), [client, source, options]);
  const { playback, error, isStale } = usePlayback(played);
  if (error) return <Unplayable error={error} leave={rest.leave} />;
  if (!playback) return <Playing />;
  const all = [...faults, ...(isStale ? [] : playback.faults)];
  return <Stage {...rest} played={played} playback={playback} isStale={isStale} faults={all} />;
}

/** Percent: of a scene, a few objects are on the map, and its story stands in the details. */
const SCENE_DETAILS = 50;

interface StageProps extends Omit<StepPlayerProps, 'source'> {
  readonly played: Played;
  readonly playback: Playback;
  readonly isStale: boolean;
  readonly faults: readonly string[];
}

function Stage({ played, playback, isStale, faults, ...props }: StageProps): ReactNode {
  const { leave, promise, notice, scene, next } = props;
  const address = useView();
  const { selected, intervene, step: startAt, beside, speed = USUAL_SPEED } = address;
  const folded = useFolded();
  const go = useGo();
  const run = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new playback is loaded into the same session.
  const session = useMemo(
    () => new SimulationSession(playback, startAt ?? playback.initialSteps),
    [],
  );
  const { view, step, cursor } = useSession(session);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the participants change with the playback.
  const selector = useMemo(() => participants(session), [session, view]);
  const [share, setShare] = useShare('details', scene && SCENE_DETAILS);
  useEffect(() => session.setSpeed(speed), [session, speed]);
  useEffect(() => () => session.pause(), [session]);
  const fork = played.source.type === 'fork' ? played.source.fork.id : undefined;
  useStepAddress(session, { playback, isStale, fork });
  const onEscape = (): void => {
    if (intervene !== undefined) go({ intervene: undefined }, undefined, { replace: true });
    else if (selected !== undefined) go({ selected: undefined });
    else go({}, leave);
  };
  usePlayerKeys(usePlayer(session), address.legend === 'open' ? undefined : onEscape);
  const beyond = useBeyond(startAt, playback.steps.length);
  // Shown until the user leaves the last step.
  const atEnd = cursor === playback.steps.length ? beyond : [];
  const isSide = beside !== undefined;
  const theme = useTheme();
  const title = `${savedTitle(view, scene)}, step ${cursor}`;
  const toSave = () => stepToSave(title, selector(session.store));
  const acting = { played, scene, next, onActed: () => run.current?.focus() };
  const detail = <StepDetail session={session} {...acting} />;
  const banners = [...(notice === undefined ? [] : [notice]), ...faults, ...atEnd];
  return (
    <main className="column simulate">
      <Head view={view} leave={leave} promise={promise} scene={scene}>
        <Folds />
        <ShareMenu
          link={() => stepLink(played.source, address, cursor)}
          sections={[{ title: 'This step', items: shareGraph(toSave, { theme }) }]}
        />
      </Head>
      <Banners texts={banners} />
      {/* The player bar is at the bottom of the screen, but the keyboard reaches it first. */}
      <PlayerBar session={session} options={played.options} runRef={run} />
      {!isSide && <PrintedPlace session={session} />}
      <div
        className="simulate-body"
        data-beside={beside === undefined ? undefined : ''}
        data-folded={folded.join(' ') || undefined}
        style={{ '--details': `${share}%` } as CSSProperties}
      >
        <div className="simulate-map">
          {isSide && <SideHead session={session} />}
          <PrintedPicture toSave={toSave} />
          <GraphCanvas
            // Both sides of a comparison begin alike.
            key={`${isSide}`}
            store={session.store}
            selector={selector}
            label="Map of the simulation"
            camera={{ about: view.subject, isSide }}
            selected={selected ?? step?.subject?.uid}
            mentioned={selected === undefined && step ? namedIn(step) : undefined}
            onSelect={(uid) => go({ selected: uid })}
            onOpen={(uid) => (scene ? go({ selected: uid }) : go({}, { page: 'object', uid }))}
          />
          {selected !== undefined && (
            <PickedObject session={session} uid={selected} selector={selector} />
          )}
        </div>
        {!folded.includes('details') && (
          <Splitter
            label="Height of the details"
            pane="details"
            orientation="horizontal"
            share={share}
            onShare={setShare}
          />
        )}
        {beside === undefined ? (
          detail
        ) : (
          <Beside session={session} beside={beside} {...acting}>
            {detail}
          </Beside>
        )}
        <StepsAside session={session} next={next} />
      </div>
    </main>
  );
}

/** The title of a playback. */
function titleOf(view: Playback, scene: SceneSummary | undefined): string {
  if (scene) return scene.title;
  const subject = view.subject === undefined ? undefined : subjectOf(view, view.subject);
  return `Simulated ${view.propagationPolicy} delete of ${subject ? `${subject.kind} ${subject.name}` : view.subject}`;
}

/** The title with policy and release: a saved step has no controls that say them. */
function savedTitle(view: Playback, scene: SceneSummary | undefined): string {
  return scene
    ? `${scene.title}, ${howPlayed(view)}`
    : `${titleOf(view, scene)}, Kubernetes ${view.release}`;
}

interface HeadProps {
  readonly view: Playback;
  readonly leave: Page;
  readonly promise: string;
  readonly scene: SceneSummary | undefined;
  readonly children: ReactNode;
}

function Head({ view, leave, promise, scene, children }: HeadProps): ReactNode {
  const subject = view.subject === undefined ? undefined : subjectOf(view, view.subject);
  return (
    <div className="bar toolbar">
      <title>{`${visibleText(titleOf(view, scene))} · gcscope`}</title>
      <ViewLink page={leave} className="button">
        <ArrowLeft size={14} aria-hidden /> {scene ? 'Scenes' : 'Leave'}
      </ViewLink>
      <h1 className="simulate-title">
        {subject && <KindGlyph apiVersion={subject.apiVersion} kind={subject.kind} />}
        {scene ? (
          <span className="cut">{scene.title}</span>
        ) : (
          <span className="cut">
            Simulated <span className="simulate-how">{view.propagationPolicy} delete of </span>
            {subject?.kind} <code>{subject ? subject.name : view.subject}</code>
          </span>
        )}
      </h1>
      <span className="soft simulate-promise">{promise}</span>
      {children}
    </div>
  );
}

function subjectOf(
  { objects }: Playback,
  uid: string,
): { apiVersion: string; kind: string; name: string } | undefined {
  const found = objects.find(({ metadata }) => metadata.uid === uid);
  if (!found) return undefined;
  const { apiVersion, kind, metadata } = found;
  const { namespace = '', name } = metadata;
  return { apiVersion, kind, name: namespace === '' ? name : `${namespace}/${name}` };
}

function Unplayable({ error, leave }: { readonly error: Error; readonly leave: Page }): ReactNode {
  return (
    <Message title="This simulation failed" text={error.message}>
      <ViewLink
        change={{ release: undefined, policy: undefined, actions: undefined, step: undefined }}
        className="button"
      >
        Play the original scene
      </ViewLink>
      <ViewLink page={leave} className="button">
        Leave
      </ViewLink>
    </Message>
  );
}

/** The address of the current step; the browser's address follows with a delay. */
function stepLink(source: SourceRef, view: ViewSearch, cursor: number): string {
  const at = { ...view, step: cursor };
  const path =
    source.type === 'fork'
      ? `/simulate/${encodeURIComponent(source.fork.uid)}${formatViewSearch({ ...at, fork: source.fork.id })}`
      : `/scenes/${encodeURIComponent(source.name)}${formatViewSearch(at)}`;
  return `${window.location.origin}${path}`;
}
