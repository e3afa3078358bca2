// A PostgreSQL server of the test run's own: a free port, a temporary folder, gone at the end.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * Starts a server and gives its address and a synchronous `stop`; undefined where PostgreSQL is not installed. `kill` ends every
 * process of it at once, as a crash would, `end` lets it say goodbye to its users; `start` starts it again on the same data.
 * With `keeps`, what was committed outlives a kill.
 * @param {{ keeps?: boolean }} [options]
 */
export async function startPostgres({ keeps = false } = {}) {
  const bin = findBinaries()
  if (!bin) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'portal-postgres-'))
  const owner = ownerOfServer()
  chmodSync(folder, 0o700)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const asOwner = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }

  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  const init = spawnSync(join(bin, 'initdb'), args, { ...asOwner, encoding: 'utf8' })
  if (init.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`initdb failed: ${init.error?.message ?? init.stderr}`)
  }
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    port,
    // It lives for one run: durability beyond its own processes would only make it slower.
    fsync: 'off',
    synchronous_commit: keeps ? 'on' : 'off',
    full_page_writes: 'off',
    max_connections: 200,
    shared_buffers: '128MB',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server
  const ready = () => spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0
  const start = async () => {
    // A group of its own, so that Ctrl+C reaches us first and the server is stopped after its users.
    server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], { ...asOwner, detached: true, stdio: 'ignore' })
    const deadline = Date.now() + 30_000
    while (!ready()) {
      if (server.exitCode !== null || Date.now() > deadline) {
        stop()
        throw new Error('PostgreSQL did not start within 30 seconds.')
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const ctl = (mode) =>
    spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', mode, '-w', '-t', '10'], { ...asOwner, stdio: 'ignore' })
  const stop = () => {
    server.kill('SIGQUIT')
    ctl('immediate')
    rmSync(folder, { recursive: true, force: true })
  }
  const kill = async () => {
    const ended = once(server, 'exit')
    // Its processes have groups of their own; the parent first, so that it starts nothing to recover.
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ')
    for (const pid of [server.pid, ...children.filter(Boolean).map(Number)]) signal(pid, 'SIGKILL')
    await ended
  }
  await start()
  const version = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return { url, version, stop, kill, end: () => void ctl('fast'), start }
}

function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}

/** The folder with all programs we need: the newest under /usr/lib/postgresql, else the first in PATH. */
function findBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const programs = ['postgres', 'initdb', 'pg_ctl', 'pg_isready']
  return folders.find((folder) => programs.every((program) => existsSync(join(folder, program))))
}

/** PostgreSQL refuses to run as root: then it runs as postgres, or as nobody. */
function ownerOfServer() {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag, user) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout.trim() || NaN)
  const user = ['postgres', 'nobody'].find((name) => idOf('-u', name) > 0)
  return user && { uid: idOf('-u', user), gid: idOf('-g', user) }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
