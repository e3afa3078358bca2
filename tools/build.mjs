// Builds the portal (dist/portal) and the host (dist/host). With --if-stale only what has changed since the last build:
// a stamp beside the output holds a hash of the sources, the lock file, the Node version and the client it was built for.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const shared = ['package.json', 'package-lock.json', 'vite.config.ts', 'tools/vite', 'src', 'workers', 'tools/vite']
const targets = [
  {
    name: 'portal',
    mode: 'production',
    output: 'dist/portal/index.html',
    sources: [...shared, 'index.html', 'public'],
  },
  { name: 'host', mode: 'host', output: 'dist/host/main.js', sources: [...shared, 'server'] },
]

const onlyStale = process.argv.includes('--if-stale')
for (const target of targets) {
  if (onlyStale && isFresh(target)) continue
  const started = Date.now()
  process.stdout.write(`Building the ${target.name} … `)
  build(target)
  console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** Runs Vite and stamps the output; says what Vite said and stops where it fails. */
function build(target) {
  rmSync(stampOf(target), { force: true })
  const hash = hashOf(target)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  if (!existsSync(vite)) stop('Vite is not installed. Run `npm ci` first.')
  const args = [vite, 'build', '--mode', target.mode, '--logLevel', 'warn']
  const env = { ...process.env, NODE_ENV: 'production' }
  const result = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env, maxBuffer: 64 << 20 })
  if (result.status !== 0) stop(`failed\n\n${result.stdout}${result.stderr}`)
  if (!existsSync(join(root, target.output))) stop(`failed: the build left no ${target.output}.`)
  if (result.stderr.trim()) console.log(`with warnings:\n${result.stderr.trim()}`)
  writeFileSync(stampOf(target), hash)
}

function isFresh(target) {
  const stamp = stampOf(target)
  const isBuilt = existsSync(join(root, target.output)) && existsSync(stamp)
  return isBuilt && readFileSync(stamp, 'utf8') === hashOf(target)
}

/** Content rather than times: a fresh clone, a copied folder and a switched branch all have misleading times. */
function hashOf(target) {
  const hash = createHash('sha256')
  hash.update([process.version, process.platform, process.env.CLIENT ?? 'voyager', target.mode].join('\n'))
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
  return join(root, 'dist', `${target.name}.stamp`)
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
