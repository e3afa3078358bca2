// Where the worker thread's file is: beside the built host; run from source (tests, bench) its types are taken off first,
// since a worker thread does not go through the loader that runs the sources.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export async function workerFile(): Promise<URL> {
  return import.meta.url.endsWith('.ts') ? withoutTypes() : new URL(besideHost, import.meta.url)
}

// Not a literal in `new URL`, which the build would take for an asset.
const besideHost = './embedded-worker.js'
const source = './embedded-worker.ts'
const cache = '../../.cache/host/'

async function withoutTypes(): Promise<URL> {
  const path = fileURLToPath(new URL(source, import.meta.url))
  const text = readFileSync(path, 'utf8')
  const name = `embedded-worker-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.mjs`
  const target = new URL(cache + name, import.meta.url)
  if (!existsSync(target)) {
    const { transformWithOxc } = await import('vite')
    const { code } = await transformWithOxc(text, path)
    mkdirSync(new URL(cache, import.meta.url), { recursive: true })
    // Renamed into place: several test processes may do this at once.
    const draft = new URL(`${cache}${name}.${process.pid}`, import.meta.url)
    writeFileSync(draft, code)
    renameSync(draft, target)
  }
  return target
}
