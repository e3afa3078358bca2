// `ledger check`: verifies the whole ledger, however long it takes, and reports broken rules. A server that refused to
// start because of its ledger can start again once this command finds no fault.
import { findPeriodFaults } from '#server/ledger/periods.ts'
import { proveWholeLedger } from '#server/ledger/proof.ts'
import { isRepairable } from '#server/ledger/repair.ts'
import type { LedgerFault } from '#server/ledger/rules.ts'
import { defineCommand } from './command.ts'

/** 'Broken 3 times: a transaction sums to zero.' */
export function faultToLine({ rule, count }: LedgerFault): string {
  const frequency = count === 1 ? 'once' : `${count.toLocaleString('en')} times`
  return `Broken ${frequency}: ${rule}.`
}

export const ledgerCheck = defineCommand({
  name: 'ledger check',
  summary: 'Verifies the whole ledger, and shows what is broken',
  runsForEachClient: true,
  hasDryRun: false,
  async run({ open }) {
    const { db, secrets } = await open()
    const startTime = performance.now()
    const faults = [...(await proveWholeLedger(db)), ...(await findPeriodFaults(db, secrets, { balances: 'each' }))]
    const seconds = ((performance.now() - startTime) / 1000).toFixed(1)
    const isInOrder = faults.length === 0
    const lines = faults.map(faultToLine)
    if (faults.some(isRepairable))
      lines.push('Sums can be computed again from the ledger: npm run programme -- ledger repair')
    lines.push(`The ledger is ${isInOrder ? '' : 'not '}in order (${seconds} s).`)
    return { lines, hasFailed: !isInOrder }
  },
})
