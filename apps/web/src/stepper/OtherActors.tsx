import type { SimulationAction } from '@gcscope/gc-core/wire';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { actInSimulation } from '../api.ts';
import { actionWords } from './action-words.ts';
import { actorLook } from './actors.ts';
import { outcomeOf } from './outcome.ts';
import type { SimulationSession } from './simulation-session.ts';
import { useSession } from './use-session.ts';

const FOLDED = 4;

/** At the end of the steps: how it stands, and what actors beside the collector could do now, as buttons. */
export function OtherActors({ session }: { readonly session: SimulationSession }): ReactNode {
  const { view } = useSession(session);
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (action: SimulationAction) => actInSimulation(view.id, action),
    networkMode: 'always',
    onSuccess: (answer) => session.extend(answer),
  });
  const { gone, waiting } = outcomeOf(view.nodes, session.end);
  const shown = isOpen ? view.actions : view.actions.slice(0, FOLDED);
  return (
    <section className="others" aria-label="Other actors">
      <h2>
        After {view.steps.length} {view.steps.length === 1 ? 'step' : 'steps'} the collector rests:{' '}
        {gone.length} gone, {waiting.length} waiting
      </h2>
      {view.actions.length > 0 && <p className="soft">From there others could act:</p>}
      <div className="other-buttons">
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
              <span className="cut">{text}</span>
            </Button>
          );
        })}
        {view.actions.length > FOLDED && (
          <Button className="button" data-quiet="" onPress={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show all ${view.actions.length}`}
          </Button>
        )}
      </div>
      {error && <p role="alert">{error.message}</p>}
    </section>
  );
}
