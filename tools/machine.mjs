// `npm run machine -- batch events.json`: runs a scenario file on a state machine of the portal and prints the result.
// Exits with 0 if everything is as expected, so that a tester's scenarios can run in any CI. With --browser, scenarios that
// succeed are then also run on the real page.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const { module } = await runnerImport('./tools/lab/terminal.ts', { root, configFile: false, logLevel: 'error' })

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
const args = process.argv.slice(2).filter((arg) => arg !== '--browser')
const { lines, exitCode } = module.runTerminal(args, read)
console.log(lines.join('\n'))
process.exitCode = exitCode
if (process.argv.includes('--browser') && exitCode === 0 && args.length > 1) process.exitCode = runInBrowser(args)

function runInBrowser([machine, ...namesOrFiles]) {
  const scenarios = namesOrFiles.map((nameOrFile) => (existsSync(nameOrFile) ? resolve(nameOrFile) : nameOrFile))
  const env = { ...process.env, MACHINE_SCENARIOS: JSON.stringify({ machine, scenarios }) }
  const runNode = (...command) => spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env }).status ?? 1
  if (runNode('tools/build.mjs', '--if-stale') !== 0) return 1
  const playwright = 'node_modules/@playwright/test/cli.js'
  const titlePattern = `${machine}: `
  const status = runNode(playwright, 'test', 'tests/e2e/replay/scenarios.spec.ts', '-g', titlePattern)
  return status === 0 ? 0 : 1
}
