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
    .option('--tls-key <file>', 'its private key (PEM)')
    .option(
      '--trusted-proxy <address>',
      'address or range of a proxy that ends TLS before gcscope; repeatable',
      collect,
    )
    .option(
      '--proxy-user-header <name>',
      'with --sign-in proxy: names the user (default: X-Forwarded-User)',
    )
    .option('--proxy-groups-header <name>', 'names the groups (default: X-Forwarded-Groups)')
    .option(
      '--proxy-secret-file <file>',
      'what the proxy sends as X-Gcscope-Proxy-Secret with every request',
    )
    .option('--oidc-issuer <url>', 'with --sign-in oidc: URL of the OpenID Connect provider')
    .option('--oidc-client-id <id>', 'client that is registered there')
    .option('--oidc-client-secret-file <file>', 'secret of that client')
    .option('--oidc-scopes <scopes>', 'scopes to ask for (default: openid profile email groups)')
    .option('--oidc-username-claim <claim>', 'as the API server has it (default: sub)')
    .option('--oidc-username-prefix <prefix>', 'as the API server has it; - is none')
    .option('--oidc-groups-claim <claim>', 'as the API server has it (default: groups)')
    .option('--oidc-groups-prefix <prefix>', 'as the API server has it');
}
