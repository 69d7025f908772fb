import type { Actor } from '@gcscope/gc-core/wire';
import { Clock, Network, Scissors, Server, Trash2, User, Wrench } from 'lucide-react';

/** How an actor is named and drawn. */
export interface ActorLook {
  readonly word: string;
  /** What it does in a cluster, in one line. */
  readonly meaning: string;
  readonly glyph: typeof User;
}

const LOOKS: Readonly<Record<Actor, ActorLook>> = {
  user: { word: 'User', meaning: 'sends requests to the API server', glyph: User },
  'graph-builder': {
    word: 'Graph builder',
    meaning: 'watches the API server, keeps the graph of owners and fills the two other queues',
    glyph: Network,
  },
  'delete-worker': {
    word: 'Delete worker',
    meaning: 'takes an object from the queue “attempt to delete” and decides whether it goes',
    glyph: Trash2,
  },
  'orphan-worker': {
    word: 'Orphan worker',
    meaning: 'takes an owner from the queue “attempt to orphan” and frees its dependents',
    glyph: Scissors,
  },
  kubelet: { word: 'Kubelet', meaning: 'ends the containers of a Pod on its node', glyph: Server },
  controller: {
    word: 'Controller',
    meaning: 'does its work for a finalizer and removes it',
    glyph: Wrench,
  },
  clock: { word: 'Clock', meaning: 'time passes', glyph: Clock },
};

/** The look of an actor; the same object every time. */
export function actorLook(actor: Actor): ActorLook {
  return LOOKS[actor];
}
