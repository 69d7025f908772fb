/** The part of a pino logger that is used. Fields never hold credentials or object contents. */
export interface ClusterLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** For a reader whose caller says what went wrong. */
export const SILENT: ClusterLog = { debug: () => {}, info: () => {}, warn: () => {} };
