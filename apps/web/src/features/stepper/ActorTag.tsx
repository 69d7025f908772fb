import type { Actor } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { actorLook } from './actors.ts';

/** An actor with its icon; its role on hover. */
export function ActorTag({ actor }: { readonly actor: Actor }): ReactNode {
  const { word, meaning, glyph: Glyph } = actorLook(actor);
  return (
    <span
      className="caption actor"
      data-actor={actor}
      title={`The ${word.toLowerCase()} ${meaning}.`}
    >
      <Glyph size={13} aria-hidden />
      {word}
    </span>
  );
}
