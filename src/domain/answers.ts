// How long a change without an answer may be asked for again: batches and card changes alike (contract "The wire").

/** The host keeps an answer for 24 hours; an hour is left for clocks that differ. */
const ASK_AGAIN_MS = 23 * 60 * 60 * 1000

/**
 * Whether the host still knows a request that was sent at `sentAt` (ISO 8601) if it has arrived. Past that it would carry it out
 * a second time. A missing or malformed time counts as past.
 */
export const isAnswerKept = (sentAt: string | undefined, now: number): boolean =>
  now - Date.parse(sentAt ?? '') < ASK_AGAIN_MS
