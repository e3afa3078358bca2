// Remembers the last link of the audit trail that this process has seen, and reports if the trail no longer has this
// link. An attacker who can change all tables cannot reach the memory of the process. So while a server runs, the trail
// cannot be cut off or emptied unnoticed.
import { MINUTE_MS } from '#domain/units.ts'
import { containsHead, readHead } from '#server/audit/chain.ts'
import { type Head } from '#server/audit/head.ts'
import { errorToFields } from '#server/log.ts'
import type { Services } from '#server/operations/context.ts'

export interface HeadWatch {
  /** True if the trail no longer has the remembered link. */
  readonly check: () => Promise<boolean>
  readonly stop: () => Promise<void>
}

/** Checks now and every minute, on every server. */
export function watchAuditHead({
  db,
  log,
  secrets,
  counters,
}: Pick<Services, 'db' | 'log' | 'secrets' | 'counters'>): HeadWatch {
  let seenHead: Head | undefined
  let currentCheck: Promise<unknown> = Promise.resolve()

  const check = async () => {
    const isHeadMissing = seenHead !== undefined && !(await containsHead(db, secrets, seenHead))
    if (isHeadMissing) {
      // `seenHead` stays, so that each check reports it until an administrator restarts the server.
      log.error({ position: seenHead?.position }, 'the audit trail has lost its end')
    } else {
      const newestHead = await readHead(db)
      if (newestHead) seenHead = newestHead
    }
    counters.reportAuditHead({ isMissing: isHeadMissing })
    return isHeadMissing
  }
  const run = () => {
    // A database that cannot be reached is reported elsewhere.
    currentCheck = check().catch((error: unknown) => log.warn(errorToFields(error), 'the audit head was not checked'))
  }
  run()
  const timer = setInterval(run, MINUTE_MS)
  timer.unref()
  return {
    check,
    stop: async () => {
      clearInterval(timer)
      await currentCheck
    },
  }
}
