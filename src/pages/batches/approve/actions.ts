// What may be done with a batch load file, as a table: its button, and the sentence that bars it (batches §4).
// A new action (close, retry, a download) is a row here and a dialog that carries it out.
import { Ban, Check, type LucideIcon } from 'lucide-react'
import { type BatchFileState, refuseApproval, refuseRejection } from '#domain/batch/states.ts'
import type { ButtonKind } from '#ui/Button.tsx'
import type { Decision } from './intents.ts'

export interface BatchAction {
  readonly key: Decision
  readonly label: string
  readonly icon: LucideIcon
  readonly kind: ButtonKind
  /** Whether the action has a meaning in that state; where it has none there is no button. */
  readonly fits: (file: BatchFileState) => boolean
  /** Why this viewer may not, or undefined. */
  readonly refuse: (file: BatchFileState, viewerId: string) => string | undefined
}

const isUndecided = (file: BatchFileState): boolean => !file.approved && !file.rejected

export const batchActions: readonly BatchAction[] = [
  { key: 'approve', label: 'Approve', icon: Check, kind: 'secondary', fits: isUndecided, refuse: refuseApproval },
  { key: 'reject', label: 'Reject', icon: Ban, kind: 'quiet', fits: isUndecided, refuse: refuseRejection },
]

/** What bars every action that needs the host. */
export const OFFLINE_REASON = 'There is no connection to the server. This can be done when it is back.'
