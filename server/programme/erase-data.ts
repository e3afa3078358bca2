// `erase expired`, `erase user`, `erase holder`: delete personal data whose retention time is over, or all data of one
// person. They never change amounts, card numbers or the ledger.
import { sql } from 'kysely'
import { DAY_MS } from '#domain/units.ts'
import { valuesToChanges } from '#server/audit/audit-fields.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { countToText } from './counts-and-durations.ts'
import { defineCommand, type CommandServices, CommandError } from './command.ts'
import { type ExpiryRule, expiryRules } from './erase/expired.ts'
import { eraseHolders } from './erase/holders.ts'
import { eraseUsers, isDeletedUserSql } from './erase/users.ts'
import { auditCommand, requireOwner } from './owner.ts'

/** `erasures`: what was erased: '3 users'. `userId`: the erased user, for `erase user`. */
function auditErasure(
  programme: CommandServices,
  db: CommandServices['db'],
  erasures: readonly string[],
  userId?: number,
): Promise<void> {
  const { ownerId } = programme.client
  const changes = valuesToChanges({ done: erasures })
  return auditCommand(programme, db, { method: 'erasePersonalData', ownerId, changedUserId: userId, changes })
}

export const eraseExpired = defineCommand({
  name: 'erase expired',
  summary: 'Deletes personal data whose retention time in the settings is over',
  help: [
    'With --dry-run it only counts the data that it would delete. The retention times are KEEP_HOLDERS_DAYS, KEEP_USERS_DAYS, KEEP_FILES_DAYS and KEEP_AUDIT_DAYS. The role in DATABASE_URL must own the tables.',
  ],
  runsForEachClient: true,
  hasDryRun: true,
  async run({ open }) {
    const programme = await open()
    const { db, isDryRun, settings, now } = programme
    await requireOwner(db, programme.client)
    const lines: string[] = []
    const erasures: string[] = []
    for (const rule of expiryRules) {
      const before = new Date(now() - rule.keepDays(settings) * DAY_MS)
      // A dry run only counts: erasing disables triggers, which would block servers until the rollback.
      const count = isDryRun ? await rule.count(programme, before) : await eraseAll(programme, rule, before)
      const line = countToText(count, ...rule.nouns)
      lines.push(line)
      if (count > 0) erasures.push(line)
    }
    if (erasures.length > 0) await auditErasure(programme, db, erasures)
    return { lines: [isDryRun ? 'Would be erased:' : 'Erased:', ...lines.map((line) => `  ${line}`)] }
  },
})

/** Erases the data of a rule, chunk by chunk. Returns the number of erased items. */
async function eraseAll(programme: CommandServices, rule: ExpiryRule, before: Date): Promise<number> {
  let count = 0
  for (;;) {
    const erased = await rule.eraseChunk(programme, before)
    if (erased === 0) return count
    count += erased
  }
}

export const eraseUser = defineCommand({
  name: 'erase user',
  summary: 'Deletes the personal data of a user who was deleted in the portal',
  help: [
    'Deletes name, e-mail, second factor, passkeys and sessions. Submissions and decisions of the user stay, under the name erased-ID.',
  ],
  operands: ['USERNAME'],
  hasDryRun: true,
  async run({ operands: { USERNAME: username }, open }) {
    const programme = await open()
    const { db, client, secrets } = programme
    const { rows } = await sql<{ id: number; is_deleted: boolean }>`
      SELECT u.id, ${isDeletedUserSql} AS is_deleted FROM user_account u
      WHERE u.owner_id = ${client.ownerId} AND lower(u.username) = lower(${username})`.execute(db)
    if (rows.length === 0) throw new CommandError(`There is no user ${username}.`)
    // Several deleted users can have had the same name.
    const deletedUserIds = rows.filter((user) => user.is_deleted).map(({ id }) => id)
    if (deletedUserIds.length === 0)
      throw new CommandError(`${username} is not deleted: delete the user in the portal first.`)
    await inTransaction(db, async (trx) => {
      await eraseUsers(trx, secrets, deletedUserIds)
      for (const id of deletedUserIds) await auditErasure(programme, trx, [countToText(1, 'user', 'users')], id)
    })
    return { lines: [`${username} was erased: ${deletedUserIds.map((id) => `erased-${id}`).join(', ')}.`] }
  },
})

export const eraseHolder = defineCommand({
  name: 'erase holder',
  summary: 'Deletes the personal data of the holder of a card that is retired or expired',
  help: [
    'Deletes name, telephone number, ID number, customer reference and id, label, activation data, notes and tags, also in the order of the card. Lists other cards with the same telephone or ID number.',
  ],
  operands: ['TRACKING-NUMBER'],
  hasDryRun: true,
  async run({ operands, open }) {
    const programme = await open()
    const { db, client, now } = programme
    const trackingNumber = operands['TRACKING-NUMBER']
    const { rows } = await sql<{ id: number; phone: string; id_number: string; has_ended: boolean }>`
      SELECT id, phone, id_number, (retired_at IS NOT NULL OR expires_on < ${new Date(now())}::timestamptz::date) AS has_ended
      FROM card WHERE owner_id = ${client.ownerId} AND tracking_number = ${trackingNumber}`.execute(db)
    const [card] = rows
    if (!card) throw new CommandError(`There is no card with the tracking number ${trackingNumber}.`)
    if (!card.has_ended) throw new CommandError('This card is in use: retire it first.')
    const hasSamePhone = sql`(phone <> '' AND phone_digits(phone) = phone_digits(${card.phone}))`
    const hasSameIdNumber = sql`(id_number <> '' AND id_number = ${card.id_number})`
    const { rows: otherCards } = await sql<{ tracking_number: string }>`
      SELECT tracking_number FROM card
      WHERE owner_id = ${client.ownerId} AND id <> ${card.id} AND (${hasSamePhone} OR ${hasSameIdNumber})
      ORDER BY 1 LIMIT 100`.execute(db)
    await inTransaction(db, async (trx) => {
      await eraseHolders(trx, [card.id])
      await auditErasure(programme, trx, [`${countToText(1, 'holder', 'holders')}: ${trackingNumber}`])
    })
    const lines = [`The holder of ${trackingNumber} was erased.`]
    const otherNumbers = otherCards.map((other) => other.tracking_number).join(', ')
    if (otherNumbers !== '') lines.push(`Cards with the same telephone or ID number: ${otherNumbers}`)
    return { lines }
  },
})
