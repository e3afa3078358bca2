// Runs the cluster of docs/running/failover.md, "With Patroni", from the files on that page: three machines with etcd,
// Patroni and PostgreSQL, and HAProxy. Each machine is a network namespace, so that it can be cut off from the others.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { chooseUser } from '#server/db/private/run-as.ts'
import { blockWith } from './page-blocks.ts'
import { untilNextTry } from './pauses.ts'
import { freePort } from './ports.ts'
import { systemPostgresBin } from './system-postgres.ts'
import { temporaryRoot } from './temporary.ts'

const PAGE = 'docs/running/failover.md'
const START_MS = 120_000
const REQUEST_MS = 2_000
const numbers = [1, 2, 3] as const

/** A bridge inside a new network namespace, which vanishes with the command. */
const makesNetworks = ['--net', 'ip', 'link', 'add', 'portal0', 'type', 'bridge']
const neededPrograms: readonly (readonly [program: string, ...args: string[]])[] = [
  ['patroni', '--version'],
  ['etcd', '--version'],
  ['haproxy', '-v'],
  ['setpriv', '--version'],
  ['unshare', ...makesNetworks],
]

export const canRunPatroni: boolean =
  systemPostgresBin !== '' &&
  process.getuid?.() === 0 &&
  neededPrograms.every(([program, ...args]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0)

/** Ends what a function began. */
type End = () => Promise<void>

export interface Machine {
  readonly name: string
  /** Kills all its processes, like a power cut; at the end it starts again. */
  readonly kill: () => Promise<End>
  /** Its processes stop, and go on at the end without having noticed. */
  readonly hang: () => Promise<End>
  /** Its packets to the other machines are lost; servers still reach it. */
  readonly cutOffFromMachines: () => Promise<End>
  /** All its packets are lost. */
  readonly cutOff: () => Promise<End>
  readonly killEtcd: () => Promise<End>
}

export interface PatroniCluster {
  readonly machines: readonly Machine[]
  /** The connection URL with all machines, as in libpq. */
  readonly url: string
  /** The connection URL through HAProxy. */
  readonly proxyUrl: string
  /** Waits until one machine is the primary, and both others follow it. */
  readonly untilComplete: () => Promise<{ readonly primary: Machine; readonly synchronousStandby: Machine }>
  readonly remove: () => Promise<void>
}

interface MachineWithAddress extends Machine {
  readonly address: string
  readonly start: () => void
  readonly remove: () => void
}

/** Starts the cluster, with the database of the page. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(temporaryRoot, 'portal-patroni-'))
  chmodSync(folder, 0o755)
  const network = createNetwork()
  const proxyPort = await freePort()
  const adapt = (block: string) => block.replaceAll('10.0.0.', network.prefix).replace(':5000', `:${proxyPort}`)
  const machines = numbers.map((number) => createMachine(number, { network, folder, adapt }))
  const hosts = machines.map(({ address }) => `${address}:5432`).join(',')
  const proxyFile = join(folder, 'haproxy.cfg')
  writeFileSync(proxyFile, adapt(blockWith(PAGE, 'option httpchk')))
  const proxy = spawn('haproxy', ['-db', '-f', proxyFile], {
    stdio: ['ignore', 'ignore', openSync(`${folder}/log`, 'a')],
  })
  const removeNow = () => {
    proxy.kill('SIGKILL')
    for (const machine of machines) machine.remove()
    network.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  process.once('exit', removeNow)
  const cluster: PatroniCluster = {
    machines,
    url: `postgres://portal:secret@${hosts}/portal`,
    proxyUrl: `postgres://portal:secret@127.0.0.1:${proxyPort}/portal`,
    untilComplete: () => untilComplete(machines),
    remove: async () => {
      process.off('exit', removeNow)
      const ended = once(proxy, 'exit')
      removeNow()
      await ended
    },
  }
  try {
    for (const machine of machines) machine.start()
    await untilComplete(machines)
    await createDatabaseOfPage(folder, hosts)
    return cluster
  } catch (error) {
    await cluster.remove()
    throw error
  }
}

interface Network {
  /** The beginning of the addresses: `10.213.7.`. */
  readonly prefix: string
  readonly bridge: string
  readonly remove: () => void
}

function createNetwork(): Network {
  const number = process.pid % 250
  const prefix = `10.213.${number}.`
  const bridge = `portal${number}`
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${prefix}1/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  return { prefix, bridge, remove: () => ip('link', 'del', bridge) }
}

interface Surroundings {
  readonly network: Network
  readonly folder: string
  readonly adapt: (block: string) => string
}

function createMachine(number: number, { network, folder: parent, adapt }: Surroundings): MachineWithAddress {
  const name = `db${number}`
  const address = `${network.prefix}1${number}`
  const others = numbers.filter((other) => other !== number).map((other) => `${network.prefix}1${other}`)
  const namespace = `${network.bridge}-${name}`
  const link = `${network.bridge}v${number}`
  ip('netns', 'add', namespace)
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
  ip('link', 'set', link, 'master', network.bridge, 'up')
  ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  for (const device of ['eth0', 'lo']) ip('-n', namespace, 'link', 'set', device, 'up')

  const folder = join(parent, name)
  const runAs = chooseUser(folder) ?? { uid: 0, gid: 0 }
  mkdirSync(folder, { mode: 0o700 })
  /** The page shows the files of db1. A line that names all machines is the same on each. */
  const ofMachine = (block: string) =>
    adapt(
      block
        .split('\n')
        .map((line) =>
          line.includes('10.0.0.12') ? line : line.replaceAll('10.0.0.11', `10.0.0.1${number}`).replaceAll('db1', name),
        )
        .join('\n')
        .replaceAll('/var/lib/etcd/portal', join(folder, 'etcd'))
        .replaceAll('/var/lib/postgresql/portal', join(folder, 'data'))
        .replaceAll('/usr/lib/postgresql/15/bin', systemPostgresBin)
        .replaceAll('/var/run/postgresql', folder)
        // It would restart this machine.
        .replace('mode: automatic', 'mode: off'),
    )
  const environmentOfEtcd = Object.fromEntries(
    ofMachine(blockWith(PAGE, 'ETCD_NAME'))
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  )
  const patroniFile = join(folder, 'patroni.yml')
  writeFileSync(patroniFile, ofMachine(blockWith(PAGE, 'scope: portal')))
  for (const path of [folder, patroniFile]) chownSync(path, runAs.uid, runAs.gid)

  const run = (command: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess => {
    const log = openSync(join(folder, 'log'), 'a')
    const user = [`--reuid=${runAs.uid}`, `--regid=${runAs.gid}`, '--clear-groups']
    // Both programs become the command, so that the process is the command's.
    return spawn('ip', ['netns', 'exec', namespace, 'setpriv', ...user, ...command], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C', TZ: 'UTC', ...environment },
      detached: true,
      stdio: ['ignore', log, log],
    })
  }
  let etcd: ChildProcess | undefined
  const startEtcd = () => void (etcd = run(['etcd'], environmentOfEtcd))
  const start = () => {
    startEtcd()
    run(['patroni', patroniFile])
  }
  const processIds = () => ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number)
  const stopAll = (): readonly number[] => processIds().filter((pid) => send(pid, 'SIGSTOP'))
  const killAll = () => {
    stopAll()
    for (const pid of processIds()) send(pid, 'SIGKILL')
  }
  return {
    name,
    address,
    start,
    kill: async () => {
      killAll()
      while (processIds().length > 0) await untilNextTry()
      return async () => start()
    },
    hang: async () => {
      const stopped = stopAll()
      return async () => {
        for (const pid of stopped) send(pid, 'SIGCONT')
      }
    },
    cutOffFromMachines: async () => {
      // No machine has this hardware address.
      for (const other of others)
        ip('-n', namespace, 'neigh', 'replace', other, 'lladdr', '02:00:00:00:00:01', 'nud', 'permanent', 'dev', 'eth0')
      return async () => {
        for (const other of others) ip('-n', namespace, 'neigh', 'del', other, 'dev', 'eth0')
      }
    },
    cutOff: async () => {
      ip('link', 'set', link, 'down')
      return async () => void ip('link', 'set', link, 'up')
    },
    killEtcd: async () => {
      const ended = etcd && once(etcd, 'exit')
      etcd?.kill('SIGKILL')
      await ended
      return async () => startEtcd()
    },
    remove: () => {
      endPostmaster(join(folder, 'data'), processIds())
      killAll()
      ip('link', 'del', link)
      ip('netns', 'del', namespace)
    },
  }
}

/** What Patroni of one machine knows of all of them: `GET /cluster`. */
interface ClusterView {
  readonly members: readonly { readonly name: string; readonly role: string; readonly state: string }[]
}

async function untilComplete(machines: readonly MachineWithAddress[]) {
  let views: readonly unknown[] = []
  for (const deadline = Date.now() + START_MS; Date.now() < deadline;) {
    views = await Promise.all(machines.map(({ address }) => readRoles(address)))
    const [roles] = views as readonly (Readonly<Record<string, string>> | undefined)[]
    const isComplete = roles && views.every((view) => JSON.stringify(view) === JSON.stringify(roles))
    const machineOf = (role: string) => machines.find(({ name }) => roles?.[name] === role)
    const [primary, synchronousStandby, standby] = ['leader', 'sync_standby', 'replica'].map(machineOf)
    if (isComplete && primary && synchronousStandby && standby) return { primary, synchronousStandby }
    await untilNextTry()
  }
  throw new Error(`The cluster did not become complete: ${JSON.stringify(views)}`)
}

/** The role of each machine that works, if etcd works and this machine is what it should be. */
async function readRoles(address: string): Promise<Readonly<Record<string, string>> | undefined> {
  const read = async (path: string, port: number): Promise<unknown> => {
    const response = await fetch(`http://${address}:${port}${path}`, { signal: AbortSignal.timeout(REQUEST_MS) })
    return response.ok ? response.json() : undefined
  }
  try {
    const { health } = (await read('/health', 2379)) as { readonly health: string }
    const { members } = (await read('/cluster', 8008)) as ClusterView
    const own = await read('/health', 8008)
    if (health !== 'true' || !own) return undefined
    return Object.fromEntries(members.filter(({ state }) => state === 'running').map(({ name, role }) => [name, role]))
  } catch {
    return undefined
  }
}

async function createDatabaseOfPage(folder: string, hosts: string): Promise<void> {
  const { status, stderr } = spawnSync(
    join(systemPostgresBin, 'psql'),
    [`postgres://postgres:fifth-secret@${hosts}/postgres?target_session_attrs=read-write`, '--set=ON_ERROR_STOP=1'],
    { cwd: folder, input: blockWith(PAGE, 'CREATE ROLE portal'), encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The database was not created: ${stderr}`)
}

function ip(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** PostgreSQL removes its shared memory, which a kill would leave. */
function endPostmaster(dataFolder: string, processIds: readonly number[]): void {
  const file = join(dataFolder, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  if (!processIds.includes(pid)) return
  send(pid, 'SIGQUIT')
  send(pid, 'SIGCONT')
  spawnSync('timeout', ['5', 'tail', `--pid=${pid}`, '--follow', '/dev/null'])
}

/** Returns false if the process has already ended. */
function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
