// Builds the portal and the server into dist, for every client and language. With --if-stale it builds only what has
// changed since the last build, according to a stamp: a hash of the sources and the Node version. It then also compresses
// faster, for a few percent more bytes. With --server it builds only the server. With --pseudo it builds portal and
// server in the pseudo-language (tools/pseudo-words.mjs) into .cache/pseudo, for tests.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sources } from './build-sources.mjs'
import { compileAll } from './messages.mjs'
import { completePortal } from './portal-folder.mjs'
import { compilePseudo } from './pseudo-words.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const runningProcesses = new Set()
if (!existsSync(join(root, 'node_modules/vite')))
  stop(
    'The packages that build the portal are not installed: run `npm ci --include=dev`, or install a release (docs/running).',
  )
const viteBuild = (mode) => ['node_modules/vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'warn']
const buildsOnlyStale = process.argv.includes('--if-stale')
const isPseudo = process.argv.includes('--pseudo')
/** The quality of Brotli. 11 takes seven seconds longer than 5, for 6% fewer bytes. */
const quality = buildsOnlyStale ? 5 : 11

const serverTarget = {
  name: 'server',
  program: viteBuild('host'),
  output: 'dist/host/main.js',
  stamp: 'dist/host.stamp',
  sources: sources.server,
}
const portalTarget = {
  name: 'portal',
  program: viteBuild('production'),
  output: '.cache/portal/index.html',
  stamp: 'dist/portal.stamp',
  sources: sources.portal,
  complete: () => completePortal(join(root, '.cache/portal'), join(root, 'dist'), quality),
}
const pseudoTarget = (target, output) => ({
  ...target,
  name: `${target.name} in the pseudo-language`,
  env: { PSEUDO: '1' },
  output: `.cache/pseudo/${output}`,
  stamp: `.cache/pseudo/${target.name}.stamp`,
  sources: [...target.sources, 'tools/pseudo-words.mjs'],
  complete: undefined,
})
const targets = chooseTargets()

// vite.config.ts also uses the messages.
await compileAll()
if (isPseudo) await compilePseudo('pseudo-server', 'en')
const staleTargets = buildsOnlyStale ? targets.filter((target) => !isFresh(target)) : targets
// At the same time, because each build uses one processor most of the time.
await Promise.all(staleTargets.map(build))

function chooseTargets() {
  if (isPseudo) return [pseudoTarget(portalTarget, 'portal/index.html'), pseudoTarget(serverTarget, 'host/main.js')]
  return process.argv.includes('--server') ? [serverTarget] : [portalTarget, serverTarget]
}

/** Runs the program of a target and writes its stamp. If the program fails, shows its output and stops. */
async function build(target) {
  const started = Date.now()
  rmSync(join(root, target.stamp), { force: true })
  const hash = hashOf(target)
  const { status, stdout, stderr } = await runTarget(target)
  if (status !== 0) stop(`Building the ${target.name} failed\n\n${stdout}${stderr}`)
  if (!existsSync(join(root, target.output)))
    stop(`Building the ${target.name} failed: the build left no ${target.output}.`)
  console.log(`Built the ${target.name} in ${secondsSince(started)}${stderr.trim() ? ' with warnings:' : ''}`)
  if (stderr.trim()) console.log(stderr.trim())
  await target.complete?.()
  writeFileSync(join(root, target.stamp), hash)
}

function runTarget({ program, env }) {
  const child = spawn(process.execPath, program, { cwd: root, env: { ...process.env, NODE_ENV: 'production', ...env } })
  runningProcesses.add(child)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      runningProcesses.delete(child)
      resolve({ status, ...output })
    })
  })
}

function isFresh({ output, stamp, ...target }) {
  const isBuilt = existsSync(join(root, output)) && existsSync(join(root, stamp))
  return isBuilt && readFileSync(join(root, stamp), 'utf8') === hashOf(target)
}

/**
 * Hashes the content of the sources, because file times are misleading in a fresh clone, in a copied folder and after a
 * change of branch.
 */
function hashOf(target) {
  const hash = createHash('sha256')
  hash.update([process.version, process.platform, ...target.program].join('\n'))
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

function secondsSince(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}

function stop(sentence) {
  for (const child of runningProcesses) child.kill()
  console.error(sentence)
  process.exit(1)
}
