// Builds the gallery as the portal is built and serves it under the portal's strict policy, so that a style or a script
// the policy refuses shows up in a test.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = 'tests/ui/gallery/index.html'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; trusted-types default"

export interface Gallery {
  readonly url: string
  readonly close: () => Promise<void>
}

export async function startGallery(): Promise<Gallery> {
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'))
  await build({
    root,
    logLevel: 'silent',
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: join(root, page) } },
  })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://gallery').pathname.replace(/^\/voyager\//, '')
    const file = join(folder, path)
    if (!file.startsWith(folder) || !existsSync(file)) return void response.writeHead(404).end()
    const type = types[extname(file)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/voyager/${page}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
