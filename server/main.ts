// Starts the host as a process: settings, host, address, signals. What a person can mend ends it with one sentence.
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { VOYAGER } from './db/seed/campaigns.ts'
import { DEMO_PASSWORD, demoUsers } from './db/seed/people.ts'
import { writeSampleFiles } from './db/seed/sample-files.ts'
import { startHost, type StartedHost } from './host.ts'
import { environmentToSettings, type Settings, StartError } from './settings.ts'

/** Longer than any clean stop takes; then the process ends all the same. */
const STOP_TIMEOUT_MS = 10_000

try {
  await main()
} catch (error) {
  if (error instanceof StartError) console.error(error.message)
  else console.error('The host could not start.', error)
  process.exit(1)
}

async function main(): Promise<void> {
  const settings = environmentToSettings(process.env)
  const started = await startHost(settings, versionOfPackage(), (line) => console.log(line))
  endOnSignals(started)
  await listen(started, settings)
  await tell(started, settings)
}

async function listen({ app, stop }: StartedHost, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await stop()
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} on ${host} is in use: choose another by PORT.`)
    if (code === 'EADDRNOTAVAIL') throw new StartError(`This machine has no address ${host}: choose another by HOST.`)
    if (code === 'EACCES') throw new StartError(`The host may not use port ${port}: choose one above 1023 by PORT.`)
    throw error
  }
}

async function tell({ app, host, demoRefusal }: StartedHost, settings: Settings): Promise<void> {
  const bound = (app.server.address() as AddressInfo).port
  const address = settings.port === 0 ? settings.publicUrl.replace(/:0\//, `:${bound}/`) : settings.publicUrl
  console.log(`\nThe ${settings.client.name} portal is at ${address}`)
  if (!existsSync(settings.portalDir)) console.log('Its pages are not built yet: run npm run build.')
  const isDemo = await host.db
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', demoUsers[0]?.username ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (isDemo && !settings.production && settings.demo !== 'off') {
    console.log(`\nDemo users, all with the password ${DEMO_PASSWORD}:`)
    for (const { username, says, ownerId } of demoUsers)
      if (ownerId === settings.client.ownerId) console.log(`  ${username.padEnd(6)} ${says}`)
    if (settings.client.ownerId === VOYAGER) {
      console.log('\nSample files to load:')
      const samples = await writeSampleFiles(join(settings.dataDir, 'samples'), settings.seedCards)
      for (const path of samples) console.log(`  ${path}`)
    }
  } else if (!isDemo && demoRefusal) console.log(demoRefusal)
  console.log()
}

function endOnSignals({ stop }: StartedHost): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

function versionOfPackage(): string {
  // From the sources it is one folder up, from the build two.
  for (const path of ['../package.json', '../../package.json']) {
    const file = new URL(path, import.meta.url)
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
  }
  return 'unknown'
}
