// `ledger check`: proves the whole ledger, in as long as that takes, and says what is not in order. A host that was stopped by its
// ledger starts again once this finds it in order.
import { proveWhole } from '#server/ledger/proof.ts'
import { defineCommand } from './command.ts'

export const ledgerCheck = defineCommand({
  name: 'ledger check',
  says: 'Proves the whole ledger, and says what is broken where it is not in order',
  hasDryRun: false,
  async run({ open }) {
    const { db } = await open()
    const started = performance.now()
    const faults = await proveWhole(db)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const broken = faults.map(
      ({ rule, count }) => `Broken ${count === 1 ? 'once' : `${count.toLocaleString('en')} times`}: ${rule}.`,
    )
    const isInOrder = faults.length === 0
    return {
      lines: [...broken, `The ledger is ${isInOrder ? '' : 'not '}in order (${seconds} s).`],
      hasFailed: !isInOrder,
    }
  },
})
