// The operation, parameters and success message of each change of an event that was not applied, and of each decision
// about a file of events. The store of pending changes keeps them until their response arrives.
import { m } from '#words/messages.js'
import type { AnyOperationRequest, PendingChange, StoredOperation } from './change-types.ts'

/** What a user can do with an event that was not applied. */
export type FeedChange = 'take' | 'resolve' | 'retry'

const operationOf = {
  take: 'takeFeedException',
  resolve: 'resolveFeedException',
  retry: 'retryFeedException',
} as const satisfies Readonly<Record<FeedChange, StoredOperation>>

export interface ChangedEvent {
  readonly id: string
  readonly eventId: string
}

export const FEED_PATH = '/card/events'

/** `note`: how the user has resolved the event. Only for 'resolve'. */
export function eventToChange({ id, eventId }: ChangedEvent, change: FeedChange, note = ''): AnyOperationRequest {
  const common = { subject: id, successSubject: m.feed_event({ eventId }), link: { to: `${FEED_PATH}?event=${id}` } }
  switch (change) {
    case 'take':
      return {
        ...common,
        kind: operationOf[change],
        params: { id },
        done: m.feed_wasTaken({ eventId }),
        success: m.feed_isTaken(),
      }
    case 'resolve':
      return {
        ...common,
        kind: operationOf[change],
        params: { id, note },
        done: m.feed_wasResolved({ eventId }),
        success: m.feed_isResolved(),
      }
    case 'retry':
      return {
        ...common,
        kind: operationOf[change],
        params: { id },
        done: m.feed_wasApplied({ eventId }),
        success: m.feed_isApplied(),
      }
  }
}

/** The same change of the same event that was sent before and is still pending. */
export const findPendingFeedChange = (
  all: readonly PendingChange[],
  change: FeedChange,
  id: string,
): PendingChange | undefined => all.find(({ kind, subject }) => kind === operationOf[change] && subject === id)

/** A decision about a file of events. The user who uploaded the file cannot make it. */
export type FileDecision = 'confirm' | 'reject'

const operationOfDecision = {
  confirm: 'confirmFeedFile',
  reject: 'rejectFeedFile',
} as const satisfies Readonly<Record<FileDecision, StoredOperation>>

export const FILES_PATH = '/card/events/files'

export function fileToChange(
  { fileId, fileName }: { readonly fileId: string; readonly fileName: string },
  decision: FileDecision,
  reason?: string,
): AnyOperationRequest {
  const common = { subject: fileId, successSubject: fileName, link: { to: `${FILES_PATH}?file=${fileId}` } }
  return decision === 'confirm'
    ? {
        ...common,
        kind: operationOfDecision[decision],
        params: { fileId },
        done: m.feed_fileWasConfirmed({ fileName }),
        success: m.feed_fileIsApplied(),
      }
    : {
        ...common,
        kind: operationOfDecision[decision],
        params: { fileId, reason },
        done: m.feed_fileWasRejected({ fileName }),
        success: m.feed_fileIsRejected(),
      }
}

export const findPendingFileChange = (
  all: readonly PendingChange[],
  decision: FileDecision,
  fileId: string,
): PendingChange | undefined =>
  all.find(({ kind, subject }) => kind === operationOfDecision[decision] && subject === fileId)
