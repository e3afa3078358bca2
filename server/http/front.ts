// One address for the portals of several clients: a request goes to the client with the path it begins with. Each
// client has its own app, which does everything else.
import { m } from '#words/messages.js'
import { createServer, type Server, type ServerOptions } from 'node:http'
import type { Client } from '#brand/client.ts'
import { inRequestLanguage } from '../language.ts'

/** A client's own server, which does not listen. Undefined while the client is not running. */
export type FindServer = (client: Client) => Server | undefined

/** The returned server does not listen yet. */
export function createFront(
  clients: readonly [Client, ...Client[]],
  findServer: FindServer,
  options: ServerOptions = {},
): Server {
  return createServer(options, (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const client = clients.find(({ basePath }) => path === basePath.slice(0, -1) || path.startsWith(basePath))
    const server = client && findServer(client)
    if (server) {
      server.emit('request', request, response)
      return
    }
    const text = inRequestLanguage(request, client ?? clients[0], () =>
      client ? m.server_portalNotRunning() : m.server_noPortalHere(),
    )
    response
      .writeHead(client ? 503 : 404, {
        'content-type': 'text/plain; charset=utf-8',
        ...(client && { 'retry-after': '30' }),
      })
      .end(`${text}\n`)
  })
}
