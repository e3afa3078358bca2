// Serves the lab as `npm run machines` does, for the tests of a file.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'
import { test } from '#tests/support/fixtures.ts'

/** Serves the portal's sources and the lab while the tests of the calling file run. Returns the portal's address. */
export function serveLab(): () => string {
  let server: ViteDevServer
  const cacheDir = join(tmpdir(), `lab-${process.pid}`)
  test.beforeAll(async () => {
    server = await createServer({
      root: fileURLToPath(new URL('../../..', import.meta.url)),
      cacheDir,
      logLevel: 'error',
      server: { port: 0, hmr: false, ws: false, watch: null },
    })
    await server.listen()
  })
  test.afterAll(async () => {
    await server.close()
    rmSync(cacheDir, { recursive: true, force: true })
  })
  return () => server.resolvedUrls?.local[0] ?? ''
}
