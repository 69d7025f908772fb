import { createParser } from 'eventsource-parser';

/** A server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

/**
 * Reads a `text/event-stream` response until it ends or `onEvent` answers otherwise than `go on`.
 * `onAlive` is called for each piece that arrives, also for comments: `EventSource` hides those, and with them the
 * server's pings; it also hides the status and the text of a refusal. Rejects when the connection breaks.
 */
export async function readEvents(
  response: Response,
  onAlive: () => void,
  onEvent: (event: ServerEvent) => 'go on' | 'resync' | 'stop',
): Promise<'ended' | 'resync' | 'stop'> {
  const reader = response.body?.getReader();
  if (!reader) return 'ended';
  let verdict: 'go on' | 'resync' | 'stop' = 'go on';
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      if (verdict === 'go on') verdict = onEvent({ name: event ?? 'message', id: id ?? '', data });
    },
  });
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return 'ended';
    onAlive();
    parser.feed(decoder.decode(value, { stream: true }));
    // The parser's callback changes it, which the compiler cannot see.
    const now = verdict as 'go on' | 'resync' | 'stop';
    if (now === 'go on') continue;
    await reader.cancel();
    return now;
  }
}
