// Builds the portal (dist/portal), once for each language of the client, and the server. With --if-stale it builds only
// what has changed since the last build, according to a stamp: a hash of the sources, the Node version and the client.
// With LANGUAGES=en,de it builds the portal only in these languages and in the client's first one. With --pseudo it builds
// portal and server in the pseudo-language (tools/pseudo-words.mjs) into .cache/pseudo, for tests.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileAll, compileLanguage } from './messages.mjs'
import { assemblePortal } from './portal-folder.mjs'
import { compilePseudo } from './pseudo-words.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const runningProcesses = new Set()
if (!existsSync(join(root, 'node_modules/vite'))) stop('Vite is not installed. Run `npm ci` first.')
const client = process.env.CLIENT ?? 'voyager'
/** The number of parallel builds; each uses one processor most of the time. */
const PARALLEL_BUILDS = 2
const sharedSources = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tools/messages.mjs',
  'tools/vite',
  'workers',
  ...readdirSync(join(root, 'src'))
    .filter((name) => name !== 'words')
    .map((name) => `src/${name}`),
]
const viteBuild = (mode) => ['node_modules/vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'warn']
const serverTarget = {
  name: 'host',
  program: viteBuild('host'),
  env: {},
  output: 'dist/host/main.js',
  stamp: 'dist/host.stamp',
  settings: [client],
  sources: [...sharedSources, 'src/words', 'server'],
}
const wordModules = readdirSync(join(root, 'src/words'), { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `src/words/${entry.name}`)
/** The English pages of the help, which a language shows if it has no translation of a page. */
const helpPages = readdirSync(join(root, 'docs/using'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/using/${name}`)
const portalTarget = (language) => ({
  name: `portal (${language})`,
  program: viteBuild('production'),
  env: { PORTAL_LANGUAGE: language, PORTAL_LANGUAGES: languages.join() },
  folder: `.cache/portal/${language}`,
  output: `.cache/portal/${language}/index.html`,
  stamp: `.cache/portal/${language}.stamp`,
  // Each portal offers all of these languages.
  settings: [client, ...languages, language],
  sources: [
    ...sharedSources,
    ...wordModules,
    `src/words/${language}`,
    'index.html',
    'public',
    ...helpPages,
    `docs/using/${language}`,
  ],
})

const buildsOnlyStale = process.argv.includes('--if-stale')
const isPseudo = process.argv.includes('--pseudo')
const languages = isPseudo ? [] : await languagesToBuild()
const portals = languages.map(portalTarget)
const pseudoTargets = [serverTarget, portalTarget('en')].map((target, index) => {
  const folder = `.cache/pseudo/${['host', 'portal'][index]}`
  const output = `${folder}/${['main.js', 'index.html'][index]}`
  const sources = [...target.sources, 'tools/pseudo-words.mjs']
  return {
    ...target,
    name: `pseudo ${target.name}`,
    env: { PSEUDO: '1' },
    folder,
    output,
    stamp: `${folder}.stamp`,
    sources,
  }
})
// All messages are compiled for every build, because vite.config.ts uses them.
await compileAll()
if (isPseudo) {
  await compilePseudo('pseudo-server', 'en')
  await compilePseudo('pseudo-portal', 'en', 'message-modules')
}
for (const language of languages) await compileLanguage(language)
const waitingTargets = (isPseudo ? pseudoTargets : [...portals, serverTarget]).filter(
  (target) => !buildsOnlyStale || !isFresh(target),
)
await Promise.all(Array.from({ length: PARALLEL_BUILDS }, buildNext))
if (!isPseudo) await assemble()

/** The client's first language, and its others unless LANGUAGES restricts them. */
async function languagesToBuild() {
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport('./src/brand/clients.ts', { root, configFile: false, logLevel: 'error' })
  const clientLanguages = module.clientByKey(client)?.languages
  if (!clientLanguages) stop(`CLIENT is '${client}', but there is no such client.`)
  const chosen = process.env.LANGUAGES?.split(',').map((language) => language.trim())
  const unknown = chosen?.find((language) => !clientLanguages.includes(language))
  if (unknown !== undefined) stop(`LANGUAGES has '${unknown}', but ${client} has ${clientLanguages.join(', ')}.`)
  return clientLanguages.filter((language, index) => index === 0 || !chosen || chosen.includes(language))
}

/** Builds until nothing is waiting. */
async function buildNext() {
  for (let target = waitingTargets.shift(); target; target = waitingTargets.shift()) await build(target)
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

/** Puts the builds of all languages together, unless dist/portal already consists of them. */
async function assemble() {
  const stamp = join(root, 'dist/portal.stamp')
  const hash = createHash('sha256')
    .update(portals.map(({ stamp: stampFile }) => readFileSync(join(root, stampFile), 'utf8')).join('\n'))
    .update(readFileSync(join(root, 'tools/portal-folder.mjs')))
    .digest('hex')
  const isAssembled = existsSync(join(root, 'dist/portal/index.html')) && existsSync(stamp)
  if (buildsOnlyStale && isAssembled && readFileSync(stamp, 'utf8') === hash) return
  const started = Date.now()
  rmSync(stamp, { force: true })
  await assemblePortal(
    portals.map(({ folder }, index) => ({ language: languages[index], folder: join(root, folder) })),
    join(root, 'dist'),
  )
  writeFileSync(stamp, hash)
  console.log(`Put the portal together in ${secondsSince(started)}`)
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
  hash.update([process.version, process.platform, ...target.settings, ...target.program].join('\n'))
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
