// Starts and stops the parts of the server in the right order: database, ledger check, jobs, HTTP.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { registerReminders } from './access/remember-password.ts'
import { createApp } from './http/app.ts'
import type { Db, Replica, Services } from './operations/context.ts'
import { SANDBOX_LINE } from './config/warnings.ts'
import { connectDatabase, type Database } from './db/connect.ts'
import { explainUnreachable } from './db/explain-unreachable.ts'
import { registerPresence, type SharedPresence } from './db/presence.ts'
import { migrate } from './db/migrate.ts'
import { requireGuards } from './db/guards.ts'
import { inviteDemoUsers, seedIfAllowed } from './demo/seed-if-allowed.ts'
import { registerFeed } from './feed/jobs.ts'
import { handlers } from './handlers.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { registerBatches } from './batches/jobs.ts'
import { registerAuditChain } from './jobs/chain-audit.ts'
import { registerProveLedger } from './jobs/prove-ledger.ts'
import { registerAuditVerification } from './jobs/verify-audit.ts'
import { watchAuditHead } from './jobs/watch-audit-head.ts'
import { createJobs } from './jobs/queue.ts'
import { proveNewEntries } from './ledger/proof.ts'
import { isRepairable } from './ledger/repair.ts'
import { type Log, createLog } from './log.ts'
import { registerMail } from './mail/queue.ts'
import { createMailer } from './mail/transport.ts'
import { createCounters } from './metrics/counters.ts'
import { createMetricsServer } from './metrics/serve-metrics.ts'
import { registerNotifications } from './notify/queue.ts'
import { createPushSender, registerPush } from './notify/push.ts'
import { createNotifier } from './notify/transport.ts'
import { createHeldCalls } from './sessions/held-calls.ts'
import { precomputeDecoyHash } from './sessions/passwords.ts'
import { registerFunding } from './funding/mail.ts'
import { registerFundingWatch } from './funding/watch.ts'
import { registerOrders } from './orders/jobs.ts'
import { createOpenFile } from './reports/files.ts'
import { connectReplica } from './db/replica.ts'
import { type ServerClock, watchClock } from './sandbox/clock.ts'
import { recordRun } from './sandbox/runs.ts'
import { isDemo } from './sandbox/demo.ts'
import { toDemoSettings, toSandboxSettings } from './sandbox/settings.ts'
import { registerReports, fileSources } from './reports/register.ts'
import { claimForClient } from './db/installed-client.ts'
import { openKeys } from './keys/database-keys.ts'
import { createLiveSecrets, type KeyWatch, watchKeys } from './keys/live-secrets.ts'
import { type Settings, StartError } from './config/settings.ts'
import { registerLockUnused } from './users/lock-unused.ts'
import { registerWebhooks } from './webhooks/deliver.ts'
import { createWebhookSender, limitToServers } from './webhooks/send.ts'

/** The maximum time that startup spends on proving the ledger. */
const MAX_STARTUP_PROOF_MS = 15_000

const EXCLUSIVE_USE =
  'A command has exclusive use of this database (new keys): start the server again when it has ended.'

export interface StartedServer {
  readonly app: FastifyInstance
  /** Does not listen yet. Undefined without METRICS_PORT. */
  readonly metrics: Server | undefined
  readonly services: Services
  /** The reason why the demo programme was not seeded now. Undefined if it was seeded now. */
  readonly demoRefusal: string | undefined
  /**
   * Resolves with the reason when the server must stop because another process needs exclusive access to the database.
   */
  readonly stopRequest: Promise<string>
  /** Resolves when a user resets the sandbox, with the user's name: stop the server, reset, and start it again. */
  readonly resetRequest: Promise<string>
  /** Finishes running work, then ends. Safe to call twice. */
  readonly stop: () => Promise<void>
}

/** Runs everything up to listening. Throws a StartError if the administrator has to fix something. */
export async function startServer(
  configured: Settings,
  version: string,
  print: (line: string) => void,
): Promise<StartedServer> {
  const log = createLog(configured.logLevel)
  const database = await connectDatabase({
    databaseUrl: configured.databaseUrl,
    dataDir: configured.dataDir,
    log,
    report: print,
  })
  const { db } = database
  let presence: SharedPresence | undefined
  let replica: Replica | undefined
  let keyWatch: KeyWatch | undefined
  let clock: ServerClock | undefined
  try {
    await requireReachable(database)
    // Before the watch starts, the keys have not been read yet, so they cannot be old.
    const hasCurrentKeys = async () => (keyWatch ? keyWatch.refresh() : true)
    // Takes a shared lock on the database for as long as this server runs. If the lock is lost and the keys have not
    // been replaced meanwhile, the lock is taken again.
    presence = await registerPresence(database.url, hasCurrentKeys)
    if (!presence) throw new StartError(EXCLUSIVE_USE)
    await migrate(db)
    await proveGuards(db, log)
    await claimForClient(db, configured.client)
    clock = await watchClock(db, log)
    const { now, sandbox, resetRequest, stop: stopClock } = clock
    const startSettings = sandbox ? toSandboxSettings(configured) : configured
    if (sandbox) print(SANDBOX_LINE)
    const { secretsDir } = startSettings
    const openedKeys = await openKeys(db, secretsDir)
    const liveSecrets = createLiveSecrets(openedKeys.secrets)
    const { secrets } = liveSecrets
    keyWatch = await watchKeys({ db, log }, liveSecrets, { folder: secretsDir, databaseUrl: database.url })
    const { missingKeys, stop: stopKeyWatch } = keyWatch
    const stopRequest = Promise.race([
      presence.blocked.then(() => EXCLUSIVE_USE),
      missingKeys.then(({ message }) => message),
    ])
    const demoRefusal = await seedIfAllowed(db, startSettings, secrets, now, () =>
      print('Seeding the demo programme …'),
    )
    // Only after the seeding, the database says whether the programme is the demo.
    const settings = (await isDemo(db, startSettings)) ? toDemoSettings(startSettings) : startSettings
    await proveLedger(db, log)

    const jobs = createJobs({
      db,
      log,
      now,
      // Without another server, all leases are from killed servers.
      ignoresLeases: presence.wasAlone,
      concurrency: 2,
      canRun: () => database.hasDiskSpace() && !database.isNewerThanServer(),
      ownerId: settings.client.ownerId,
      ...(sandbox && { onRun: (run) => recordRun(db, { ...run, at: now() }) }),
    })
    clock.onMove(jobs.wake)
    const { reportsDatabaseUrl } = settings
    if (reportsDatabaseUrl !== undefined) replica = await connectReplica(reportsDatabaseUrl, { db, log })
    const services: Services = {
      db,
      replica,
      settings,
      client: settings.client,
      secrets,
      jobs,
      log,
      counters: createCounters(),
      heldCalls: createHeldCalls(),
      now,
      sandbox,
    }
    registerBatches(services)
    registerOrders(services)
    registerFunding(services)
    registerReminders(services)
    registerMail(services, createMailer(services, print))
    registerNotifications(services, createNotifier(services))
    registerPush(services, createPushSender(services))
    const ledgerProof = registerProveLedger(services)
    const auditChain = registerAuditChain(services)
    const auditVerification = registerAuditVerification(services)
    const reportJobs = registerReports(services)
    const feedUpkeep = registerFeed(services)
    const fundingWatch = registerFundingWatch(services)
    const sendWebhook = createWebhookSender()
    const sendAllowedWebhook = sandbox ? limitToServers(sendWebhook, settings.sandboxWebhookServers) : sendWebhook
    registerWebhooks(services, sendAllowedWebhook)
    const lockUnused = registerLockUnused(services)
    const app = await createApp({ services, database, handlers, openFile: createOpenFile(fileSources), version })
    const metrics =
      settings.metricsPort === undefined ? undefined : createMetricsServer({ services, database, version })
    await precomputeDecoyHash()
    const isDemoSeededNow = demoRefusal === undefined
    if (isDemoSeededNow) await inviteDemoUsers(services)
    await jobs.start()
    await ledgerProof.start()
    await auditChain.start()
    await auditVerification.start()
    await reportJobs.start()
    await feedUpkeep.start()
    await fundingWatch.start()
    await lockUnused.start()
    const endHousekeeping = startHousekeeping(db, log, now)
    const headWatch = watchAuditHead(services)
    const { release } = presence
    const stopAll = async () => {
      await app.close()
      if (metrics?.listening) await closeNow(metrics)
      await Promise.all([jobs.stop(), endHousekeeping(), headWatch.stop(), stopKeyWatch(), stopClock()])
      await release()
      await replica?.close()
      await database.close()
    }
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= stopAll()
      return stopped
    }
    return { app, metrics, services, demoRefusal, stopRequest, resetRequest, stop }
  } catch (error) {
    await clock?.stop()
    await keyWatch?.stop()
    await presence?.release()
    await replica?.close()
    await database.close()
    throw error
  }
}

async function closeNow(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

/** Throws a StartError if the database accepts what it must refuse. */
async function proveGuards(db: Db, log: Log): Promise<void> {
  const { untriedForLackOfRights } = await requireGuards(db)
  if (untriedForLackOfRights.length === 0) return
  log.info(
    { refusedByRole: untriedForLackOfRights },
    'the role of this server cannot do this, so the guards of the tables were not tried',
  )
}

/** Proves the entries since the last proof. If the proof takes too long for startup, jobs continue it. */
async function proveLedger(db: Db, log: Log): Promise<void> {
  const { faults, isComplete } = await proveNewEntries(db, MAX_STARTUP_PROOF_MS)
  for (const fault of faults) log.error(fault, 'the ledger is not in order')
  const [firstFault] = faults
  if (firstFault && faults.every(isRepairable))
    throw new StartError(
      `Sums that are derived from the ledger are wrong (${firstFault.rule}): run npm run programme -- ledger repair.`,
    )
  if (firstFault)
    throw new StartError(
      `The ledger is not in order (${firstFault.rule}): restore a backup, or correct it until npm run ledger:check finds no fault.`,
    )
  if (!isComplete) log.warn('the ledger check is not complete yet: it continues while the server runs')
}

async function requireReachable({ isAlive, url }: Database): Promise<void> {
  if (!(await isAlive())) throw new StartError(`The database ${await explainUnreachable(url)}`)
}
