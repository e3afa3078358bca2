// `npm run machine -- batch events.json`: drives a machine of the portal through a scenario file and prints the result.
// Ends with 0 if all is as expected, so that a tester's scenarios can run in any CI.
import { readFileSync } from 'node:fs'
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
const { lines, exitCode } = module.runTerminal(process.argv.slice(2), read)
console.log(lines.join('\n'))
process.exitCode = exitCode
