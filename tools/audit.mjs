// `npm run audit`: reports known vulnerabilities in the production dependencies. If the registry does not support the
// query, the result is "unknown", not "none".
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' })
const counts = parse(stdout)?.metadata?.vulnerabilities
if (!counts) {
  console.error('Unknown: the registry in use gave no audit. Run it again where npm’s public registry can be reached.')
  process.exit(2)
}
const vulnerabilities = Object.entries(counts).filter(([severity, count]) => severity !== 'total' && count > 0)
if (vulnerabilities.length > 0) {
  console.error(
    `Known vulnerabilities: ${vulnerabilities.map(([severity, count]) => `${count} ${severity}`).join(', ')}. See npm audit.`,
  )
  process.exit(1)
}
console.log('No known vulnerabilities in production packages.')

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
