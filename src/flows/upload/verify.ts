// Checks rows at the server (docs/rules/batches.md, "Checks of a row"). On a good connection one call contains all
// rows. On a poor connection, or after a lost call, the rows are sent in chunks. The results of each chunk are stored.
// After a lost connection or a reload, the check therefore continues with the next chunk.
import type { WaitReason } from '#machines/connection.ts'
import { coverRows, type Funding, type Funds, toFunding } from '#domain/funding/funds.ts'
import type { CheckInput, VerifyOutcome } from '#machines/upload-steps.ts'
import { idsToChunks, withRelatedRows } from '#rows/chunks.ts'
import type { AnyRows } from '#rows/rows.ts'
import { applyResults, toSentRows, findSendableIds } from '#rows/sent.ts'
import { isBusy } from '#services/server/busy.ts'
import { inSlices, yieldToEvents, whenIdle } from '#services/breathe.ts'
import { isPoorConnection } from '#services/server/connection.ts'
import { waitToResend } from '#flows/open-rows/wait-to-resend.ts'
import { checkOf } from './checks.ts'
import { uploadTypeOf } from './row-rules.ts'
import { failureToOutcome } from './failures.ts'

/** The progress of a check. */
export interface CheckProgress {
  readonly done: number
  readonly total: number
  /** Rows per second in the last chunk. Undefined before the first chunk is done. */
  readonly speed: number | undefined
  readonly waitsFor: WaitReason | undefined
}

interface CheckRun extends CheckInput {
  readonly rows: AnyRows
  readonly fileName: string
  readonly signal: AbortSignal
  readonly onProgress: (progress: CheckProgress) => void
}

// How many rows a chunk has.
const INITIAL_CHUNK = 500
const MIN_CHUNK = 100
const MAX_CHUNK = 2000
/** Chunks grow further only if the last chunk was faster than the fastest chunk before by this factor. */
const WORTHWHILE_GAIN = 1.1
/** A chunk that took longer is not doubled, because a call fails after 30 seconds without an answer. */
const DOUBLED_UP_TO_MS = 8000
/** How many times a call that is lost, or refused by a busy server, is repeated before the check fails. */
const MAX_RETRIES = 5

/** What is known about the speed of this connection. */
export interface Pace {
  /** How many rows the next chunk has. */
  readonly size: number
  /**
   * No chunk may be larger for now. A lost chunk reduces this to half of its size. Each answered chunk adds a little.
   */
  readonly maxSize: number
  /** The most rows per second that a chunk has reached. */
  readonly rowsPerSecond: number
}

export const firstPace: Pace = { size: INITIAL_CHUNK, maxSize: MAX_CHUNK, rowsPerSecond: 0 }

/**
 * The pace after a chunk with an answer. Chunks grow as long as larger chunks are faster. Larger chunks are faster if
 * the server is far away, because each call then takes long even with few rows. On a slow connection, twice as many
 * rows take twice as long. The size then stays small, so that a lost call costs little time.
 */
export function paceAfterAnswer(pace: Pace, { rowCount, ms }: { rowCount: number; ms: number }): Pace {
  const rowsPerSecond = rowCount / (Math.max(ms, 1) / 1000)
  const maxSize = Math.min(MAX_CHUNK, pace.maxSize + MIN_CHUNK)
  const isFaster = rowsPerSecond >= pace.rowsPerSecond * WORTHWHILE_GAIN
  const canGrow = isFaster && ms <= DOUBLED_UP_TO_MS
  return {
    size: canGrow ? Math.min(maxSize, pace.size * 2) : pace.size,
    maxSize,
    rowsPerSecond: Math.max(pace.rowsPerSecond, rowsPerSecond),
  }
}

/** The pace after a chunk whose answer was lost. */
export function paceAfterLoss(pace: Pace, lostCount: number): Pace {
  const halfOfLost = Math.floor(lostCount / 2)
  const maxSize = Math.max(MIN_CHUNK, Math.min(pace.maxSize, halfOfLost))
  return { size: Math.min(INITIAL_CHUNK, maxSize), maxSize, rowsPerSecond: 0 }
}

/** The checks of one wizard. On a poor connection, each check begins with the pace that the check before has found. */
export function createRowChecks(): (run: CheckRun) => Promise<VerifyOutcome> {
  const connection: { pace?: Pace } = {}
  return (run) => verifyRows(run, connection)
}

async function verifyRows(run: CheckRun, connection: { pace?: Pace }): Promise<VerifyOutcome> {
  const currentPace = () => connection.pace ?? firstPace
  const { rows, signal, onProgress } = run
  // A check begins as soon as the rows are read. Let the screen draw the rows first.
  await whenIdle()
  if (signal.aborted) return { kind: 'noResponse' }
  const { contentVersion } = rows.figures()
  const ids = findSendableIds(rows, 'toCheck')
  const { idsToCheck, isSingleCall, isResumed } = rowsToCheck(run, ids)
  let remaining = idsToCheck
  // True once a call with all rows has looked for earlier uploads with the same rows.
  let hadCallWithAllRows = false
  let details: Pick<Verified, 'earlier' | 'issueFeeCents'> = { earlier: run.verification?.earlier ?? [] }
  let funds: Funds | undefined
  // A resumed check shows the rows that were checked before its interruption as done.
  const doneBefore = isResumed ? ids.length - idsToCheck.length : 0
  let progress: CheckProgress = {
    done: doneBefore,
    total: doneBefore + idsToCheck.length,
    speed: undefined,
    waitsFor: undefined,
  }
  const showProgress = (change: Partial<CheckProgress>) => {
    progress = { ...progress, ...change }
    onProgress(progress)
  }
  await yieldToEvents()
  if (signal.aborted) return { kind: 'noResponse' }
  onProgress(progress)
  await yieldToEvents()
  if (signal.aborted) return { kind: 'noResponse' }
  let retries = 0
  while (remaining.length > 0) {
    // Without a pace, no chunk was sent yet. Everything then goes into one call on a good connection.
    const firstSize = isResumed || isPoorConnection() ? INITIAL_CHUNK : Infinity
    const chunkSize = connection.pace?.size ?? firstSize
    const isInOneCall = isSingleCall || chunkSize >= ids.length
    const isFirstCall = remaining.length === idsToCheck.length
    // Only a call with all rows reports earlier uploads with the same rows. If the first call is the only call, it
    // therefore also sends the rows that already have a result.
    const rowsOfOneCall = isFirstCall ? ids : remaining
    const chunk = isInOneCall ? rowsOfOneCall : (idsToChunks(rows, remaining, chunkSize)[0] ?? remaining)
    const startedAt = performance.now()
    const sentRows = toSentRows(rows, chunk)
    const response = await checkOf(uploadTypeOf(rows)).checkRows({ ...run, ids: chunk })
    if (signal.aborted) return { kind: 'noResponse' }
    if (!response.ok) {
      const isLost = response.kind === 'unreachable'
      if (!isLost && !isBusy(response)) return failureToOutcome(response)
      if (isLost) connection.pace = paceAfterLoss(currentPace(), chunk.length)
      const retryAfter = response.kind === 'refused' ? response.retryAfter : undefined
      const onWait = (waitsFor: WaitReason | undefined) => showProgress({ waitsFor })
      const pause = { retryAfter, retries, signal, onWait }
      const waitedFor = await waitToResend(pause)
      // If the connection is lost again and again, also wait a while after each return of the connection.
      if (waitedFor === 'connection' && retries > 0) await waitToResend(pause)
      if (signal.aborted) return { kind: 'noResponse' }
      retries += 1
      if (retries > MAX_RETRIES) return failureToOutcome(response)
      continue
    }
    retries = 0
    const { results, earlier, issueFeeCents } = response
    funds = response.funds
    await yieldToEvents()
    if (signal.aborted) return { kind: 'noResponse' }
    await inSlices(results, (slice, from) => {
      applyResults(rows, sentRows, slice, from)
      // There is nothing to collect.
      return []
    })
    if (signal.aborted) return { kind: 'noResponse' }
    const hasAllRows = chunk.length === ids.length
    hadCallWithAllRows ||= hasAllRows
    details = { issueFeeCents, earlier: hasAllRows ? earlier : details.earlier }
    const checkedIds = new Set(chunk)
    remaining = remaining.filter((id) => !checkedIds.has(id))
    const ms = performance.now() - startedAt
    if (!isInOneCall) connection.pace = paceAfterAnswer(currentPace(), { rowCount: chunk.length, ms })
    // On a slow computer, applying the results, showing the progress and drawing the rows must be separate tasks.
    await yieldToEvents()
    const doneNow = idsToCheck.length - remaining.length
    showProgress({ done: doneBefore + doneNow, speed: Math.round(chunk.length / (ms / 1000)) })
    await yieldToEvents()
    rows.notify('checks')
    await yieldToEvents()
    if (signal.aborted) return { kind: 'noResponse' }
  }
  const funding = funds && fundingOf(rows, funds, details.issueFeeCents)
  await yieldToEvents()
  if (signal.aborted) return { kind: 'noResponse' }
  return {
    kind: 'verified',
    verification: {
      at: new Date().toISOString(),
      contentVersion,
      ...details,
      isPartial: hadCallWithAllRows ? undefined : true,
      funding,
    },
    figures: rows.figures(),
  }
}

/** Calculates the costs of all rows here, because a response covers only the requested rows. */
function fundingOf(rows: AnyRows, funds: Funds, issueFeeCents = 0): Funding {
  const costs = rows.costs().map((cost) => cost + issueFeeCents)
  return toFunding(funds, coverRows(costs, funds))
}

type Verified = Extract<VerifyOutcome, { kind: 'verified' }>['verification']

/**
 * The rows to check:
 * - First check: all rows.
 * - First check that was interrupted: the rows without a result, and other rows of the same cards.
 * - Check that the user repeats: all rows.
 * - Check before the last step: the rows that changed since the last check, and other rows of the same cards. If there
 *   are none: all rows in one call, which looks for earlier uploads.
 */
function rowsToCheck({ rows, verification, isBeforeLastStep }: CheckRun, ids: readonly number[]) {
  if (!verification) {
    const unchecked = ids.filter((id) => !rows.isChecked(id))
    const isResumed = unchecked.length > 0 && unchecked.length < ids.length
    const idsToCheck = isResumed ? withRelatedRows(rows, ids, unchecked) : ids
    return { idsToCheck, isSingleCall: false, isResumed }
  }
  if (!isBeforeLastStep) return { idsToCheck: ids, isSingleCall: false, isResumed: false }
  const allInOneCall = { idsToCheck: ids, isSingleCall: true, isResumed: false }
  const hasSameContent = verification.contentVersion === rows.figures().contentVersion
  if (hasSameContent) return allInOneCall
  const lastCheckAt = Date.parse(verification.at)
  // A row that was edited since the last check has no result, or the result of a later check of single rows.
  const changed = ids.filter((id) => {
    const { checkedAt } = rows.row(id)
    return checkedAt === undefined || checkedAt > lastCheckAt
  })
  const idsToCheck = withRelatedRows(rows, ids, changed)
  // If the user has only removed rows, the content has changed although no row needs a check.
  return idsToCheck.length > 0 ? { idsToCheck, isSingleCall: false, isResumed: false } : allInOneCall
}
