// `ledger repair`: recomputes the sums that are derived from the ledger, then verifies the whole ledger.
import { isRepairable, repairSums } from '#server/ledger/repair.ts'
import { proveWholeLedger } from '#server/ledger/proof.ts'
import { defineCommand } from './command.ts'
import { faultToLine } from './ledger-check.ts'
import { auditForEachOwner } from './owner.ts'

export const ledgerRepair = defineCommand({
  name: 'ledger repair',
  summary: 'Computes the sums of loads again from the ledger, and verifies the whole ledger',
  help: [
    'Repairs only what was loaded in each quarter of an hour, which the chart on Home shows. Entries and balances are never changed: if they are wrong, restore a backup. Nothing is posted while the command runs.',
  ],
  hasDryRun: false,
  async run({ open }) {
    const programme = await open()
    const { db } = programme
    const brokenSums = (await proveWholeLedger(db)).filter(isRepairable)
    if (brokenSums.length > 0)
      await db.transaction().execute(async (trx) => {
        await repairSums(trx)
        await auditForEachOwner(programme, trx, 'repairLedger')
      })
    const faults = await proveWholeLedger(db)
    const isInOrder = faults.length === 0
    return {
      lines: [
        brokenSums.length === 0 ? 'There is nothing to repair.' : 'The sums were computed again from the ledger.',
        ...faults.map(faultToLine),
        `The ledger is ${isInOrder ? '' : 'not '}in order.`,
      ],
      hasFailed: !isInOrder,
    }
  },
})
