import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { Socket } from 'node:net';

// Loaded into a process before its program: writes the target of each connection that it tries to open to a file.
const file = process.env.RECORD_CONNECTIONS ?? '';

subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  const note = (text: string): void => appendFileSync(file, `${text}\n`);
  socket.on('connectionAttempt', (address: string, port: number) => note(`${address}:${port}`));
  socket.on('lookup', (_error, _address, _family, host: string) => note(host));
});
subscribe('udp.socket', () => appendFileSync(file, 'a datagram\n'));
