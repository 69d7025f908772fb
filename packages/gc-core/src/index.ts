export type { ApiResult } from './apiserver/api-result.ts';
export type {
  ApiServerOptions,
  PatchType,
  RequestTarget,
  StoredEvent,
  WriteOptions,
} from './apiserver/api-server.ts';
export { ApiServer } from './apiserver/api-server.ts';
export { isJsonMap, type JsonMap } from './apiserver/json-value.ts';
export { inVersion } from './apiserver/object-registry.ts';
export type { Processed, QueueName, WorkerPass, WorkerQueueName } from './collector/collector.ts';
export { collectorMetrics } from './collector/collector-metrics.ts';
export type { Orphaning } from './collector/garbage-collector.ts';
export { GarbageCollector } from './collector/garbage-collector.ts';
export type { ApiAnswer, ApiRequest } from './collector/object-client.ts';
export { requestPath } from './collector/object-client.ts';
export { connectedNodes, toDot } from './graph/dot.ts';
export { Graph } from './graph/graph.ts';
export { GraphBuilder } from './graph/graph-builder.ts';
export type { GraphChange } from './graph/graph-change.ts';
export type { GraphNode } from './graph/graph-node.ts';
export { ReferenceCache } from './graph/reference-cache.ts';
export { type AuditScope, auditStepwise } from './insight/audit/audit.ts';
export type { ClusterView, PlayableView } from './insight/cluster-view.ts';
export { contentAmong, kindName } from './insight/cluster-view.ts';
export type { ForecastProgress } from './insight/forecast/forecast.ts';
export { forecast, forecastStepwise } from './insight/forecast/forecast.ts';
export { forkObjects } from './insight/fork/fork-objects.ts';
export { ForkTooLargeError } from './insight/fork/reach.ts';
export { isUnserved, kubectlObject } from './insight/kubectl.ts';
export {
  apiServiceName,
  undiscoveredIn,
  undiscoveredVersions,
} from './insight/namespace-status.ts';
export { terminating } from './insight/terminating/terminating.ts';
export { explain, summaryOf } from './insight/verdict/explain.ts';
export {
  type JudgedDelta,
  JudgedRecords,
  type RecordStore,
  type Records,
} from './insight/verdict/judged-records.ts';
export { collectContainers } from './kubelet/collect-containers.ts';
export { collectImages, detectLoop } from './kubelet/collect-images.ts';
export { type Decision, phaseOf } from './kubelet/decision.ts';
export { diskUsage } from './kubelet/image-filesystem.ts';
export { imagesOf, keyOfImage } from './kubelet/image-records.ts';
export type { KubeletProfile, KubeletRelease } from './kubelet/kubelet-releases.ts';
export {
  DEFAULT_KUBELET_RELEASE,
  KUBELET_RELEASES,
  kubeletReleaseOf,
} from './kubelet/kubelet-releases.ts';
export type { Kubelet, RunInput, RunResult } from './kubelet/kubelet-run.ts';
export { EMPTY_MEMORY } from './kubelet/kubelet-run.ts';
export { LOG_LINK_FOLDER } from './kubelet/log-names.ts';
export type { Nanos, NanoTime } from './kubelet/nano-time.ts';
export { formatNanoTime, formatSpan, parseNanoTime, parseSpan } from './kubelet/nano-time.ts';
export type { ContainerState, NodeContainer, NodeImage, NodeState } from './kubelet/node-state.ts';
export { containerStateOf, EMPTY_NODE, imageIdOf } from './kubelet/node-state.ts';
export type { NodeRun } from './kubelet/plan-node.ts';
export { planNode } from './kubelet/plan-node.ts';
export { podStateFromOutside, uidOnNode } from './kubelet/pod-states.ts';
export { DEFAULT_CONTAINER_POLICY, DEFAULT_IMAGE_POLICY } from './kubelet/policies.ts';
export type { PolicyField, ReadPolicies } from './kubelet/policy-fields.ts';
export { POLICY_FIELDS, readPolicies } from './kubelet/policy-fields.ts';
export { reclaim } from './kubelet/reclaim.ts';
export type { KubeletLogLine } from './kubelet/report.ts';
export { eventText, logLineText } from './kubelet/report.ts';
export type { LogLine } from './log/log-line.ts';
export { formatText } from './log/log-line.ts';
export { logLines, noteLines } from './log/log-lines.ts';
export type { ApiResource } from './meta/api-resource.ts';
export {
  allowsVerb,
  apiVersionOf,
  definedBy,
  groupResource,
  groupResources,
  isGettable,
  isMonitorable,
} from './meta/api-resource.ts';
export type { ApiStatus, StatusReason } from './meta/api-status-error.ts';
export { failureStatus, REASON_CODES } from './meta/api-status-error.ts';
export type { Note } from './meta/note.ts';
export type {
  ApiObject,
  Manifest,
  Millis,
  ObjectMeta,
  WatchEventType,
} from './meta/object-meta.ts';
export { formatTimestamp, parseTimestamp } from './meta/object-meta.ts';
export { objectName } from './meta/object-name.ts';
export type { ObjectReference, OwnerReference, Uid } from './meta/object-reference.ts';
export {
  formatApiVersion,
  isBlocking,
  parseApiVersion,
  sameIdentity,
  sameOwners,
} from './meta/object-reference.ts';
export type { DeleteOptions, PropagationPolicy } from './meta/propagation-policy.ts';
export type { Release, ReleaseProfile } from './meta/releases.ts';
export { DEFAULT_RELEASE, nearestRelease, RELEASES } from './meta/releases.ts';
export { ResourceTable } from './meta/resource-table.ts';
export { isBuiltInGroup } from './meta/resources-by-release.ts';
export type { WarningEvent } from './meta/warning-event.ts';
export { isContainer, isNamespace } from './meta/well-known-kinds.ts';
export { judgeJoin } from './player/judge-join.ts';
export { offersAt } from './player/offers-at.ts';
export type { PlaybackSource } from './player/play.ts';
export { play } from './player/play.ts';
export { checkAnswer } from './scenario/check-answer.ts';
export { ChosenUids } from './scenario/chosen-uids.ts';
export { compareObjects } from './scenario/compare-objects.ts';
export type { KubeletScenario } from './scenario/kubelet-scenario.ts';
export { KUBELET_SCENARIO_SCHEMA } from './scenario/kubelet-scenario.ts';
export type { KubeletWorld } from './scenario/kubelet-world.ts';
export { createKubeletWorld } from './scenario/kubelet-world.ts';
export type { NamedObject } from './scenario/named-objects.ts';
export { NamedObjects } from './scenario/named-objects.ts';
export type { NodeReading, NodeWarning, NotSeen } from './scenario/node-reading.ts';
export { nodeWarnings } from './scenario/node-warnings.ts';
export { parseDuration } from './scenario/perform-step.ts';
export { performKubeletStep, runKubeletScenario } from './scenario/run-kubelet-scenario.ts';
export { createWorld, runScenario } from './scenario/run-scenario.ts';
export type {
  Expectation,
  ReferenceText,
  Scenario,
  ScenarioResult,
  ScenarioStep,
  StepResult,
} from './scenario/scenario.ts';
export { SCENARIO_SCHEMA, ScenarioError } from './scenario/scenario.ts';
export { API_REQUESTS } from './scenario/step-form.ts';
export { nameOf as stepName } from './scenario/step-place.ts';
export { withoutNulls } from './scenario/stored-object.ts';
export { CollectorProcess } from './simulation/collector-process.ts';
export { settleInSomeOrder } from './simulation/explore.ts';
export { NamespaceController } from './simulation/namespace-controller.ts';
export { seededRandom } from './simulation/random.ts';
export { Simulation } from './simulation/simulation.ts';
