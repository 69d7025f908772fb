import { Client, credentials } from '@grpc/grpc-js';
import protobuf from 'protobufjs';

// What makes containers, for tests alone: the program has no such methods.
const PROTO = `
syntax = "proto3";
package runtime.v1;
service RuntimeService {
  rpc RunPodSandbox(RunPodSandbox) returns (Id) {}
  rpc StopPodSandbox(Id) returns (Nothing) {}
  rpc RemovePodSandbox(Id) returns (Nothing) {}
  rpc CreateContainer(CreateContainer) returns (Id) {}
  rpc StartContainer(Id) returns (Nothing) {}
  rpc RemoveContainer(Id) returns (Nothing) {}
  rpc ListContainers(Nothing) returns (Listed) {}
  rpc ListPodSandbox(Nothing) returns (Listed) {}
}
message Nothing {}
message Id { string id = 1; }
message Item { string id = 1; int32 state = 6; }
message Listed { repeated Item items = 1; }
message PodMeta { string name = 1; string uid = 2; string namespace = 3; uint32 attempt = 4; }
message Namespaces { int32 network = 1; }
message SandboxSecurity { Namespaces namespace_options = 1; }
message LinuxSandbox { SandboxSecurity security_context = 2; }
message Sandbox {
  PodMeta metadata = 1; string log_directory = 3; map<string, string> labels = 6; LinuxSandbox linux = 8;
}
message RunPodSandbox { Sandbox config = 1; }
message Meta { string name = 1; uint32 attempt = 2; }
message Spec { string image = 1; }
message Container {
  Meta metadata = 1; Spec image = 2; repeated string command = 3; map<string, string> labels = 9; string log_path = 11;
}
message CreateContainer { string pod_sandbox_id = 1; Container config = 2; Sandbox sandbox_config = 3; }
`;
/** CRI's mode of a namespace that is the machine's own. */
const NODE = 2;
const EXITED = 2;

/** A pod to run in, as a kubelet labels it. */
export interface TestPod {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly logDirectory: string;
}

/** A container to make. */
export interface TestContainer {
  readonly name: string;
  readonly attempt: number;
  readonly image: string;
  readonly command: readonly string[];
  /** Without it none. */
  readonly logPath?: string;
  /** As no kubelet makes them. */
  readonly unlabelled?: boolean;
}

/** Makes and removes sandboxes and containers through a runtime's socket. */
export class CriWriter {
  readonly #client: Client;
  readonly #service = protobuf.parse(PROTO).root.lookupService('runtime.v1.RuntimeService');

  constructor(socket: string) {
    this.#client = new Client(`unix://${socket}`, credentials.createInsecure());
  }

  async runSandbox(pod: TestPod): Promise<string> {
    return this.#idOf('RunPodSandbox', { config: sandboxConfig(pod) });
  }

  async create(sandbox: string, pod: TestPod, container: TestContainer): Promise<string> {
    const { name, attempt, image, command, logPath = '', unlabelled = false } = container;
    const labels = { ...labelsOf(pod), 'io.kubernetes.container.name': name };
    const config = {
      metadata: { name, attempt },
      image: { image },
      command,
      logPath,
      labels: unlabelled ? {} : labels,
    };
    const sandboxed = { podSandboxId: sandbox, sandboxConfig: sandboxConfig(pod) };
    return this.#idOf('CreateContainer', { ...sandboxed, config });
  }

  async start(id: string): Promise<void> {
    await this.#call('StartContainer', { id });
  }

  async remove(id: string): Promise<void> {
    await this.#call('RemoveContainer', { id });
  }

  /** Ids of the containers that are there, and whether each has exited. */
  async containers(): Promise<ReadonlyMap<string, boolean>> {
    const { items = [] } = (await this.#call('ListContainers', {})) as {
      items?: { id: string; state?: number }[];
    };
    return new Map(items.map(({ id, state }) => [id, state === EXITED]));
  }

  /** Ends and removes everything; what cannot be removed stays. */
  async clear(): Promise<void> {
    const { items = [] } = (await this.#call('ListPodSandbox', {})) as { items?: { id: string }[] };
    for (const { id } of items) {
      for (const method of ['StopPodSandbox', 'RemovePodSandbox']) {
        await this.#call(method, { id }).catch(() => undefined);
      }
    }
  }

  close(): void {
    this.#client.close();
  }

  async #idOf(method: string, request: object): Promise<string> {
    return ((await this.#call(method, request)) as { id: string }).id;
  }

  #call(method: string, request: object): Promise<object> {
    const { requestType = '', responseType = '' } = this.#service.methods[method] ?? {};
    const [sent, answered] = [requestType, responseType].map((type) =>
      this.#service.lookupType(type),
    );
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        `/runtime.v1.RuntimeService/${method}`,
        (fields: object) =>
          Buffer.from(sent?.encode(sent.fromObject(fields)).finish() ?? new Uint8Array()),
        (bytes: Buffer) => answered?.toObject(answered.decode(bytes)) ?? {},
        request,
        { deadline: Date.now() + 60_000 },
        (error, answer) => (error ? reject(error) : resolve(answer ?? {})),
      );
    });
  }
}

function labelsOf({ uid, name, namespace }: TestPod): Record<string, string> {
  return {
    'io.kubernetes.pod.uid': uid,
    'io.kubernetes.pod.name': name,
    'io.kubernetes.pod.namespace': namespace,
  };
}

function sandboxConfig(pod: TestPod): object {
  const { uid, name, namespace, logDirectory } = pod;
  return {
    metadata: { name, uid, namespace, attempt: 0 },
    logDirectory,
    labels: labelsOf(pod),
    linux: { securityContext: { namespaceOptions: { network: NODE } } },
  };
}
