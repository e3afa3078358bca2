// Builds the portal (dist/portal) and the server (`dist/server`). With --if-stale builds only what has changed since
// the last build: a stamp next to the output has a hash of the sources, the Node version and the client.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileAll, compileLanguage, languages } from './messages.mjs'
import { replacePages } from './replace-pages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const shared = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tools/messages.mjs',
  'tools/vite',
  'src',
  'workers',
]
const client = process.env.CLIENT ?? 'voyager'
const vite = (mode) => ['node_modules/vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'warn']
const targets = [
  {
    name: 'portal',
    // In a folder of its own, because servers that run serve the pages of the build before until it is finished.
    program: [...vite('production'), '--outDir', 'dist/portal-next', '--emptyOutDir'],
    built: 'dist/portal-next/index.html',
    finish: () => replacePages(join(root, 'dist')),
    output: 'dist/portal/index.html',
    of: [client],
    sources: [...shared, 'index.html', 'public', 'docs/using'],
  },
  { name: 'host', program: vite('host'), output: 'dist/host/main.js', of: [client], sources: [...shared, 'server'] },
]

const onlyStale = process.argv.includes('--if-stale')
await compileAll()
for (const language of languages) await compileLanguage(language)
for (const target of targets) {
  if (onlyStale && isFresh(target)) continue
  const started = Date.now()
  process.stdout.write(`Building the ${target.name} … `)
  build(target)
  console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** Runs the program of a target and stamps the output. If the program fails, shows its output and stops. */
function build(target) {
  rmSync(stampOf(target), { force: true })
  const hash = hashOf(target)
  if (!existsSync(join(root, 'node_modules/vite'))) stop('Vite is not installed. Run `npm ci` first.')
  const env = { ...process.env, NODE_ENV: 'production' }
  const { built = target.output } = target
  const result = spawnSync(process.execPath, target.program, { cwd: root, encoding: 'utf8', env, maxBuffer: 64 << 20 })
  if (result.status !== 0) stop(`failed\n\n${result.stdout}${result.stderr}`)
  if (!existsSync(join(root, built))) stop(`failed: the build left no ${built}.`)
  target.finish?.()
  if (result.stderr.trim()) console.log(`with warnings:\n${result.stderr.trim()}`)
  writeFileSync(stampOf(target), hash)
}

function isFresh(target) {
  const stamp = stampOf(target)
  const isBuilt = existsSync(join(root, target.output)) && existsSync(stamp)
  return isBuilt && readFileSync(stamp, 'utf8') === hashOf(target)
}

/** Uses the content, because file times are misleading in a fresh clone, a copied folder and a switched branch. */
function hashOf(target) {
  const hash = createHash('sha256')
  hash.update([process.version, process.platform, ...target.of, ...target.program].join('\n'))
  for (const source of target.sources) {
    for (const file of filesIn(source)) hash.update(`\n${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(join(root, path))) return []
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}

function stampOf(target) {
  return join(root, 'dist', `${target.name.replaceAll(' ', '-')}.stamp`)
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
