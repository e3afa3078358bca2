// A PostgreSQL server of the test run's own: a free port, a temporary folder, gone at the end.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * Starts a server and gives its address and a synchronous `stop`; undefined where PostgreSQL is not installed.
 * @returns {Promise<{ url: string, version: string, stop: () => void } | undefined>}
 */
export async function startPostgres() {
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
    // It lives for one run: durability would only make it slower.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    shared_buffers: '128MB',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // A group of its own, so that Ctrl+C reaches us first and the server is stopped after its users.
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], { ...asOwner, detached: true, stdio: 'ignore' })
  const stop = () => {
    server.kill('SIGQUIT')
    const ctl = ['stop', '-D', data, '-m', 'immediate', '-w', '-t', '10']
    spawnSync(join(bin, 'pg_ctl'), ctl, { ...asOwner, stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true })
  }
  const ready = () => spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0
  const deadline = Date.now() + 30_000
  while (!ready()) {
    if (server.exitCode !== null || Date.now() > deadline) {
      stop()
      throw new Error('PostgreSQL did not start within 30 seconds.')
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const version = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim()
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, version, stop }
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
