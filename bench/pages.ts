// Serves small bundled pages for benchmarks: the references of figures that are measured in a browser.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { temporaryFolder } from './databases.ts'

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

/** Bundles each file and serves it as `/<name>.html`, until `close` is called. */
export async function servePages(pages: Readonly<Record<string, string>>): Promise<{ url: string; close: () => void }> {
  const outDir = temporaryFolder()
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(pages).map(([name, file]) => [name, resolve(file)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  const files = new Map<string, Buffer>()
  const compressed = (path: string): Buffer => {
    const bytes = files.get(path) ?? brotliCompressSync(readFileSync(path))
    files.set(path, bytes)
    return bytes
  }
  const server = createServer((request, response) => {
    const path = join(outDir, new URL(request.url ?? '/', 'http://page').pathname)
    const page = /(?<name>\w+)\.html$/.exec(path)?.groups?.['name']
    response.setHeader('content-type', types[extname(path)] ?? 'text/html; charset=utf-8')
    if (page !== undefined)
      response.end(`<!doctype html><body><div id="root"></div><script type="module" src="/${page}.js"></script>`)
    // Compressed like the server's static files.
    else if (existsSync(path)) response.setHeader('content-encoding', 'br').end(compressed(path))
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}
