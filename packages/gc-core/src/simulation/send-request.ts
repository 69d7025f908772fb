import type { ApiServer } from '../apiserver/api-server.ts';
import type { ApiAnswer, ApiRequest } from '../collector/object-client.ts';

/** The user the collector acts as (CF-03). */
export const COLLECTOR = { user: 'system:serviceaccount:kube-system:generic-garbage-collector' };

/** Sends a request of the collector to the simulated API server. */
export function sendRequest(apiServer: ApiServer, request: ApiRequest): ApiAnswer {
  switch (request.verb) {
    case 'get':
      return apiServer.get(request);
    case 'delete':
      return apiServer.delete(request, request.options, COLLECTOR);
    case 'update':
      return apiServer.update(request, request.object, COLLECTOR);
    case 'patch': {
      const strategic = request.contentType === 'application/strategic-merge-patch+json';
      const type = strategic ? 'strategic-merge' : 'merge';
      return apiServer.patch(request, type, request.body, COLLECTOR);
    }
  }
}
