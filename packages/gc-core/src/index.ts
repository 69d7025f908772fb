export type { ApiResult } from './apiserver/api-result.ts';
export type {
  ApiServerOptions,
  PatchType,
  RequestTarget,
  StoredEvent,
} from './apiserver/api-server.ts';
export { ApiServer } from './apiserver/api-server.ts';
export type { CollectorMetric } from './collector/collector-metrics.ts';
export { collectorMetrics } from './collector/collector-metrics.ts';
export { GarbageCollector } from './collector/garbage-collector.ts';
export { requestPath } from './collector/object-client.ts';
export { toDot } from './graph/dot.ts';
export { Graph } from './graph/graph.ts';
export type { NodeSink } from './graph/graph-builder.ts';
export { GraphBuilder } from './graph/graph-builder.ts';
export type { GraphChange } from './graph/graph-change.ts';
export type { GraphNode } from './graph/graph-node.ts';
export { parseDot } from './graph/parse-dot.ts';
export { DotSyntaxError } from './graph/parse-dot-scanner.ts';
export type { DotEdge, DotForm, DotGraph, DotVertex } from './graph/print-dot.ts';
export { printDot } from './graph/print-dot.ts';
export { ReferenceCache } from './graph/reference-cache.ts';
export type { ClusterView } from './insight/cluster-view.ts';
export { kindName } from './insight/cluster-view.ts';
export { explain, standingOf } from './insight/explain.ts';
export { JudgedRecords } from './insight/judged-records.ts';
export type { LogField, LogForm, LogLine, LogValue } from './log/log-line.ts';
export { formatJson, formatText } from './log/log-line.ts';
export { logLines } from './log/log-lines.ts';
export type { ApiStatus, StatusReason } from './meta/api-status-error.ts';
export { failureStatus, REASON_CODES } from './meta/api-status-error.ts';
export type {
  ApiObject,
  Manifest,
  Millis,
  ObjectMeta,
  Seconds,
  Timestamp,
} from './meta/object-meta.ts';
export { formatTimestamp, parseTimestamp } from './meta/object-meta.ts';
export { objectName } from './meta/object-name.ts';
export type { ObjectReference, OwnerReference, Uid } from './meta/object-reference.ts';
export { formatApiVersion, identityText, parseApiVersion } from './meta/object-reference.ts';
export type { DeleteOptions, PropagationPolicy } from './meta/propagation-policy.ts';
export type { Release, ReleaseProfile } from './meta/releases.ts';
export { DEFAULT_RELEASE, RELEASES } from './meta/releases.ts';
export type { ApiResource } from './meta/resource-table.ts';
export { apiVersionOf, groupResource, ResourceTable } from './meta/resource-table.ts';
export type { WatchEvent, WatchEventType } from './meta/watch-event.ts';
export { judgeJoin } from './player/judge-join.ts';
export { offersAt } from './player/offers-at.ts';
export type { Piece } from './player/play.ts';
export { play } from './player/play.ts';
export { createWorld, runScenario } from './scenario/run-scenario.ts';
export type { Scenario, ScenarioResult, StepResult } from './scenario/scenario.ts';
export { ScenarioError } from './scenario/scenario.ts';
export type { JsonSchema } from './scenario/scenario-schema.ts';
export { SCENARIO_SCHEMA } from './scenario/scenario-schema.ts';
export { simulationView } from './scenario/simulation-view.ts';
export { CollectorProcess } from './simulation/collector-process.ts';
export { settleInSomeOrder } from './simulation/explore.ts';
export type {
  NamespaceControllerOptions,
  NamespacePass,
} from './simulation/namespace-controller.ts';
export { NamespaceController } from './simulation/namespace-controller.ts';
export { seededRandom } from './simulation/random.ts';
export type { SimulationOptions } from './simulation/simulation.ts';
export { SettleLimitError, Simulation } from './simulation/simulation.ts';
export type { Act } from './simulation/step-recorder.ts';
export { StepRecorder } from './simulation/step-recorder.ts';
