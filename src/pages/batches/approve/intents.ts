// What the operator has decided and the host has not answered yet, by batch. Each decision gets its requestId once, and it is
// stored on this device before the call is sent, so that pressing again, even after a reload, can never decide twice
// (contract "The wire", threats T38, T39). Sealed and per user like every kept answer.
import { useSyncExternalStore } from 'react'
import { type Cell, createCell } from '#services/cell.ts'
import { newRequestId } from '#services/request-id.ts'
import { keepAnswer, readAnswer } from '#storage/kept.ts'

export type Decision = 'approve' | 'reject'

export interface Intent {
  readonly requestId: string
  readonly batchId: string
  readonly decision: Decision
  /** "4,812 loads, SGD 96,240.00", for words about it when the batch is no longer on screen. */
  readonly size: string
  /** The fingerprint that the checker saw. */
  readonly fingerprint: string
  /** Of a rejection; a repeat must carry the same one. */
  readonly reason: string | undefined
}

type Intents = Readonly<Record<string, Intent>>

const KEY = 'intents of batch decisions'
// What is known in this page; the device's copy is for the next one.
const known = new Map<string, { readonly cell: Cell<Intents>; readonly read: Promise<void> }>()

/** The unanswered intents of one user, for the screen. */
export const useIntents = (ownerUser: string): readonly Intent[] => {
  const { cell } = intentsOf(ownerUser)
  return Object.values(useSyncExternalStore(cell.subscribe, cell.get))
}

/** The intent of that decision: the one still unanswered, or a new one. Resolves once it is stored. */
export async function storeIntent(ownerUser: string, wanted: Omit<Intent, 'requestId'>): Promise<Intent> {
  const { cell, read } = intentsOf(ownerUser)
  await read
  const earlier = cell.get()[wanted.batchId]
  if (earlier?.decision === wanted.decision) return earlier
  const intent = { ...wanted, requestId: newRequestId() }
  await write(ownerUser, cell, { ...cell.get(), [wanted.batchId]: intent })
  return intent
}

/** The host has answered: the intent is no more. */
export async function forgetIntent(ownerUser: string, batchId: string): Promise<void> {
  const { cell } = intentsOf(ownerUser)
  const { [batchId]: _answered, ...rest } = cell.get()
  await write(ownerUser, cell, rest)
}

function intentsOf(ownerUser: string) {
  const made = known.get(ownerUser)
  if (made) return made
  const cell = createCell<Intents>({})
  const read = readAnswer(ownerUser, KEY).then((kept) => {
    if (kept) cell.set({ ...(kept.answer as Intents), ...cell.get() })
  })
  const entry = { cell, read }
  known.set(ownerUser, entry)
  return entry
}

async function write(ownerUser: string, cell: Cell<Intents>, intents: Intents): Promise<void> {
  cell.set(intents)
  await keepAnswer(ownerUser, KEY, intents, Date.now())
}
