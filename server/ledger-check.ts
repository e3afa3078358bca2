// `npm run ledger:check`: proves the whole ledger, in as long as that takes, and says what is not in order. Ends with 1 then.
// A host that was stopped by its ledger starts again once this finds it in order.
import { connectDatabase } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { proveWhole } from './ledger/proof.ts'
import { environmentToSettings, StartError } from './settings.ts'

try {
  process.exitCode = await main()
} catch (error) {
  if (error instanceof StartError) console.error(error.message)
  else console.error('The ledger could not be checked.', error)
  process.exitCode = 1
}

async function main(): Promise<0 | 1> {
  const { databaseUrl, dataDir } = environmentToSettings(process.env)
  const database = await connectDatabase({ databaseUrl, dataDir })
  try {
    if (!(await database.isAlive()))
      throw new StartError('The database cannot be reached: check DATABASE_URL and that the server runs.')
    await migrate(database.db)
    const started = performance.now()
    const faults = await proveWhole(database.db)
    for (const { rule, count } of faults)
      console.log(`Broken ${count === 1 ? 'once' : `${count.toLocaleString('en')} times`}: ${rule}.`)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(
      faults.length === 0 ? `The ledger is in order (${seconds} s).` : `The ledger is not in order (${seconds} s).`,
    )
    return faults.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}
