// One address for the portals of several clients: passes each request to the app of the client whose base path the
// request's path begins with.
import { m } from '#words/messages.js'
import { createServer, type Server, type ServerOptions } from 'node:http'
import type { Client } from '#brand/client.ts'
import { inRequestLanguage } from '../language.ts'

/** A client's own server, which does not listen. Undefined while the client is not running. */
export type FindServer = (client: Client) => Server | undefined

/** A client that could not start is started again after about this time. */
const RETRY_AFTER_S = '30'

/** The returned server does not listen yet. */
export function createFront(
  clients: readonly [Client, ...Client[]],
  findServer: FindServer,
  options: ServerOptions = {},
): Server {
  return createServer(options, (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    // '/acme/' also has the path '/acme'.
    const client = clients.find(({ basePath }) => `${path}/` === basePath || path.startsWith(basePath))
    const server = client && findServer(client)
    if (server) {
      server.emit('request', request, response)
      return
    }
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    if (client) {
      const text = inRequestLanguage(request, client, () => m.server_portalNotRunning())
      response.writeHead(503, { 'retry-after': RETRY_AFTER_S }).end(`${text}\n`)
    } else {
      const text = inRequestLanguage(request, clients[0], () => m.server_noPortalHere())
      response.writeHead(404).end(`${text}\n`)
    }
  })
}
