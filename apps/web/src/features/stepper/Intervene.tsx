import type { Action } from '@gcscope/gc-core/wire';
import { actionsBefore, counted } from '@gcscope/gc-core/wire';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { useGo, useView } from '../../address/navigation.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { actorLook } from './actors.ts';
import { Choices } from './Choices.tsx';
import { type ActionText, describeAction } from './describe-action.ts';
import { lastKnown } from './participants.ts';
import type { SimulationSession } from './simulation-session.ts';
import { formatActions } from './timed-actions.ts';
import { type Played, sourceKey } from './use-playback.ts';
import { useSession } from './use-session.ts';
import { WhatIf } from './WhatIf.tsx';

export interface InterveneProps {
  readonly session: SimulationSession;
  readonly played: Played;
  /** Gives the keyboard back to the player: what was pressed may be gone after it. */
  readonly onActed: () => void;
}

const FOLDED = 6;

/** Actions that unblock a deletion come first. */
const ORDER: readonly Action['type'][] = [
  'removeFinalizer',
  'advance',
  'terminatePod',
  'create',
  'delete',
];

/** The user's choices after this step: actions of other actors, another order of work, edits. */
export function Intervene({ session, played, onActed }: InterveneProps): ReactNode {
  const { selected } = useView();
  const { view, cursor, running } = useSession(session);
  const { client, source, options } = played;
  const go = useGo();
  const uids = [view.subject, selected].filter((uid) => uid !== undefined);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['offers', sourceKey(source), JSON.stringify(options), cursor, ...uids],
    queryFn: () => client.ask({ type: 'offers', source, options, at: cursor, selected: uids }),
    enabled: !running,
    networkMode: 'always',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const act = (action: Action): void => {
    const actions = [...actionsBefore(options.actions, cursor), { at: cursor, act: action }];
    go({ actions: formatActions(actions), step: cursor + 1 });
    onActed();
  };
  /** The steps before the first action stay. */
  const undo = (): void => {
    go({ actions: undefined, step: Math.min(cursor, ...options.actions.map(({ at }) => at)) });
    onActed();
  };
  const actions = (data?.actions ?? []).toSorted(
    (a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type),
  );
  const isEnd = cursor === view.steps.length;
  const describe = (action: Action): ActionText =>
    describeAction(action, (uid) => session.store.records.get(uid) ?? lastKnown(view, uid));
  return (
    <Pane
      label="Other actors"
      title={
        isEnd
          ? `The collector is idle${actions.length > 0 ? ': other actors can act' : ''}`
          : 'Intervene here'
      }
      className="others"
    >
      {error && <p role="alert">{error.message}</p>}
      {/* Until the offers of this step arrive, those of the previous one are shown and cannot be chosen. */}
      <div className="offers" inert={isPlaceholderData}>
        {data && actions.length === 0 && (
          <p className="soft">No other controller has pending work.</p>
        )}
        <Actions actions={actions} describe={describe} onAct={act} />
        {data && data.choices.length > 0 && (
          <Choices choices={data.choices} untried={data.untried} describe={describe} onAct={act} />
        )}
      </div>
      <WhatIf session={session} played={played} onEdit={act} />
      {options.actions.length > 0 && (
        <Button className="button" data-quiet="" onPress={undo}>
          Undo all {counted(options.actions.length, 'action')}
        </Button>
      )}
    </Pane>
  );
}

interface ActionsProps {
  readonly actions: readonly Action[];
  readonly describe: (act: Action) => ActionText;
  readonly onAct: (act: Action) => void;
}

function Actions({ actions, describe, onAct }: ActionsProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? actions : actions.slice(0, FOLDED);
  return (
    <>
      {shown.map((action) => {
        const { actor, text } = describe(action);
        const { glyph: Glyph, word } = actorLook(actor);
        return (
          <Button key={JSON.stringify(action)} className="button" onPress={() => onAct(action)}>
            <Glyph size={13} aria-hidden />
            <span className="hidden-visually">{word}: </span>
            <span className="name">{text}</span>
          </Button>
        );
      })}
      {actions.length > FOLDED && (
        <Button className="button" data-quiet="" onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${actions.length}`}
        </Button>
      )}
    </>
  );
}
