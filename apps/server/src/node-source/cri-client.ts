import { type Millis, visibleText } from '@gcscope/gc-core/wire';
import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import { CRI_PROTO } from './cri-proto.ts';
import { NodeUnreadableError } from './node-unreadable.ts';

/** Questions to a runtime: the methods of `CRI_PROTO`, which only read. */
export type CriMethod =
  | 'Version'
  | 'ListContainers'
  | 'ListPodSandbox'
  | 'ContainerStatus'
  | 'ListImages'
  | 'ImageFsInfo';

/** Bytes of the longest answer that is taken; a kubelet takes a quarter. */
const ANSWER_LIMIT = 67_108_864;

/** A runtime behind a socket of this machine. Asks the methods of `CRI_PROTO`; there is no way to ask another. */
export class CriClient {
  readonly #client: Client;
  readonly #socket: string;
  readonly #timeout: Millis;

  /** `socket`: an absolute path. Nothing is sent before the first call; each ends after `timeout`. */
  constructor(socket: string, timeout: Millis) {
    this.#socket = visibleText(socket);
    this.#timeout = timeout;
    this.#client = new Client(`unix://${socket}`, credentials.createInsecure(), {
      'grpc.max_receive_message_length': ANSWER_LIMIT,
      'grpc.enable_http_proxy': 0,
      'grpc.enable_retries': 0,
    });
  }

  /** The answer as plain JSON values, fields in camel case. Rejects with `NodeUnreadableError`. */
  async call(method: CriMethod): Promise<unknown> {
    try {
      return await this.#send(method, {});
    } catch (error) {
      throw new NodeUnreadableError(this.#fault(method, error as ServiceError));
    }
  }

  /** As `call`; `undefined` when the runtime does not know what is asked for. */
  async find(method: CriMethod, request: Readonly<Record<string, string>>): Promise<unknown> {
    try {
      return await this.#send(method, request);
    } catch (error) {
      if ((error as ServiceError).code === status.NOT_FOUND) return undefined;
      throw new NodeUnreadableError(this.#fault(method, error as ServiceError));
    }
  }

  close(): void {
    this.#client.close();
  }

  #send(method: CriMethod, request: Readonly<Record<string, string>>): Promise<unknown> {
    const { path, requestType, responseType } = callOf(method);
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        path,
        (fields: object) =>
          Buffer.from(requestType.encode(requestType.fromObject(fields)).finish()),
        (bytes: Buffer) => responseType.toObject(responseType.decode(bytes), PLAIN),
        request,
        { deadline: Date.now() + this.#timeout },
        (error, answer) => (error ? reject(error) : resolve(answer)),
      );
    });
  }

  #fault(method: CriMethod, { code, details }: ServiceError): string {
    const socket = this.#socket;
    switch (code) {
      case status.DEADLINE_EXCEEDED:
        return `The runtime at ${socket} did not answer ${method} within ${this.#timeout / 1000} s.`;
      case status.UNAVAILABLE:
        return `Nothing answers at ${socket}. Is this the socket of a container runtime, and does the runtime run?`;
      case status.UNIMPLEMENTED:
        return `The program at ${socket} does not know ${method} of CRI v1. Is this the socket of a container runtime?`;
      case status.RESOURCE_EXHAUSTED:
        return `The runtime at ${socket} refused ${method}, or its answer is too large (${firstLine(details)}).`;
      default:
        return `gcscope could not call ${method} of the runtime at ${socket} (${firstLine(details)}).`;
    }
  }
}

/** 64-bit numbers as texts: a time in nanoseconds is no safe number. */
const PLAIN = { longs: String, enums: String, defaults: true } as const;

interface CriCall {
  readonly path: string;
  readonly requestType: protobuf.Type;
  readonly responseType: protobuf.Type;
}

let calls: ReadonlyMap<string, CriCall> | undefined;

function callOf(method: CriMethod): CriCall {
  calls ??= readCalls();
  const call = calls.get(method);
  if (!call) throw new Error(`gcscope does not call ${method}.`);
  return call;
}

/** Every method of the interface by its name. */
function readCalls(): Map<string, CriCall> {
  const { root } = protobuf.parse(CRI_PROTO);
  const found = new Map<string, CriCall>();
  for (const name of ['RuntimeService', 'ImageService']) {
    const service = root.lookupService(`runtime.v1.${name}`);
    for (const { name: method, requestType, responseType } of service.methodsArray) {
      found.set(method, {
        path: `/runtime.v1.${name}/${method}`,
        requestType: service.lookupType(requestType),
        responseType: service.lookupType(responseType),
      });
    }
  }
  return found;
}

/** The first line of a server's message, short enough for a sentence. */
function firstLine(text: string): string {
  return visibleText(text.split('\n', 1)[0] ?? '').slice(0, 300);
}
