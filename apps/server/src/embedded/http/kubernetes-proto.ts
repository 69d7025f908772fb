/**
 * The fields that kubectl's generators (`kubectl create deployment`) set, with the names and numbers of the Kubernetes API's
 * own `generated.proto` files. A decoder skips every other field.
 */
export const KUBERNETES_PROTO = `
syntax = "proto2";

message TypeMeta { optional string apiVersion = 1; optional string kind = 2; }
message Unknown { optional TypeMeta typeMeta = 1; optional bytes raw = 2; }

message OwnerReference {
  optional string kind = 1;
  optional string name = 3;
  optional string uid = 4;
  optional string apiVersion = 5;
  optional bool controller = 6;
  optional bool blockOwnerDeletion = 7;
}
message ObjectMeta {
  optional string name = 1;
  optional string generateName = 2;
  optional string namespace = 3;
  map<string, string> labels = 11;
  map<string, string> annotations = 12;
  repeated OwnerReference ownerReferences = 13;
  repeated string finalizers = 14;
}
message LabelSelector { map<string, string> matchLabels = 1; }

message Namespace { optional ObjectMeta metadata = 1; }
message ServiceAccount { optional ObjectMeta metadata = 1; }
message ConfigMap { optional ObjectMeta metadata = 1; map<string, string> data = 2; }
message Secret { optional ObjectMeta metadata = 1; map<string, bytes> data = 2; optional string type = 3; }

message ContainerPort { optional string name = 1; optional int32 containerPort = 3; optional string protocol = 4; }
message Container {
  optional string name = 1;
  optional string image = 2;
  repeated string command = 3;
  repeated string args = 4;
  repeated ContainerPort ports = 6;
}
message PodSpec {
  repeated Container containers = 2;
  optional string restartPolicy = 3;
  optional int64 terminationGracePeriodSeconds = 4;
  optional string serviceAccountName = 8;
  optional string nodeName = 10;
}
message Pod { optional ObjectMeta metadata = 1; optional PodSpec spec = 2; }
message PodTemplateSpec { optional ObjectMeta metadata = 1; optional PodSpec spec = 2; }

message ServicePort { optional string name = 1; optional string protocol = 2; optional int32 port = 3; }
message ServiceSpec {
  repeated ServicePort ports = 1;
  map<string, string> selector = 2;
  optional string clusterIP = 3;
  optional string type = 4;
}
message Service { optional ObjectMeta metadata = 1; optional ServiceSpec spec = 2; }

message DeploymentSpec {
  optional int32 replicas = 1;
  optional LabelSelector selector = 2;
  optional PodTemplateSpec template = 3;
  optional int32 revisionHistoryLimit = 6;
}
message Deployment { optional ObjectMeta metadata = 1; optional DeploymentSpec spec = 2; }

message JobSpec {
  optional int32 parallelism = 1;
  optional int32 completions = 2;
  optional PodTemplateSpec template = 6;
  optional int32 backoffLimit = 7;
  optional int32 ttlSecondsAfterFinished = 8;
  optional bool suspend = 10;
}
message Job { optional ObjectMeta metadata = 1; optional JobSpec spec = 2; }
message JobTemplateSpec { optional ObjectMeta metadata = 1; optional JobSpec spec = 2; }

message CronJobSpec {
  optional string schedule = 1;
  optional string concurrencyPolicy = 3;
  optional bool suspend = 4;
  optional JobTemplateSpec jobTemplate = 5;
  optional int32 successfulJobsHistoryLimit = 6;
  optional int32 failedJobsHistoryLimit = 7;
}
message CronJob { optional ObjectMeta metadata = 1; optional CronJobSpec spec = 2; }
`;
