// `npm run machines:draw`: draws the diagram of each state machine into src/machines/charts. With --check it writes
// nothing, and exits with 1 if a picture is out of date.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'src/machines/charts')
const { module } = await runnerImport('./tools/lab/draw.tsx', { root, configFile: false, logLevel: 'error' })
const pictures = await module.drawAllMachines()
mkdirSync(folder, { recursive: true })
const existing = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
const allNames = [...new Set([...pictures.keys(), ...existing.keys()])]
const stale = allNames.filter((name) => pictures.get(name) !== existing.get(name))
if (process.argv.includes('--check')) {
  if (stale.length > 0) console.error(`Not current: ${stale.join(', ')}. Run npm run machines:draw`)
  process.exit(stale.length > 0 ? 1 : 0)
}
for (const name of existing.keys()) rmSync(join(folder, name))
for (const [name, picture] of pictures) writeFileSync(join(folder, name), picture)
console.log(`${pictures.size} charts, ${stale.length} of them new or changed`)
