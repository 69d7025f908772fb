/** Does work that pauses now and then in one go; its answer. */
export function answerOf<Answer>(steps: Generator<unknown, Answer>): Answer {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
