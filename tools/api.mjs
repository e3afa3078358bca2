// `npm run api`: writes docs/openapi.json from the contract, and the types of a client for tests from that document. With
// --check it writes nothing, and exits with 1 if the document is out of date. With --json it prints the JSON Schema of every
// operation.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const { module } = await runnerImport('./tools/api/describe.ts', { root, configFile: false, logLevel: 'error' })
const documentName = 'docs/openapi.json'
if (process.argv.includes('--json')) {
  console.log(JSON.stringify(module.describeAll(), undefined, 2))
} else if (process.argv.includes('--check')) {
  if (readFileSync(join(root, documentName), 'utf8') !== module.writeOpenApi()) {
    console.error(`${documentName} is out of date. Run \`npm run api\`.`)
    process.exitCode = 1
  }
} else {
  writeFileSync(join(root, documentName), module.writeOpenApi())
  console.log(`${documentName} is written.`)
  writeClientTypes()
}

/** Does nothing if the types are those of the document already, because writing needs a package of tools/peers. */
function writeClientTypes() {
  const name = 'tests/support/openapi-types.ts'
  const target = join(root, name)
  const document = join(root, documentName)
  const hash = createHash('sha256').update(readFileSync(document)).digest('hex')
  if (existsSync(target) && readFileSync(target, 'utf8').includes(hash)) return
  const peers = join(root, 'tools/peers')
  const generator = join(peers, 'node_modules/openapi-typescript/bin/cli.js')
  const made = join(root, '.cache/openapi-types.ts')
  if (!existsSync(generator)) {
    console.log('Installing the packages of tools/peers, 140 MB …')
    // Some of them require Node 22 but run on 20.
    runOrExit('npm', ['ci', '--no-engine-strict', '--ignore-scripts', '--no-audit', '--no-fund'], peers)
  }
  runOrExit(process.execPath, [generator, document, '--output', made], peers)
  const head = `// The types of /v1 that \`npm run api\` writes with openapi-typescript from docs/openapi.json,\n// whose SHA-256 is ${hash}.\n`
  writeFileSync(target, head + readFileSync(made, 'utf8'))
  rmSync(made)
  console.log(`${name} is written.`)
}

function runOrExit(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  console.error(`\`${command} ${args.join(' ')}\` failed, so the types of the client are out of date.`)
  process.exit(1)
}
