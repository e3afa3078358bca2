// E-mails about files of events. When a file waits, the users who can confirm it are notified. When a file was decided,
// its uploader is notified. A separate job sends the mails, so that no change waits for the query of the recipients.
import { sql } from 'kysely'
import * as z from 'zod'
import type { FeedMail } from '#server/mail/feed-messages.ts'
import { enqueueAlert } from '#server/mail/queue.ts'
import { findUsersByIds, findUsersWithPermission, readFullName } from '#server/mail/recipients.ts'
import type { Db, Services, SessionContext } from '#server/operations/context.ts'

const FILE_MAIL = 'feed-file-mail'

const payload = z.strictObject({ fileId: z.int(), event: z.enum(['waiting', 'decided']) })

/** Call this in the transaction that uploads or decides a file. */
export async function enqueueFileMail(
  { db, jobs, afterCommit }: Pick<SessionContext, 'db' | 'jobs' | 'afterCommit'>,
  file: z.output<typeof payload>,
): Promise<void> {
  await jobs.enqueue(db, FILE_MAIL, file)
  afterCommit(() => jobs.wake())
}

export function registerFileMail(services: Services): void {
  services.jobs.registerHandler(FILE_MAIL, 'mail', async (data) => {
    const file = payload.parse(data)
    await services.db.transaction().execute(async (trx) => {
      const mails = await createMails(trx, file)
      for (const mail of mails) await enqueueAlert(services, trx, mail)
    })
    services.jobs.wake()
  })
}

/** Only users without a limit to campaigns can see event files. */
const ALL_CAMPAIGNS = { campaignIds: null } as const

async function createMails(db: Db, { fileId, event }: z.output<typeof payload>): Promise<readonly FeedMail[]> {
  const file = await db
    .selectFrom('feed_file')
    .select(['owner_id', 'file_name', 'uploaded_by', 'decided_by', 'is_posted', 'reject_reason'])
    .select(sql<number>`jsonb_array_length(content->'events')`.as('events'))
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!file) return []
  const { owner_id: ownerId, uploaded_by: uploadedBy, decided_by: decidedBy, is_posted: isPosted } = file
  const mailFile = { fileId, fileName: file.file_name, events: file.events }
  if (event === 'waiting') {
    // The file can have been decided before this job ran.
    if (decidedBy !== null) return []
    const by = await readFullName(db, uploadedBy)
    const audience = { ownerId, ...ALL_CAMPAIGNS, exceptUserId: uploadedBy }
    const confirmers = await findUsersWithPermission(db, audience, 'Feed.write')
    return confirmers.map((to) => ({ kind: 'feedFileWaiting', to, file: mailFile, by }))
  }
  if (decidedBy === null) throw new Error(`feed file ${fileId} is not decided`)
  const by = await readFullName(db, decidedBy)
  const uploaders = await findUsersByIds(db, ALL_CAMPAIGNS, [uploadedBy])
  return uploaders.map((to) => ({
    kind: 'feedFileDecided',
    to,
    file: mailFile,
    decision: isPosted ? 'confirmed' : 'rejected',
    by,
    reason: file.reject_reason ?? '',
  }))
}
