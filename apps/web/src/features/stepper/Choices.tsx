import { type Action, type Choice, describeOrder } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { IdleButton } from '../../ui/IdleButton.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { actorLook } from './actors.ts';
import type { ActionText } from './describe-action.ts';
import { ObjectLink } from './ObjectLinks.tsx';

export interface ChoicesProps {
  readonly choices: readonly Choice[];
  readonly untried: boolean;
  readonly describe: (act: Action) => ActionText;
  readonly onAct: (act: Action) => void;
}

/** Chooses which worker acts next, and how far: a real collector may take any of these orders. */
export function Choices({ choices, untried, describe, onAct }: ChoicesProps): ReactNode {
  const matters = choices.some(({ difference }) => difference !== undefined);
  return (
    <section aria-label="Who acts next" className="choices">
      <h3>Who acts next</h3>
      <p className="soft">{describeOrder(untried ? 'untried' : matters ? 'outcome' : 'nothing')}</p>
      {choices.map((choice) => {
        const { act, byDefault, difference } = choice;
        const { actor, text } = describe(act);
        const { glyph: Glyph } = actorLook(actor);
        return (
          <div key={JSON.stringify(act)}>
            {act.pauses ? (
              <Button className="button stand" data-quiet="" onPress={() => onAct(act)}>
                <span className="hidden-visually">{text} </span>
                {describePause(choice)}
              </Button>
            ) : (
              <IdleButton className="button" isIdle={byDefault} onPress={() => onAct(act)}>
                <Glyph size={13} aria-hidden />
                <span className="name">{text}</span>
                {byDefault && <span className="soft">by default</span>}
              </IdleButton>
            )}
            {difference !== undefined && (
              <p className="difference">
                <Sentence text={difference} Link={ObjectLink} />
              </p>
            )}
          </div>
        );
      })}
    </section>
  );
}

function describePause({ between }: Choice): string {
  if (!between) return 'and pauses after one request';
  const [sent, next] = between;
  return sent === next
    ? `and pauses between two ${sent}s`
    : `and pauses between ${sent} and ${next}`;
}
