// `npm run api`: writes docs/api.md and docs/openapi.json from the contract. With --check it writes nothing, and exits with 1 if the page is out
// of date. With --json it prints the JSON Schema of every operation.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const { module } = await runnerImport('./tools/api/describe.ts', { root, configFile: false, logLevel: 'error' })
const files = { 'docs/api.md': module.writePage, 'docs/openapi.json': module.writeOpenApi }
if (process.argv.includes('--json')) {
  console.log(JSON.stringify(module.describeAll(), undefined, 2))
} else {
  for (const [name, write] of Object.entries(files)) {
    if (!process.argv.includes('--check')) writeFileSync(join(root, name), write())
    else if (readFileSync(join(root, name), 'utf8') !== write()) {
      console.error(`${name} is out of date. Run \`npm run api\`.`)
      process.exitCode = 1
    }
  }
  if (!process.argv.includes('--check')) console.log(`${Object.keys(files).join(' and ')} are written.`)
}
