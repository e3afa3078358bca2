// `backup` and `restore`: write the whole database to one encrypted file, and restore it.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { countToText } from './count-to-text.ts'
import { proveWholeLedger } from '#server/ledger/proof.ts'
import { backUp } from './backup/back-up.ts'
import { openBackup, verifyBackup, restore, type RestoreCounts } from './backup/restore.ts'
import { defineCommand } from './command.ts'
import { valuesToChanges } from '#server/audit/audit-fields.ts'
import { auditForEachOwner } from './owner.ts'

export const backup = defineCommand({
  name: 'backup',
  summary: 'Writes the whole database into one encrypted file, also while servers run',
  help: [
    'The file contains all tables as of one moment, compressed and encrypted. It does not contain the current keys (SECRETS_DIR), without which it cannot be read. Store the keys elsewhere, and for as long as the file.',
    'Sessions are left out: after a restore all users must log in again. The rights of a role for servers are not in it either: run role grant after a restore.',
  ],
  operands: ['FILE'],
  hasDryRun: false,
  async run({ operands, open, settings, progress }) {
    const programme = await open()
    await auditForEachOwner(programme, programme.db, 'backUp', valuesToChanges({ fileName: resolve(operands.FILE) }))
    const { tableCount, rowCount } = await backUp(programme, operands.FILE, { progress })
    return {
      lines: [
        `${operands.FILE}: ${countsToText({ tableCount, rowCount })}.`,
        `The keys in ${settings.secretsDir} are not in the file, which cannot be read without them: back them up separately.`,
      ],
    }
  },
})

export const restoreBackup = defineCommand({
  name: 'restore',
  summary: 'Restores a backup into an empty database, and verifies the ledger',
  help: [
    'The database must be empty, and all servers must be stopped. A backup of an earlier version is migrated to this version. A file that was cut or changed is refused, and nothing is restored. The keys that the backup was made with must be in SECRETS_DIR.',
    'With --dry-run the whole file is read and verified, and no database is changed.',
  ],
  operands: ['FILE'],
  hasDryRun: true,
  async run({ operands, openDatabaseOnly, settings, progress, isDryRun }) {
    const opened = await openBackup(operands.FILE, settings.secretsDir)
    const readingProgress = progress('Reading the backup, bytes', statSync(operands.FILE).size)
    const backupName = `The backup of ${opened.head.at}`
    if (isDryRun) {
      const counts = await verifyBackup(opened, readingProgress.add)
      readingProgress.end()
      return { lines: [`${backupName} is complete: ${countsToText(counts)}.`] }
    }
    const { db } = await openDatabaseOnly()
    const restored = await restore(db, opened, settings.secretsDir, readingProgress.add, (trx) =>
      auditForEachOwner({ now: Date.now }, trx, 'restore', valuesToChanges({ fileName: resolve(operands.FILE) })),
    )
    readingProgress.end()
    const faults = await proveWholeLedger(db)
    const restoredLine = `${backupName} was restored: ${countsToText(restored)}.`
    if (faults.length === 0) return { lines: [restoredLine, 'The ledger is in order.'] }
    return {
      lines: [restoredLine, `The ledger is not in order (${faults[0]?.rule}), so no server starts on it.`],
      hasFailed: true,
    }
  },
})

const countsToText = ({ tableCount, rowCount }: RestoreCounts): string =>
  `${countToText(rowCount, 'row', 'rows')} in ${countToText(tableCount, 'table', 'tables')}`
