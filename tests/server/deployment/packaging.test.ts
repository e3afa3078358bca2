// Runs the commands of docs/running/packaging.md as they are on the page: users, files and nginx of a new machine, and the
// commands of the programme as the user of the service. In a mount namespace with its own /etc and /opt, so that nothing of
// the machine changes; only systemctl is replaced. The image is built with buildah. Skipped without root and these programs.
// Needs the build.
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

// The base image has only what the Dockerfile runs, of this machine, and an npm that fetches and builds nothing:
// tests/server/deployment/release.test.ts makes a release from the same sources.
const hasBuildah = process.getuid?.() === 0 && spawnSync('buildah', ['--version']).status === 0
it.skipIf(!hasBuildah)('the image is built as the page says, without Docker', { timeout: minutes(3) }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string) => join(folder, name)
  for (const name of ['bin', 'base/bin', 'base/etc', 'base/tmp']) mkdirSync(path(name), { recursive: true })
  const npm = `#!/bin/sh
case "$*" in *release*)
  mkdir -p /release/node_modules /release/dist && echo '{}' > /release/package.json
  cat package-lock.json .npmrc docs/using/README.md tools/release.mjs src/app/main.tsx server/main.ts > /release/dist/sources
esac
`
  writeFileSync(path('base/bin/npm'), npm, { mode: 0o755 })
  const buildah = `buildah --root ${path('root')} --runroot ${path('run')} --storage-driver vfs`
  const docker = `#!/bin/sh\naction=$1\nshift\nexec ${buildah} $action --format docker --isolation chroot --pull=never "$@"\n`
  writeFileSync(path('bin/docker'), docker, { mode: 0o755 })

  const [build = ''] = page('docker build').split('\n')
  const steps = [
    `cd ${path('base')}`,
    'for program in sh mkdir cat install groupadd useradd; do',
    '  file=$(readlink -f "$(command -v $program)")',
    '  cp "$file" bin/$program',
    `  for library in $(ldd "$file" | grep -o '/[^ ]*'); do mkdir -p .$(dirname $library) && cp -L $library .$library; done`,
    'done',
    'cp /etc/passwd /etc/group /etc/login.defs etc',
    `base=$(${buildah} from scratch)`,
    `${buildah} add --quiet $base . /`,
    `${buildah} commit --quiet $base docker.io/library/node:24-bookworm-slim`,
    `cd ${root}`,
    build,
    `${buildah} inspect --type image portal > ${path('image.json')}`,
  ]
  await runFile('bash', ['-e', '-c', steps.join('\n')], {
    env: { PATH: `${path('bin')}:${process.env['PATH'] ?? ''}`, HOME: folder },
  })
  const image = JSON.parse(readFileSync(path('image.json'), 'utf8')) as { readonly Docker: { readonly config: object } }
  expect(image.Docker.config).toMatchObject({
    User: '10001:10001',
    Cmd: ['node', 'dist/host/main.js'],
    StopSignal: 'SIGTERM',
    Volumes: { '/data': {}, '/keys': {} },
    Healthcheck: { Test: ['CMD', 'node', '-e', expect.stringContaining('/health`')] },
  })
})
