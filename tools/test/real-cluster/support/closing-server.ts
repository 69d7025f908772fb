import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** Answers one request; `nth` counts the requests of its connection from 1. */
export type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

/** A request that reached the server: what was asked, and over which connection, counted from 1. */
type Arrival = readonly [asked: string, connection: number];

/** An HTTPS server on 127.0.0.1 that notes what reaches it over which connection. */
export class ClosingServer {
  readonly arrivals: Arrival[] = [];
  readonly url: string;
  /** What its certificate is verified with. */
  readonly ca: string = CERTIFICATE;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(answer: Answer): Promise<ClosingServer> {
    const connections = new Map<Socket, { readonly number: number; requests: number }>();
    const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
      const { socket, method, url } = request;
      const connection = connections.get(socket) ?? { number: connections.size + 1, requests: 0 };
      connections.set(socket, connection);
      connection.requests++;
      closing.arrivals.push([`${method} ${url}`, connection.number]);
      answer(request, response, connection.requests);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const closing = new ClosingServer(server);
    return closing;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

// Made for this server alone; they say that it is 127.0.0.1 until 2126, and nobody else trusts them.
const KEY_DER = [
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQsEz4x3KikR+d3SLgx+ktHt73Ef7CxfxWWo8e3v5',
  'neuhRANCAAShnVEFjkmtl27aRcmLTt3vyavztG+bljZFGHC9xclcjhSzdDuktVKPOeHdN6nTUnsxRoFmjI9Nloxy',
  'IY+NDGVV',
].join('');
const CERTIFICATE_DER = [
  'MIIBjjCCATSgAwIBAgIUXqOvizw8LnwiFP5OzLxRunN3WkUwCgYIKoZIzj0EAwIwEzERMA8GA1UEAwwIbG9vcGJh',
  'Y2swIBcNMjYxMTIyMDI0NTAxWhgPMjEyNjEwMjkwMjQ1MDFaMBMxETAPBgNVBAMMCGxvb3BiYWNrMFkwEwYHKoZI',
  'zj0CAQYIKoZIzj0DAQcDQgAEoZ1RBY5JrZdu2kXJi07d78mr87Rvm5Y2RRhwvcXJXI4Us3Q7pLVSjznh3Tep01J7',
  'MUaBZoyPTZaMciGPjQxlVaNkMGIwHQYDVR0OBBYEFCGuYdC96+Fz0tRwqUr4l8dRkeNaMB8GA1UdIwQYMBaAFCGu',
  'YdC96+Fz0tRwqUr4l8dRkeNaMA8GA1UdEwEB/wQFMAMBAf8wDwYDVR0RBAgwBocEfwAAATAKBggqhkjOPQQDAgNI',
  'ADBFAiAS4NsGry2df5gtRl+ZIdZMcju3cWj3HKhqssaRS6dcoAIhAOJYrU97BpV3SLtJtjZQc8BwiXq7pOmfvsfw',
  'NS4ibLcm',
].join('');
const KEY = createPrivateKey({
  key: Buffer.from(KEY_DER, 'base64'),
  format: 'der',
  type: 'pkcs8',
}).export({ format: 'pem', type: 'pkcs8' });
const CERTIFICATE = `-----BEGIN CERTIFICATE-----\n${CERTIFICATE_DER}\n-----END CERTIFICATE-----\n`;
