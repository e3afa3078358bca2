// Serves small bundled pages for benchmarks: the references of figures that are measured in a browser.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

/** The bundled pages. Several figures use the same page. `npm run bench` clears the folder at its start. */
const BUNDLES = resolve('.cache/benches/pages')

/** Serves a page with the bundled script `file` at `url`, until `close` is called. */
export async function servePage(file: string): Promise<{ url: string; close: () => void }> {
  const outDir = join(BUNDLES, file.replaceAll(/\W/g, '-'))
  if (!existsSync(join(outDir, 'page.js'))) await bundle(file, outDir)
  const files = new Map<string, Buffer>()
  const compressed = (path: string): Buffer => {
    const bytes = files.get(path) ?? brotliCompressSync(readFileSync(path))
    files.set(path, bytes)
    return bytes
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page')
    const path = join(outDir, pathname)
    response.setHeader('content-type', types[extname(path)] ?? 'text/html; charset=utf-8')
    if (pathname === '/')
      response.end('<!doctype html><body><div id="root"></div><script type="module" src="/page.js"></script>')
    // Compressed like the server's static files.
    else if (existsSync(path)) response.setHeader('content-encoding', 'br').end(compressed(path))
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}

async function bundle(file: string, outDir: string): Promise<void> {
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
      rolldownOptions: { input: { page: resolve(file) }, output: { entryFileNames: '[name].js' } },
    },
  })
}
