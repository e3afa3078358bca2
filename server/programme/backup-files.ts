// `backup` and `restore`: writes the whole database to one encrypted file, and restores it.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { counted } from '#words/figures.ts'
import { proveWhole } from '#server/ledger/proof.ts'
import { backUp } from './backup/back-up.ts'
import { openBackup, proveBackup, restore, type Restored } from './backup/restore.ts'
import { defineCommand } from './command.ts'
import { factsToChanges } from '#server/audit/audit-fields.ts'
import { auditForAll } from './owner.ts'

export const backup = defineCommand({
  name: 'backup',
  summary: 'Writes the whole database into one encrypted file, also while servers run',
  help: [
    'All tables as of one moment, packed and encrypted: the file is opened with the keys of this moment (SECRETS_DIR), which are not in it. Keep the keys apart from it, and as long as it: without them nobody can read it, and nothing in it.',
    'Sessions are left out: after a restore everybody signs in anew.',
  ],
  operands: ['FILE'],
  hasDryRun: false,
  async run({ operands, open, settings, progress }) {
    const programme = await open()
    await auditForAll(programme, programme.db, 'backUp', factsToChanges({ fileName: resolve(operands.FILE) }))
    const { tableCount, rowCount } = await backUp(programme, operands.FILE, { progress })
    return {
      lines: [
        `${operands.FILE}: ${ofTables({ tableCount, rowCount })}.`,
        `The keys in ${settings.secretsDir} are not in it: back them up apart from it, since it cannot be read without them.`,
      ],
    }
  },
})

export const restoreBackup = defineCommand({
  name: 'restore',
  summary: 'Fills an empty database from a backup, and proves what came',
  help: [
    'Into an empty database; all servers must be stopped. A backup of an earlier version is brought to this one. A file that was cut or changed is refused, and nothing is left behind. The keys that it was made with have to be in SECRETS_DIR.',
    'With --dry-run the whole file is read and verified, and no database is changed.',
  ],
  operands: ['FILE'],
  hasDryRun: true,
  async run({ operands, openDatabaseOnly, settings, progress, isDryRun }) {
    const opened = await openBackup(operands.FILE, settings.secretsDir)
    const reading = progress('Reading the backup, bytes', statSync(operands.FILE).size)
    const of = `The backup of ${opened.head.at}`
    if (isDryRun) {
      const proved = await proveBackup(opened, reading.add)
      reading.end()
      return { lines: [`${of} is complete: ${ofTables(proved)}.`] }
    }
    const { db } = await openDatabaseOnly()
    const restored = await restore(db, opened, settings.secretsDir, reading.add, (trx) =>
      auditForAll({ now: Date.now }, trx, 'restore', factsToChanges({ fileName: resolve(operands.FILE) })),
    )
    reading.end()
    const faults = await proveWhole(db)
    const first = `${of} was restored: ${ofTables(restored)}.`
    if (faults.length === 0) return { lines: [first, 'The ledger is in order.'] }
    return {
      lines: [first, `The ledger is not in order (${faults[0]?.rule}), so no server starts on it.`],
      hasFailed: true,
    }
  },
})

const ofTables = ({ tableCount, rowCount }: Restored): string =>
  `${counted(rowCount, 'row', 'rows')} in ${counted(tableCount, 'table', 'tables')}`
