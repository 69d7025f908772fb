/** A resource that the collector would monitor (MO-01), in the version it is read in. */
export interface MonitoredResource {
  readonly group: string;
  readonly version: string;
  /** Plural, lower case: the path segment. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
}
