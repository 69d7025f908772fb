import type { ApiServer } from '../apiserver/api-server.ts';
import type { ApiAnswer, ApiRequest } from '../collector/object-client.ts';

/** Sends a request of the collector to the simulated API server. */
export function sendRequest(apiServer: ApiServer, request: ApiRequest): ApiAnswer {
  switch (request.verb) {
    case 'get':
      return apiServer.get(request);
    case 'delete':
      return apiServer.delete(request, request.options);
    case 'update':
      return apiServer.update(request, request.object);
    case 'patch': {
      const strategic = request.contentType === 'application/strategic-merge-patch+json';
      return apiServer.patch(request, strategic ? 'strategic-merge' : 'merge', request.body);
    }
    default:
      return request satisfies never;
  }
}
