// A release, made by the commands of docs/running/first-setup.md from nothing but what the container copies, is unpacked,
// started without building, and replaced by the next one. The long run makes it; npm test checks its parts
// (tests/tools/release.test.ts).
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createDatabase } from '#tests/support/database.ts'
import { minutes } from '#tests/support/long-run.ts'
import { blockWith } from '#tests/support/page-blocks.ts'
import { startServer } from '#tests/support/server.ts'

const root = join(import.meta.dirname, '../../..')
const PAGE = 'docs/running/first-setup.md'
const folder = mkdtempSync(join(tmpdir(), 'portal-release-'))
const [context, link, second] = ['context', 'portal', '2'].map((name) => join(folder, name)) as [string, string, string]
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The lines `COPY a b ./` of the stage that builds. */
function copyContext(): void {
  const [, stage = ''] = readFileSync(join(root, 'Dockerfile'), 'utf8').split('\nFROM')
  for (const [, paths = ''] of stage.matchAll(/^COPY (.*) \S+$/gm))
    for (const path of paths.split(' ')) cpSync(join(root, path), join(context, path), { recursive: true })
}

it(
  'a release runs in its own folder for any client, and the next one takes over by its link',
  async () => {
    copyContext()
    const run = (command: string, cwd: string) =>
      execFileSync('bash', ['-e', '-c', command], {
        cwd,
        env: { ...process.env, NODE_ENV: 'production' },
        encoding: 'utf8',
      })
    const output = run(blockWith(PAGE, 'npm run release'), context)
    const [, archive = ''] = /^Wrote (.*\.tar\.gz)$/.exec(output.trim().split('\n').at(-1) ?? '') ?? []
    renameSync(archive, join(folder, basename(archive)))
    // Nothing of the sources is needed any more.
    rmSync(context, { recursive: true })
    run(blockWith(PAGE, 'mkdir -p /opt').replaceAll('/opt/', `${folder}/`), folder)
    const first = realpathSync(link)
    expect(existsSync(join(first, 'node_modules/vite'))).toBe(false)

    const database = await createDatabase()
    const env = { DATABASE_URL: database.url, PORTAL_DIR: join(link, 'dist/portal'), CLIENT: 'harbour' }
    const server = await startServer({ env })
    await server.restart(env, join(link, 'dist/host/main.js'))
    const page = await fetch(server.url, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<title>Harbour Client Portal</title>')

    cpSync(first, second, { recursive: true, verbatimSymlinks: true })
    symlinkSync(second, `${link}-next`)
    renameSync(`${link}-next`, link)
    await server.restart(env, join(link, 'dist/host/main.js'))
    expect((await fetch(`${server.url}health`)).status).toBe(200)
    unlinkSync(link)
    await server.remove()
    await database.drop()
  },
  minutes(10),
)
