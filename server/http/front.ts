// One address for the portals of several clients: a request goes to the client with the path it begins with. Each
// client has its own app, which does everything else.
import { createServer, type Server, type ServerOptions } from 'node:http'

/** A client's own server, which does not listen. Undefined while the client is not running. */
export type FindServer = (basePath: string) => Server | undefined

/** `basePaths`: '/voyager/'. The returned server does not listen yet. */
export function createFront(basePaths: readonly string[], findServer: FindServer, options: ServerOptions = {}): Server {
  return createServer(options, (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const basePath = basePaths.find((candidate) => path === candidate.slice(0, -1) || path.startsWith(candidate))
    if (basePath === undefined) {
      response
        .writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        .end('There is no portal at this address.\n')
      return
    }
    const server = findServer(basePath)
    if (server) server.emit('request', request, response)
    else
      response
        .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '30' })
        .end('This portal is not running at the moment.\n')
  })
}
