import type { Command } from 'commander';
import { collect } from './cluster-options.ts';

/** The options by which `serve` is shared with others. */
export function addSignInOptions(serve: Command): void {
  serve
    .option(
      '--sign-in <mode>',
      'how people sign in: token, proxy, oidc, or none (default: none); each sees what the cluster lets them list',
    )
    .option('--tls-cert <file>', 'serve https with this certificate (PEM)')
    .option('--tls-key <file>', 'private key of that certificate (PEM)')
    .option(
      '--trusted-proxy <address>',
      'address or range of a proxy that terminates TLS in front of gcscope; repeatable',
      collect,
    )
    .option(
      '--proxy-user-header <name>',
      'with --sign-in proxy: header that names the user (default: X-Forwarded-User)',
    )
    .option(
      '--proxy-groups-header <name>',
      'header that names the groups (default: X-Forwarded-Groups)',
    )
    .option(
      '--proxy-secret-file <file>',
      'file with the secret that the proxy sends as X-Gcscope-Proxy-Secret',
    )
    .option('--oidc-issuer <url>', 'with --sign-in oidc: URL of the OpenID Connect provider')
    .option('--oidc-client-id <id>', 'id of the client that is registered there')
    .option('--oidc-client-secret-file <file>', 'file with the secret of that client')
    .option('--oidc-scopes <scopes>', 'scopes to ask for (default: openid profile email groups)')
    .option('--oidc-username-claim <claim>', 'same as on the API server (default: sub)')
    .option('--oidc-username-prefix <prefix>', 'same as on the API server; - for no prefix')
    .option('--oidc-groups-claim <claim>', 'same as on the API server (default: groups)')
    .option('--oidc-groups-prefix <prefix>', 'same as on the API server');
}
