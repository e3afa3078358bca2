// Files of the card processor's events that one user uploads and another confirms: limits, states and decisions.
import { m } from '#words/messages.js'

export const MAX_FEED_FILE = 2_000_000
/** Larger files are imported by the command `feed import`. */
export const MAX_FEED_FILE_EVENTS = 5_000
export const MAX_FEED_FILE_REASON = 255

export const feedFileStates = ['waiting', 'posted', 'rejected'] as const
export type FeedFileState = (typeof feedFileStates)[number]

/** Why the file cannot be confirmed or rejected. Undefined if it can. */
export function feedFileDecisionRefusal(file: {
  readonly state: FeedFileState
  /** True if the viewer uploaded the file. */
  readonly isOwn: boolean
}): string | undefined {
  if (file.state !== 'waiting') return m.feed_fileDecided()
  return file.isOwn ? m.feed_cannotConfirmOwnFile() : undefined
}
