// Runs the commands of docs/running/packaging.md as they are on the page: users, files and nginx of a new machine, and the
// commands of the programme as the user of the service. In a mount namespace with its own /etc and /opt, so that nothing of
// the machine changes; only systemctl is replaced. Skipped without root and these programs. Needs the build.
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '#tests/support/database.ts'
import { minutes } from '#tests/support/long-run.ts'
import { blockWith } from '#tests/support/page-blocks.ts'
import { startMailServer } from '#tests/support/smtp.ts'

const runFile = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const page = (text: string) => blockWith('docs/running/packaging.md', text)

const NEEDED = ['useradd', 'runuser', 'nginx', 'openssl', 'systemd-analyze']
const canRun =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'sh', '-c', `command -v ${NEEDED.join(' && command -v ')}`]).status === 0

it.skipIf(!canRun)('a machine is set up with systemd and nginx as the page says', { timeout: minutes(5) }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-packaging-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string) => join(folder, name)
  for (const name of ['bin', 'etc', 'opt/portal']) mkdirSync(path(name), { recursive: true })
  writeFileSync(path('bin/systemctl'), `#!/bin/sh\necho "$@" >> ${path('systemctl')}\n`, { mode: 0o755 })
  const database = await createDatabase('nothing')
  onTestFinished(() => database.drop())
  const mail = await startMailServer()
  onTestFinished(() => mail.close())

  const steps = [
    `cp -a /etc/. ${path('etc')}`,
    `mount --bind ${path('etc')} /etc`,
    `mount --bind ${path('opt')} /opt`,
    `mount --bind ${root} /opt/portal`,
    'cd /opt/portal',

    page('useradd'),
    `sed -i -e 's|^DATABASE_URL=.*|DATABASE_URL=${database.url}|' -e 's|^SMTP_URL=.*|SMTP_URL=${mail.url}|' /etc/portal/settings.env`,
    'cp dist/host/samples/programme.jsonc /etc/portal/my-programme.jsonc',
    page('portal() ('),
    page('portal-erase.*'),
    `printf 'DATABASE_URL=%s\\n' '${database.url}' > /etc/portal/owner.env`,
    "stat --format='%n %U %a' /etc/portal/keys /etc/portal/settings.env /etc/portal/owner.env",
    'systemd-analyze verify /etc/systemd/system/portal.service /etc/systemd/system/portal-erase.*',

    'mkdir -p /etc/ssl/portal',
    `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=portal.example -keyout /etc/ssl/portal/key.pem -out /etc/ssl/portal/fullchain.pem 2>/dev/null`,
    page('cp packaging/nginx.conf'),
  ]
  // The mail server of this process has to answer meanwhile.
  const { stdout, stderr } = await runFile('unshare', ['--mount', 'bash', '-e', '-c', steps.join('\n')], {
    env: { PATH: `${path('bin')}:${process.env['PATH'] ?? ''}`, HOME: folder, LC_ALL: 'C.UTF-8' },
  })
  expect(stdout).toContain('All is in order.')
  expect(stdout).toContain("Added the first administrator 'ada'.")
  expect(stdout).toContain('No fault in the ledger is known.')
  expect(stdout).toMatch(
    /^\/etc\/portal\/keys portal 700\n\/etc\/portal\/settings.env root 600\n\/etc\/portal\/owner.env root 600$/m,
  )
  expect(stderr).toContain('test is successful')
  expect(readFileSync(path('systemctl'), 'utf8')).toBe(
    'enable --now portal\nenable --now portal-erase.timer\nreload nginx\n',
  )
})
