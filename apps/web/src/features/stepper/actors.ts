import type { Actor } from '@gcscope/gc-core/wire';
import { Clock, Network, Scissors, Server, Trash2, User, Wrench } from 'lucide-react';

/** The name and the icon of an actor. */
export interface ActorLook {
  readonly word: string;
  /** Role of the actor in a cluster: continues a sentence. */
  readonly meaning: string;
  readonly glyph: typeof User;
}

const LOOKS: Readonly<Record<Actor, ActorLook>> = {
  user: { word: 'User', meaning: 'sends requests to the API server', glyph: User },
  'graph-builder': {
    word: 'Collector · graph builder',
    meaning:
      'watches the API server, maintains the graph of owners and adds to the two other queues',
    glyph: Network,
  },
  'delete-worker': {
    word: 'Collector · delete worker',
    meaning: 'takes an object from the queue “attempt to delete” and decides whether to delete it',
    glyph: Trash2,
  },
  'orphan-worker': {
    word: 'Collector · orphan worker',
    meaning:
      'takes an owner from the queue “attempt to orphan” and removes the references of its dependents',
    glyph: Scissors,
  },
  kubelet: { word: 'Kubelet', meaning: 'stops the containers of a Pod on its node', glyph: Server },
  controller: {
    word: 'Controller',
    meaning: 'does its own work through the API server, such as the cleanup for a finalizer',
    glyph: Wrench,
  },
  clock: { word: 'Clock', meaning: 'lets time pass', glyph: Clock },
};

/** The look of an actor; the same object every time. */
export function actorLook(actor: Actor): ActorLook {
  return LOOKS[actor];
}
