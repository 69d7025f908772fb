import type { NodeReading } from '@gcscope/gc-core';
import type {
  Activity,
  AuditReport,
  ClusterHealth,
  Forecast,
  Fork,
  GraphDelta,
  GraphDocument,
  LabelCounts,
  LabelMatches,
  NodeList,
  ObjectDetails,
  PackedSnapshot,
  Problem,
  SessionState,
  SnapshotIdentity,
  SnapshotStructure,
  TerminatingReport,
} from '@gcscope/gc-core/wire';

/** The answers of the API by name. The OpenAPI document describes each by its type here. */
export interface Answers {
  readonly PackedSnapshot: PackedSnapshot;
  readonly SnapshotStructure: SnapshotStructure;
  readonly SnapshotIdentity: SnapshotIdentity;
  readonly GraphDelta: GraphDelta;
  readonly GraphDocument: GraphDocument;
  readonly ClusterHealth: ClusterHealth;
  readonly ObjectDetails: ObjectDetails;
  readonly Fork: Fork;
  readonly Forecast: Forecast;
  readonly TerminatingReport: TerminatingReport;
  readonly AuditReport: AuditReport;
  readonly Activity: Activity;
  readonly LabelMatches: LabelMatches;
  readonly LabelCounts: LabelCounts;
  readonly NodeList: NodeList;
  readonly NodeReading: NodeReading;
  readonly SessionState: SessionState;
  readonly Problem: Problem;
}
