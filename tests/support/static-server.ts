// Servers without an API: a folder as it is, and the built portal as the real server sends it.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import { voyager } from '#brand/voyager.ts'
import { isServerPath } from '#contract/paths.ts'
import { servePortal } from '#server/http/portal-files.ts'
import { securityHeaders } from '#server/http/security-headers.ts'

const BASE = voyager.basePath
/** The built portal, whose hashed files are compressed. */
const portalFolder = join(import.meta.dirname, '../../dist/portal')
/** The same build before it was compressed. */
export const rawPortalFolder = join(import.meta.dirname, '../../.cache/portal')

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types default dompurify"

export interface StaticSite {
  /** The address with the base path and a closing slash. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves a folder under the client's base path and with the portal's strict security policy. */
export async function serveFolder(folder: string): Promise<StaticSite> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://portal').pathname.slice(BASE.length)
    const file = join(folder, path)
    const isFile = file.startsWith(folder) && existsSync(file) && statSync(file).isFile()
    if (!isFile) return void response.writeHead(404).end()
    response
      .writeHead(200, {
        'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': policy,
        'cache-control': 'no-cache',
      })
      .end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${BASE}`,
    close: async () => {
      if (!server.listening) return
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export interface PortalSite extends StaticSite {
  /** Sends this script in place of the service worker from now on. */
  readonly replaceWorker: (script: string) => void
}

/** Serves the built portal. Calls get no answer from its server. */
export async function servePortalWithoutApi(): Promise<PortalSite> {
  let worker: string | undefined
  const app = Fastify({ forceCloseConnections: true })
  await app.register(helmet, securityHeaders(false))
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.replace(/\?.*/, '').slice(BASE.length)
    if (isServerPath(path)) return reply.code(502).send()
    if (path === 'service-worker.js' && worker !== undefined)
      return reply.type('text/javascript').header('cache-control', 'no-cache').send(worker)
  })
  await servePortal(app, voyager, { folder: portalFolder, version: 'test', hasServiceWorker: true })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: origin + BASE,
    replaceWorker: (script) => {
      worker = script
    },
    close: () => app.close(),
  }
}
