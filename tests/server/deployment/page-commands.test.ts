// Runs the commands of docs/running that need a PostgreSQL, a GnuPG or a systemd of the system, as they are on the pages:
// only names of machines and folders are replaced. Skipped without these programs. Needs the build.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chooseUser } from '#server/db/private/run-as.ts'
import { minutes } from '#tests/support/long-run.ts'
import { blocksOf, blockWith } from '#tests/support/page-blocks.ts'
import { freePort } from '#tests/support/ports.ts'
import { startServer } from '#tests/support/server.ts'
import { systemPostgresBin } from '#tests/support/system-postgres.ts'
import { temporaryRoot } from '#tests/support/temporary.ts'

const root = join(import.meta.dirname, '../../..')
const BACKUP = 'docs/running/backup-and-restore.md'
const FAILOVER = 'docs/running/failover.md'
const POOLER = 'docs/running/pooler.md'

const hasGpg = spawnSync('gpg', ['--version']).status === 0
const isInstalled = systemPostgresBin !== '' && hasGpg

describe.skipIf(!isInstalled)('the commands of docs/running', () => {
  const folder = mkdtempSync(join(temporaryRoot, 'portal-pages-'))
  const path = (name: string) => join(folder, name)
  const runAs = chooseUser(path('data'))
  let [port, standbyPort, restoredPort] = [0, 0, 0]
  let keysDir = ''

  const asPostgres = { cwd: folder, ...(runAs && { uid: runAs.uid, gid: runAs.gid }) }
  const environment = (more: Readonly<Record<string, string>> = {}) => ({
    PATH: `${path('bin')}:${systemPostgresBin}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    LC_ALL: 'C.UTF-8',
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'postgres',
    GNUPGHOME: path('keys-of-server'),
    DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/portal`,
    RESTORED_URL: `postgres://postgres@127.0.0.1:${port}/portal_restored`,
    ...more,
  })
  /** Runs a block in bash, as PostgreSQL's user, and returns its output. Throws if a command fails. */
  const run = (block: string, env: Readonly<Record<string, string>> = {}): string => {
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', block], {
      ...asPostgres,
      env: environment(env),
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${block}\n${stdout}${stderr}`)
    return stdout
  }
  const query = (sql: string, env: Readonly<Record<string, string>> = {}) =>
    run(`psql --no-psqlrc --tuples-only --no-align --dbname=portal <<'SQL'\n${sql}\nSQL`, env).trim()
  /** Runs a command of the programme in the product's folder, as on a server. */
  const programme = (line: string, env: Readonly<Record<string, string>>) => {
    const options = { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', line], options)
    if (status !== 0) throw new Error(`${line}\n${stdout}${stderr}`)
    return stdout
  }
  const control = (data: string, action: string) =>
    run(`pg_ctl --pgdata=${path(data)} --log=${path(data)}.log --wait ${action} > /dev/null`)
  const secretKey = { GNUPGHOME: path('keys-elsewhere') }

  beforeAll(async () => {
    ;[port, standbyPort, restoredPort] = [await freePort(), await freePort(), await freePort()]
    for (const name of ['bin', 'keys-of-server', 'keys-elsewhere', 'archive', 'node-exporter'])
      mkdirSync(path(name), { mode: 0o700 })
    // The page says that it asks for a passphrase. No one is here to type one.
    writeFileSync(
      path('bin/gpg'),
      '#!/bin/sh\nexec /usr/bin/gpg --batch --pinentry-mode loopback --passphrase secret "$@"\n',
      {
        mode: 0o755,
      },
    )
    if (runAs) for (const name of ['', ...readdirSync(folder), 'bin/gpg']) chownSync(path(name), runAs.uid, runAs.gid)
    chmodSync(folder, 0o755)
    run(`initdb --pgdata=${path('data')} --username=postgres --auth=trust --encoding=UTF8 > /dev/null`)
    run(`cat >> data/postgresql.conf <<'END'\nport = ${port}\nunix_socket_directories = '${folder}'\nfsync = off\nEND`)
    control('data', 'start')
    run('createdb portal')
    const server = await startServer({
      env: { DATABASE_URL: environment().DATABASE_URL, SECRETS_DIR: path('portal-keys') },
    })
    await server.stop()
    keysDir = path('portal-keys')
  }, minutes(3))
  afterAll(() => {
    for (const data of ['data', 'standby', 'restored'])
      spawnSync('bash', ['-c', `pg_ctl --pgdata=${path(data)} --mode=immediate stop`], {
        ...asPostgres,
        env: environment(),
      })
    spawnSync('gpgconf', ['--kill', 'all'], { ...asPostgres, env: environment() })
    spawnSync('gpgconf', ['--kill', 'all'], { ...asPostgres, env: environment(secretKey) })
    rmSync(folder, { recursive: true, force: true })
  })

  it('make an encrypted dump, restore it and check it', { timeout: minutes(3) }, () => {
    run(blockWith(BACKUP, 'quick-generate-key'), secretKey)
    run(blockWith(BACKUP, 'gpg --import'))
    run(blockWith(BACKUP, 'pg_dump --format'))
    run(blockWith(BACKUP, 'portal_backup_last').replace('/var/lib/prometheus/node-exporter', path('node-exporter')))
    expect(readFileSync(path('node-exporter/portal-backup.prom'), 'utf8')).toMatch(/^portal_backup\w+ \d{10}\n$/)

    const verify = blockWith(BACKUP, 'dump.gpg > /dev/null')
    run(verify, secretKey)
    // The machine that makes backups cannot read them.
    expect(() => run(verify)).toThrow(/decryption failed: No secret key/)
    run(blockWith(BACKUP, 'createdb portal_restored'), secretKey)
    const outputs = blockWith(BACKUP, 'npm run ledger:check')
      .trim()
      .split('\n')
      .map((line) =>
        programme(line.replace(/ {3,}.*$/, ''), { DATABASE_URL: environment().RESTORED_URL, SECRETS_DIR: keysDir }),
      )
    expect(outputs).toEqual([
      expect.stringMatching(/400 card numbers were read/),
      expect.stringMatching(/The ledger is in order/),
      expect.stringMatching(/The audit trail is in order/),
    ])
  })

  it('restore a point in time from an encrypted base backup and log', { timeout: minutes(3) }, async () => {
    const adapt = (block: string) => block.replaceAll('/archive/', `${path('archive')}/`)
    query(adapt(blockWith(BACKUP, 'archive_mode')))
    control('data', 'restart')
    run(blockWith(BACKUP, 'pg_basebackup'))
    query('CREATE TABLE kept (n int)')
    const moment = query('SELECT clock_timestamp()')
    query('CREATE TABLE too_late (n int)')
    const segment = query('SELECT pg_walfile_name(pg_switch_wal())')
    await expect.poll(() => readdirSync(path('archive'))).toContain(`${segment}.gpg`)

    run(blockWith(BACKUP, 'pg_verifybackup'), secretKey)
    const settings = adapt(blockWith(BACKUP, 'recovery_target_time')).replace('2026-11-26 14:05:00+08', moment)
    run(`cat >> restored/postgresql.conf <<'END'\n${settings}port = ${restoredPort}\nEND`)
    run(`pg_ctl --pgdata=restored --log=restored.log --wait start > /dev/null`, secretKey)
    const restored = { PGPORT: String(restoredPort) }
    await expect.poll(() => query('SELECT pg_is_in_recovery()', restored)).toBe('f')
    const tables = "SELECT string_agg(relname, ' ') FROM pg_class WHERE relname IN ('kept', 'too_late')"
    expect(query(tables, restored)).toBe('kept')
    run('psql "$DATABASE_URL" --command=\'DELETE FROM user_session\'', {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${restoredPort}/portal`,
    })
    control('restored', 'stop')
  })

  it('make a synchronous standby', { timeout: minutes(2) }, async () => {
    query('ALTER SYSTEM RESET archive_mode; ALTER SYSTEM RESET archive_command')
    query(blockWith(FAILOVER, 'CREATE ROLE replicator'))
    run(
      "echo 'host replication replicator 127.0.0.1/32 scram-sha-256' | cat - data/pg_hba.conf > hba && cat hba > data/pg_hba.conf",
    )
    control('data', 'restart')
    const block = blockWith(FAILOVER, 'pg_basebackup -d')
      .replace('host=db1.example', `host=127.0.0.1 port=${port}`)
      .replaceAll('/var/lib/postgresql/data', path('standby'))
    // On one machine the standby needs another port.
    run(
      block.replace(
        'pg_ctl',
        `echo 'port = ${standbyPort}' >> ${path('standby')}/postgresql.conf\npg_ctl --log=standby.log`,
      ),
    )
    const states = () => query('SELECT application_name, state, sync_state FROM pg_stat_replication')
    await expect.poll(states).toBe('standby1|streaming|async')
    query(blockWith(FAILOVER, 'synchronous_standby_names'))
    await expect.poll(states).toBe('standby1|streaming|quorum')
    query(`ALTER SYSTEM RESET synchronous_standby_names; SELECT pg_reload_conf()`)
    control('standby', 'stop')
  })

  it('run the commands of other pages on this database', { timeout: minutes(5) }, () => {
    const env = { DATABASE_URL: environment().DATABASE_URL, SECRETS_DIR: keysDir, DATA_DIR: path('data-of-commands') }
    const runLines = (block: string) =>
      block
        .trim()
        .split('\n')
        .map((line) => programme(line.replace(/ {2,}(?:#.*|\w.*)$/, ''), env))
    const [audit = ''] = blocksOf('docs/running/audit-trail.md')
    runLines(audit)
    for (const block of blocksOf('docs/running/ledger-check.md')) runLines(block)
    const [erase = ''] = blocksOf('docs/running/personal-data.md')
    // The other two name a user and a card.
    runLines(erase.split('\n').slice(0, 2).join('\n'))
    const imports = blockWith('docs/running/import-and-export.md', 'export DIR')
    runLines(
      (imports.split('\n').find((line) => line.includes('export DIR')) ?? '').replace('DIR ', `${path('export')} `),
    )
    expect(readdirSync(path('export')).toSorted()).toEqual(['cards.csv', 'holders.csv', 'transactions.csv'])
    runLines(blockWith('docs/running/feed.md', 'feed key acme'))
  })

  it('give the servers a role that owns nothing, with timeouts', { timeout: minutes(2) }, async () => {
    const [block = ''] = blocksOf('docs/running/database-role.md')
    const [create = '', grant = '', serve = ''] = block.trim().split('\n')
    run(create)
    const env = { DATABASE_URL: environment().DATABASE_URL, SECRETS_DIR: keysDir }
    expect(programme(grant, env)).toContain('portal_app')
    query(blockWith(POOLER, 'ALTER ROLE portal_app'))

    const serverPort = await freePort()
    const child = spawn(
      'bash',
      ['-c', serve.replace('db.example', `127.0.0.1:${port}`).replace('npm run', 'exec npm run')],
      {
        cwd: root,
        env: {
          ...process.env,
          SECRETS_DIR: keysDir,
          DATA_DIR: path('role-data'),
          PORT: String(serverPort),
          DEMO: 'off',
        },
        stdio: 'ignore',
        detached: true,
      },
    )
    try {
      const health = () =>
        fetch(`http://127.0.0.1:${serverPort}/voyager/health`).then(
          ({ status }) => status,
          () => 0,
        )
      await expect.poll(health, { timeout: minutes(1) }).toBe(200)
    } finally {
      const ended = once(child, 'exit')
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await ended
    }
  })
})

it('a sandbox is set up, its clock moves and it is reset', { timeout: minutes(6) }, () => {
  const folder = mkdtempSync(join(temporaryRoot, 'portal-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  for (const name of readdirSync(root)) if (name !== '.sandbox') symlinkSync(join(root, name), join(folder, name))
  const blocks = blocksOf('docs/running/sandbox.md').filter((block) => block.trim() !== 'npm start')
  const [setUp = '', ...others] = blocks
  const output = execFileSync('bash', ['-e', '-c', [setUp, ...others].join('\n')], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '' },
    encoding: 'utf8',
  })
  expect(output).toContain('The clock shows')
  expect(output).toContain('The sandbox was emptied')
})
