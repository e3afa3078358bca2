// Runs commands of docs/running that need only a shell, Prometheus or systemd, as they are on the pages.
// tests/server/deployment/page-commands.test.ts runs those that need a database.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { blocksOf, blockWith } from '#tests/support/page-blocks.ts'
import { DEFAULT_PORT } from '#tools/company-login.mjs'

const root = join(import.meta.dirname, '../..')

it('releases are unpacked beside each other, and the link is switched', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-releases-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const inFolder = (block: string) =>
    execFileSync('bash', ['-e', '-c', block.replaceAll('/opt/', `${folder}/`)], { cwd: folder, encoding: 'utf8' })
  for (const version of ['0.1.0', '0.2.0']) {
    const name = `card-programme-portal-${version}`
    inFolder(`mkdir -p ${name}/dist/portal && echo ${version} > ${name}/dist/portal/version`)
    inFolder(`tar -czf ${name}-linux-x64.tar.gz ${name} && rm -r ${name}`)
  }
  inFolder(blockWith('docs/running/first-setup.md', 'mkdir -p /opt/portal-releases'))
  for (const block of blocksOf('docs/running/upgrade.md')) inFolder(block)
  expect(readFileSync(join(folder, 'portal/dist/portal/version'), 'utf8')).toBe('0.2.0\n')
  expect(readFileSync(join(folder, 'portal/dist/portal-before/version'), 'utf8')).toBe('0.1.0\n')
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
it.skipIf(!hasPromtool)('the configuration of Prometheus is valid', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-prometheus-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'prometheus.yml'), blockWith('docs/running/metrics.md', 'scrape_configs'))
  cpSync(join(root, 'docs/running/monitoring/portal-alerts.yml'), join(folder, 'portal-alerts.yml'))
  const { stdout, stderr, status } = spawnSync('promtool', ['check', 'config', 'prometheus.yml'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(`${stdout}${stderr}`).toContain('portal-alerts.yml')
  expect(status).toBe(0)
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
it.skipIf(!hasSystemd)('the units of packaging are valid, and rated as the page says', () => {
  const units = ['portal.service', 'portal-erase.service', 'portal-erase.timer'].map((name) =>
    join(root, 'packaging', name),
  )
  expect(spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  })
  const [, rating] = /rates the unit (\d\.\d)/.exec(readFileSync(join(root, 'docs/running/packaging.md'), 'utf8')) ?? []
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', units[0] ?? ''], { encoding: 'utf8' })
  expect(stdout).toContain(`portal.service: ${rating}`)
})

it('the company’s login to try out has a port that browsers and the server’s requests allow', async () => {
  const failure = await fetch(`http://localhost:${DEFAULT_PORT}/`).then(
    () => undefined,
    (error: Error) => (error.cause as Error).message,
  )
  expect(failure).not.toBe('bad port')
})
