import type { ApiFailure } from '../answers/api-answer.ts';
import { CredentialsError } from './credentials.ts';

/** No answer, with one sentence about the connection that did not come about. */
export function connectionFault(
  error: unknown,
  server: string,
): Extract<ApiFailure, { type: 'unreachable' }> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const distrust = describeDistrust(code, server);
  if (distrust !== undefined) return { type: 'unreachable', message: distrust, untrusted: true };
  return { type: 'unreachable', message: describeFault(error, code, server) };
}

/** Why the server's certificate proves nothing; `undefined` for other faults. */
function describeDistrust(code: string, server: string): string | undefined {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `the certificate of ${server} has expired, so gcscope sends it nothing; renew the certificate of the API server, or correct the clock of this machine`;
    case 'CERT_NOT_YET_VALID':
      return `the certificate of ${server} is not valid yet, so gcscope sends it nothing; correct the clock of this machine, or that of the API server`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of ${server} is for another name, so gcscope sends it nothing; use an address that the certificate names, or set tls-server-name in the kubeconfig`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'CERT_SIGNATURE_FAILURE':
      return `the certificate of ${server} is signed by an unknown authority (${code}), so gcscope sends it nothing; set certificate-authority in the kubeconfig to the authority of the API server`;
    default:
      return undefined;
  }
}

function describeFault(error: unknown, code: string, server: string): string {
  if (error instanceof CredentialsError) return error.message;
  if (code === 'ECONNREFUSED') {
    return `nothing answers at ${server} (connection refused); check that it runs and that the address is right`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `the name in ${server} cannot be resolved; check the address and the network`;
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return `the server ${server} cannot be reached (no connection within 10 s); check the address and the network`;
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return `the server ${server} accepted the connection but did not answer in time; check that an API server runs there, or raise --request-timeout`;
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') {
    return `the server at ${server} does not speak TLS; check the port, or write http:// if it is a kubectl proxy on this machine`;
  }
  if (code === 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' || code === 'ERR_SSL_UNSUPPORTED_PROTOCOL') {
    return `the server ${server} speaks no TLS that gcscope speaks: TLS 1.2 or 1.3; set the lowest version of the API server, or of the proxy before it, to TLS 1.2`;
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/.test(code)) {
    return `the TLS connection to ${server} failed (${code}); check certificate-authority and the certificates in the kubeconfig`;
  }
  const message = error instanceof Error ? error.message : 'unknown fault';
  return `the server ${server} cannot be read (${message.split('\n', 1)[0]}); check the address, and that an API server runs there`;
}
