// The cluster of docs/running/failover.md, "With Patroni", loses machines, etcd and network while two servers post batches
// and receive events, one by a DATABASE_URL with all machines, one through HAProxy. Nothing that was acknowledged is
// lost, and nothing is posted twice. ROUNDS=20 makes the table of that page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientFor, patientClient, type SignedInClient } from '#tests/support/call.ts'
import { approveLoad, expectPostedOnce, uploadLoad, waitUntilLoaded } from '#tests/support/load-batch.ts'
import { minutes, startRandom } from '#tests/support/long-run.ts'
import { canRunPatroni, type Machine, type PatroniCluster, startPatroniCluster } from '#tests/support/patroni.ts'
import { faultLasting, untilRandomMoment } from '#tests/support/pauses.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import {
  createProcessorKey,
  divideIntoCalls,
  expectAppliedOnce,
  sendUntilAnswered,
  simulateEvents,
} from '#tests/support/simulated-events.ts'

const random = startRandom()
const rounds = Number(process.env['ROUNDS'] ?? 2)
const rowCount = 700
const REFERENCE = 'While the cluster fails'
/** Longer than `ttl` of the page: if the primary could not go on without etcd, it would have given up. */
const LONGER_THAN_TTL_MS = 25_000

interface Fault {
  readonly name: string
  readonly begin: (members: {
    readonly primary: Machine
    readonly synchronousStandby: Machine
    readonly machines: readonly Machine[]
  }) => Promise<() => Promise<unknown>>
  /** True if another machine must have become the primary. */
  readonly movesPrimary: boolean
  readonly lastsMs?: number
}

/** A run of a few rounds has the first ones. */
const faults: readonly Fault[] = [
  { name: 'the primary is killed', movesPrimary: true, begin: ({ primary }) => primary.kill() },
  {
    name: 'the primary is cut off from the other machines',
    movesPrimary: true,
    begin: ({ primary }) => primary.cutOffFromMachines(),
  },
  {
    name: 'the synchronous standby is killed',
    movesPrimary: false,
    begin: ({ synchronousStandby }) => synchronousStandby.kill(),
  },
  { name: 'the primary is cut off from everything', movesPrimary: true, begin: ({ primary }) => primary.cutOff() },
  {
    name: 'etcd is killed everywhere',
    movesPrimary: false,
    lastsMs: LONGER_THAN_TTL_MS,
    begin: async ({ machines }) => {
      const ends = await Promise.all(machines.map((machine) => machine.killEtcd()))
      return () => Promise.all(ends.map((end) => end()))
    },
  },
  { name: 'the primary hangs', movesPrimary: true, begin: ({ primary }) => primary.hang() },
  {
    name: 'the synchronous standby is cut off',
    movesPrimary: false,
    begin: ({ synchronousStandby }) => synchronousStandby.cutOff(),
  },
]

describe.skipIf(!canRunPatroni)(
  'Patroni (skipped without root, patroni, etcd, haproxy, a PostgreSQL of the system and network namespaces)',
  () => {
    let cluster: PatroniCluster
    let servers: readonly RunningServer[] = []
    let databaseUrl: string
    let feedKey: string
    beforeAll(async () => {
      cluster = await startPatroniCluster()
      databaseUrl = cluster.url
      const first = await startServer({ env: { DATABASE_URL: cluster.url, LOG_LEVEL: 'info' } })
      servers = [first]
      const SECRETS_DIR = `${first.dataDir}/keys`
      servers = [first, await startServer({ env: { DATABASE_URL: cluster.proxyUrl, LOG_LEVEL: 'info', SECRETS_DIR } })]
      feedKey = await createProcessorKey({ databaseUrl })
    }, minutes(4))
    afterAll(async () => {
      for (const server of servers) await server.remove()
      await cluster?.remove()
    }, minutes(1))

    const upload = (olive: SignedInClient) => uploadLoad(olive, rowCount, REFERENCE)

    it('loses nothing acknowledged, and posts nothing twice', { timeout: minutes(2 + 3 * rounds) }, async () => {
      const [one, two] = servers as [RunningServer, RunningServer]
      const calls = divideIntoCalls(simulateEvents(180), 10)
      const callsPerRound = Math.floor(calls.length / rounds)
      const batchIds: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const fault = faults[round % faults.length] as Fault
        const members = await cluster.untilComplete()
        const olive = patientClient(await clientFor(one, 'olive'))
        const otherOlive = patientClient(await clientFor(two, 'olive'))
        const amir = patientClient(await clientFor(two, 'amir'))

        const earlyIds = [await upload(olive), await upload(otherOlive), await upload(olive)]
        const approvals = Promise.all(earlyIds.map((id) => approveLoad(amir, id)))
        const uploads = (async () => [await upload(olive), await upload(otherOlive)])()
        const sending = (async () => {
          for (const call of calls.slice(round * callsPerRound, (round + 1) * callsPerRound))
            await sendUntilAnswered(random.chance(0.5) ? one : two, feedKey, call)
        })()
        // Whatever fails first is the failure to report.
        for (const work of [approvals, uploads, sending]) work.catch(() => undefined)
        await untilRandomMoment(random, 1_500)

        const endFault = await fault.begin({ ...members, machines: cluster.machines })
        const lateIds: string[] = []
        const secondsOfChanges = async () => {
          const began = Date.now()
          lateIds.push(...(await Promise.all([olive, otherOlive].map(upload))))
          // oxlint-disable-next-line tests/no-durations -- printed for the table of the page, not asserted
          return (Date.now() - began) / 1_000
        }
        let seconds = await secondsOfChanges()
        if (fault.lastsMs !== undefined) {
          await faultLasting(fault.lastsMs)
          seconds = Math.max(seconds, await secondsOfChanges())
        }
        await endFault()

        await Promise.all([approvals, sending])
        lateIds.push(...(await uploads))
        for (const id of lateIds) await approveLoad(amir, id)
        batchIds.push(...earlyIds, ...lateIds)
        for (const id of [...earlyIds, ...lateIds]) await waitUntilLoaded(amir, id, rowCount, minutes(2))
        const { primary } = await cluster.untilComplete()
        process.stdout.write(
          `${round + 1}: ${fault.name}: ${members.primary.name} → ${primary.name}, changes again after ${seconds.toFixed(1)} s\n`,
        )
        expect(primary !== members.primary, fault.name).toBe(fault.movesPrimary)
        for (const server of servers)
          await expect.poll(async () => (await fetch(`${server.url}health`)).status).toBe(200)
        await expectPostedOnce(databaseUrl, { reference: REFERENCE, ids: batchIds, rowCount })
        await expectAppliedOnce({ databaseUrl }, calls.slice(0, (round + 1) * callsPerRound).flat())
      }
    })
  },
)
