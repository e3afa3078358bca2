// `npm run api`: writes docs/api.md from the contract. With --check it writes nothing, and exits with 1 if the page is out
// of date. With --json it prints the JSON Schema of every operation.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'docs/api.md')
const { module } = await runnerImport('./tools/api/describe.ts', { root, configFile: false, logLevel: 'error' })
if (process.argv.includes('--json')) {
  console.log(JSON.stringify(module.describeAll(), undefined, 2))
} else if (process.argv.includes('--check')) {
  if (readFileSync(page, 'utf8') !== module.writePage()) {
    console.error('docs/api.md is out of date. Run `npm run api`.')
    process.exit(1)
  }
} else {
  writeFileSync(page, module.writePage())
  console.log('docs/api.md is written.')
}
