// The catalogue: all machines of the portal, in the lab's order.
import { sessionEntry } from './access.ts'
import { changeEntry, connectionEntry, updateEntry } from './app-wide.ts'
import { approvalEntry } from './approval.ts'
import type { MachineEntry } from './entry.ts'
import { sessionLifetimeEntry } from './lifetime.ts'
import { batchEntry, orderEntry, virtualOrderEntry } from './uploads.ts'

export const catalogue: readonly MachineEntry[] = [
  sessionEntry,
  sessionLifetimeEntry,
  batchEntry,
  orderEntry,
  virtualOrderEntry,
  approvalEntry,
  changeEntry,
  connectionEntry,
  updateEntry,
]

export const entryOf = (id: string): MachineEntry | undefined => catalogue.find((entry) => entry.id === id)

/** The entry of a running machine. Several entries may share a machine, and its context distinguishes them. */
export const entryOfRunning = (machineId: string, context: unknown): MachineEntry | undefined =>
  catalogue.find(({ machine, matchesContext }) => machine.id === machineId && (matchesContext?.(context) ?? true))
