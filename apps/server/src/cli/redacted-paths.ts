/** Fields that carry credentials or name a person, and all headers: a proxy may name people in any of them. */
const NAMES = [
  'headers',
  'rawHeaders',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'token',
  'impersonate-user',
  'impersonate-group',
  'impersonate-uid',
  'x-forwarded-user',
  'x-forwarded-groups',
  'x-remote-user',
  'x-remote-group',
  'x-gcscope-proxy-secret',
];

/** Never in the log, whatever is logged: paths for pino, in an object and in those within it. */
export const REDACTED: string[] = NAMES.flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
]);
