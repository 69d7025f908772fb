/**
 * The part of the Container Runtime Interface, v1, that gcscope reads: six methods, and of their messages only the
 * fields that a plan needs. No other method can be called.
 */
export const CRI_PROTO = `
syntax = "proto3";
package runtime.v1;

service RuntimeService {
  rpc Version(VersionRequest) returns (VersionResponse);
  rpc ListContainers(ListContainersRequest) returns (ListContainersResponse);
  rpc ListPodSandbox(ListPodSandboxRequest) returns (ListPodSandboxResponse);
  rpc ContainerStatus(ContainerStatusRequest) returns (ContainerStatusResponse);
}
service ImageService {
  rpc ListImages(ListImagesRequest) returns (ListImagesResponse);
  rpc ImageFsInfo(ImageFsInfoRequest) returns (ImageFsInfoResponse);
}

message VersionRequest { string version = 1; }
message VersionResponse { string runtime_name = 2; string runtime_version = 3; }

message ListContainersRequest {}
message ListContainersResponse { repeated Container containers = 1; }
enum ContainerState {
  CONTAINER_CREATED = 0;
  CONTAINER_RUNNING = 1;
  CONTAINER_EXITED = 2;
  CONTAINER_UNKNOWN = 3;
}
message ContainerMetadata { string name = 1; uint32 attempt = 2; }
message ImageSpec {
  string image = 1;
  string user_specified_image = 18;
  string runtime_handler = 19;
}
message Container {
  string id = 1;
  string pod_sandbox_id = 2;
  ContainerMetadata metadata = 3;
  ImageSpec image = 4;
  string image_ref = 5;
  ContainerState state = 6;
  int64 created_at = 7;
  map<string, string> labels = 8;
  string image_id = 10;
}

message ListPodSandboxRequest {}
message ListPodSandboxResponse { repeated PodSandbox items = 1; }
enum PodSandboxState { SANDBOX_READY = 0; SANDBOX_NOTREADY = 1; }
message PodSandboxMetadata { string name = 1; string uid = 2; string namespace = 3; uint32 attempt = 4; }
message PodSandbox {
  string id = 1;
  PodSandboxMetadata metadata = 2;
  PodSandboxState state = 3;
  int64 created_at = 4;
}

message ContainerStatusRequest { string container_id = 1; }
message ContainerStatusResponse { ContainerStatus status = 1; }
message Mount { ImageSpec image = 9; }
message ContainerStatus { string id = 1; repeated Mount mounts = 14; string log_path = 15; }

message ListImagesRequest {}
message ListImagesResponse { repeated Image images = 1; }
message Image {
  string id = 1;
  repeated string repo_tags = 2;
  repeated string repo_digests = 3;
  uint64 size = 4;
  ImageSpec spec = 7;
  bool pinned = 8;
}

message ImageFsInfoRequest {}
message ImageFsInfoResponse { repeated FilesystemUsage image_filesystems = 1; }
message FilesystemIdentifier { string mountpoint = 1; }
message UInt64Value { uint64 value = 1; }
message FilesystemUsage { FilesystemIdentifier fs_id = 2; UInt64Value used_bytes = 3; }
`;
