import type { Answered, Answers, Asked, Question } from './messages.ts';
import workerUrl from './player-worker.ts?worker&url';
import { trusted } from './trusted-script.ts';

/** The player's worker as the page sees it: starts with the first question, and again after it was stopped. */
export class PlayerClient {
  readonly #waiting = new Map<
    number,
    { resolve: (answer: never) => void; reject: (error: Error) => void }
  >();
  #worker: Worker | undefined;
  #asked = 0;

  /** Resolves with the answer; rejects with one sentence that says what is wrong. */
  ask<Type extends Question['type']>(
    question: Extract<Question, { type: Type }>,
  ): Promise<Answers[Type]> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    this.#asked += 1;
    const id = this.#asked;
    return new Promise<Answers[Type]>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: never) => void, reject });
      worker.postMessage({ id, question } satisfies Asked);
    });
  }

  /** Ends the worker; questions without an answer are refused. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#refuseAll('The player was stopped.');
  }

  #start(): Worker {
    const worker = new Worker(trusted(workerUrl, 'gcscope-player'), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Answered>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('error' in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.answer as never);
    };
    worker.onerror = () => {
      this.#worker = undefined;
      this.#refuseAll('The simulation could not be loaded. Reload the page to try again.');
    };
    return worker;
  }

  #refuseAll(sentence: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(sentence));
    this.#waiting.clear();
  }
}
