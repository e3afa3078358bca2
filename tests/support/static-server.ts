// Serves a built folder under the client's base path and with the portal's strict security policy. It has no API.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { isServerPath } from '#contract/paths.ts'

const BASE = '/voyager/'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types default dompurify"

export interface StaticSite {
  /** The address with the base path and a closing slash. */
  readonly url: string
  /** Replaces the content of this file from now on. */
  readonly replace: (path: string, content: string) => void
  /** The requested paths, below the base. */
  readonly requests: readonly string[]
  readonly close: () => Promise<void>
}

interface Settings {
  /** Returns index.html for pages of the portal, like the server; a missing file is still a 404. */
  readonly fallsBackToIndex?: boolean
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

export async function serveFolder(folder: string, { fallsBackToIndex = false }: Settings = {}): Promise<StaticSite> {
  const replacements = new Map<string, string>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://portal').pathname.slice(BASE.length)
    requests.push(path)
    const isPage =
      fallsBackToIndex &&
      request.method === 'GET' &&
      !isServerPath(path) &&
      request.headers['sec-fetch-dest'] === 'document'
    const file = isFile(join(folder, path)) || !isPage ? join(folder, path) : join(folder, 'index.html')
    if (!file.startsWith(folder) || !isFile(file)) return void response.writeHead(404).end()
    response
      .writeHead(200, {
        'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': policy,
        'cache-control': 'no-cache',
      })
      .end(replacements.get(path) ?? readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${BASE}`,
    replace: (path, content) => void replacements.set(path, content),
    requests,
    close: async () => {
      if (!server.listening) return
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
