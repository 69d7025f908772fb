import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import { onTestFinished } from 'vitest';

// Written apart from what the program reads by, with methods that write: a peer that would notice if one were called.
const PROTO = `
syntax = "proto3";
package runtime.v1;
service RuntimeService {
  rpc Version(Any) returns (Version) {}
  rpc ListContainers(Any) returns (Containers) {}
  rpc ListPodSandbox(Any) returns (Sandboxes) {}
  rpc ContainerStatus(OfContainer) returns (StatusOf) {}
  rpc StopContainer(OfContainer) returns (Any) {}
  rpc RemoveContainer(OfContainer) returns (Any) {}
  rpc StopPodSandbox(OfContainer) returns (Any) {}
  rpc RemovePodSandbox(OfContainer) returns (Any) {}
}
service ImageService {
  rpc ListImages(Any) returns (Images) {}
  rpc ImageFsInfo(Any) returns (FsInfo) {}
  rpc RemoveImage(OfContainer) returns (Any) {}
}
message Any {}
message OfContainer { string container_id = 1; }
message Version { string version = 1; string runtime_name = 2; string runtime_version = 3; string runtime_api_version = 4; }
message Meta { string name = 1; uint32 attempt = 2; }
message PodMeta { string name = 1; string uid = 2; string namespace = 3; uint32 attempt = 4; }
message Spec { string image = 1; map<string, string> annotations = 2; string user_specified_image = 18; }
message Container {
  string id = 1; string pod_sandbox_id = 2; Meta metadata = 3; Spec image = 4; string image_ref = 5; int32 state = 6;
  int64 created_at = 7; map<string, string> labels = 8; map<string, string> annotations = 9; string image_id = 10;
}
message Containers { repeated Container containers = 1; }
message Sandbox { string id = 1; PodMeta metadata = 2; int32 state = 3; int64 created_at = 4; map<string, string> labels = 5; }
message Sandboxes { repeated Sandbox items = 1; }
message Mount { string container_path = 1; string host_path = 2; Spec image = 9; }
message Status { string id = 1; Meta metadata = 2; int32 state = 3; repeated Mount mounts = 14; string log_path = 15; }
message StatusOf { Status status = 1; map<string, string> info = 2; }
message Image { string id = 1; repeated string repo_tags = 2; repeated string repo_digests = 3; uint64 size = 4; bool pinned = 8; }
message Images { repeated Image images = 1; }
message Id { string mountpoint = 1; }
message Value { uint64 value = 1; }
message Usage { int64 timestamp = 1; Id fs_id = 2; Value used_bytes = 3; Value inodes_used = 4; }
message FsInfo { repeated Usage image_filesystems = 1; }
`;

/** What a method answers: the fields of its message, raw bytes, a refusal, or nothing ever. */
type Answer = object | Uint8Array | { readonly refuse: keyof typeof status } | 'hang';

type Answers = Readonly<Record<string, Answer | ((request: { containerId?: string }) => Answer)>>;

/** A container runtime on a socket that does as badly as it is told, until the test is over. */
export class FakeCri {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'gcscope-cri-'));
  readonly socket: string = join(this.folder, 'cri.sock');
  /** Names of the methods called, in order. */
  readonly calls: string[] = [];
  /** By method; what is not named answers an empty message. */
  #answers: Answers = {};
  readonly #server = new Server();
  #busy = 0;
  /** The most calls that were at work at one time. */
  busiest = 0;

  static async start(answers: Answers = {}): Promise<FakeCri> {
    const fake = new FakeCri();
    fake.answer(answers);
    const { root } = protobuf.parse(PROTO);
    for (const name of ['RuntimeService', 'ImageService']) {
      const service = root.lookupService(`runtime.v1.${name}`);
      const definition: Record<string, ServiceDefinition[string]> = {};
      const handlers: Record<string, unknown> = {};
      for (const { name: method, requestType, responseType } of service.methodsArray) {
        const [request, response] = [
          service.lookupType(requestType),
          service.lookupType(responseType),
        ];
        definition[method] = {
          path: `/runtime.v1.${name}/${method}`,
          requestStream: false,
          responseStream: false,
          requestSerialize: (value: object) => Buffer.from(request.encode(value).finish()),
          requestDeserialize: (bytes: Buffer) => request.toObject(request.decode(bytes)),
          responseSerialize: (value: object | Uint8Array) =>
            Buffer.from(
              value instanceof Uint8Array
                ? value
                : response.encode(response.fromObject(value)).finish(),
            ),
          responseDeserialize: (bytes: Buffer) => response.decode(bytes),
        };
        handlers[method] = (call: ServerUnaryCall<object, object>, reply: sendUnaryData<object>) =>
          fake.#reply(method, call.request, reply);
      }
      fake.#server.addService(definition, handlers as Parameters<Server['addService']>[1]);
    }
    await new Promise<void>((resolve, reject) => {
      fake.#server.bindAsync(
        `unix://${fake.socket}`,
        ServerCredentials.createInsecure(),
        (error) => (error ? reject(error) : resolve()),
      );
    });
    onTestFinished(() => {
      fake.#server.forceShutdown();
      rmSync(fake.folder, { recursive: true, force: true });
    });
    return fake;
  }

  /** From now on these methods answer so. */
  answer(answers: Answers): void {
    this.#answers = { ...this.#answers, ...answers };
  }

  #reply(method: string, request: object, reply: sendUnaryData<object>): void {
    this.calls.push(method);
    this.#busy++;
    this.busiest = Math.max(this.busiest, this.#busy);
    const given = this.#answers[method] ?? {};
    const answer = typeof given === 'function' ? given(request) : given;
    if (answer === 'hang') return;
    setImmediate(() => {
      this.#busy--;
      if ('refuse' in answer) {
        reply({ code: status[answer.refuse as keyof typeof status], details: 'as it was told' });
      } else reply(null, answer);
    });
  }
}

/** A container of CRI's list. */
export function criContainer(id: string, fields: object = {}): object {
  return {
    id,
    podSandboxId: 's0',
    metadata: { name: 'main', attempt: 0 },
    image: { image: 'app:1' },
    imageRef: 'sha256:app',
    state: 2,
    createdAt: '1795262143820778390',
    labels: {
      'io.kubernetes.pod.uid': 'p0',
      'io.kubernetes.pod.name': 'web',
      'io.kubernetes.pod.namespace': 'shop',
    },
    ...fields,
  };
}
