// `npm run audit`: reports known vulnerabilities in the packages of a release (tools/licences.mjs). If the registry does not
// support the query, the result is "unknown", not "none".
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { releasedPackages } from './licences.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8' })
const vulnerabilities = parse(stdout)?.vulnerabilities
if (!vulnerabilities) {
  console.error('Unknown: the registry in use gave no audit. Run it again where npm’s public registry can be reached.')
  process.exit(2)
}
const released = new Set(releasedPackages().map(({ path }) => path))
const vulnerable = Object.values(vulnerabilities).filter(({ nodes }) => nodes.some((path) => released.has(path)))
if (vulnerable.length > 0) {
  const list = vulnerable.map(({ name, severity }) => `${name} (${severity})`).join(', ')
  console.error(`Known vulnerabilities in packages of a release: ${list}. See npm audit.`)
  process.exit(1)
}
console.log('No known vulnerabilities in the packages of a release.')

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
