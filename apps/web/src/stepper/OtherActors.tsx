import type { SimulationAction } from '@gcscope/gc-core/wire';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { ApiError, actInSimulation } from '../api.ts';
import { actionWords } from './action-words.ts';
import { actorLook } from './actors.ts';
import { SIMULATE } from './open-simulation.ts';
import { Pane } from './Pane.tsx';
import type { SimulationSession } from './simulation-session.ts';
import { useSession } from './use-session.ts';

export interface OtherActorsProps {
  readonly session: SimulationSession;
}

const FOLDED = 6;

/** What leads on most comes first. */
const ORDER: readonly SimulationAction['type'][] = [
  'removeFinalizer',
  'advance',
  'terminatePod',
  'delete',
];

/** Once the collector rests: what other actors could do, as buttons. */
export function OtherActors({ session }: OtherActorsProps): ReactNode {
  const { view } = useSession(session);
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (action: SimulationAction) => actInSimulation(view.id, action),
    networkMode: 'always',
    onSuccess: (answer) => session.extend(answer),
  });
  const actions = view.actions.toSorted((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
  const shown = isOpen ? actions : actions.slice(0, FOLDED);
  return (
    <Pane
      label="Other actors"
      title={`The collector rests${actions.length > 0 ? ': others can act' : ''}`}
      className="others"
    >
      {actions.length === 0 && <p className="soft">Nobody else has anything to do.</p>}
      {shown.map((action) => {
        const { actor, text } = actionWords(action, (uid) => session.end.get(uid), view.uid);
        const { glyph: Glyph, word } = actorLook(actor);
        return (
          <Button
            key={JSON.stringify(action)}
            className="button"
            isDisabled={isPending}
            onPress={() => mutate(action)}
          >
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
      {error && (
        <div role="alert">
          <p>{error.message}</p>
          {error instanceof ApiError && error.code === 'simulation-unknown' && (
            <Button
              className="button"
              onPress={() => void client.resetQueries({ queryKey: [SIMULATE] })}
            >
              Simulate anew
            </Button>
          )}
        </div>
      )}
    </Pane>
  );
}
