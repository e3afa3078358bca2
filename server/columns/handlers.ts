// Shared columns: the column mapping of a file that one user shares with all users of the same owner. Rules:
// docs/rules/batches.md, "Shared columns".
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { rowTypePermission } from '#contract/shared-columns.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { cardRows } from '#domain/batch/card-rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { containsCardNumber, PAN } from '#domain/cards/identifiers.ts'
import { orderRows } from '#domain/order/rows.ts'
import type { RowTypeName } from '#domain/row-types.ts'
import { headingsKey, type SharedColumn } from '#domain/rows/shared-columns.ts'
import type { AuditValues } from '#server/audit/audit-fields.ts'
import { type Handler, refuse, type Viewer } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'

const MAX_SHARED_PER_OWNER = 200

const sharedColumns: Handler<'sharedColumns'> = async ({ db, viewer }) => {
  const rows = await db
    .selectFrom('shared_columns as s')
    .innerJoin('user_account as u', 'u.id', 's.user_id')
    .select(['s.id', 's.row_type', 's.columns', 's.user_id', 's.shared_at', 'u.firstname', 'u.lastname', 'u.username'])
    .where('s.owner_id', '=', viewer.ownerId)
    .orderBy('s.shared_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute()
  const isAdministrator = hasPermission(viewer.permissions, 'User.write')
  const canSubmit = (type: RowTypeName) => hasPermission(viewer.permissions, rowTypePermission(type))
  return {
    sharedColumns: rows
      .filter(({ row_type: type }) => isAdministrator || canSubmit(type))
      .map((row) => ({
        id: String(row.id),
        rowType: row.row_type,
        columns: row.columns,
        sharedBy: `${row.firstname} ${row.lastname}`.trim() || row.username,
        sharedByUserID: String(row.user_id),
        sharedAt: row.shared_at.toISOString(),
      })),
  }
}

/** The names of the fields that rows of this type can have. */
function fieldNamesOf(type: RowTypeName): readonly string[] {
  const isOrder = type === 'physical' || type === 'virtual'
  const { fields } = isOrder ? orderRows(type, ANY_DAY) : cardRows({ type, identifierType: PAN })
  return fields.map(({ name }) => name)
}

/** The earliest expiry date of an order's cards. The names of the fields do not depend on it. */
const ANY_DAY = '2000-01-01' as CalendarDate

const shareColumns: Handler<'shareColumns'> = async (context, { rowType, columns }) => {
  const { db, viewer, now } = context
  const headings = columns.map(({ heading }) => heading)
  if (headings.some(containsCardNumber)) return refuseParameter('columns', m.common_removeCardNumber)
  const fields = columns.map(({ field }) => field).filter((field) => field !== undefined)
  const hasRepeatedField = new Set(fields).size < fields.length
  if (fields.length === 0 || hasRepeatedField) return refuseParameter('columns', m.rows_oneColumnPerField)
  const knownFields = fieldNamesOf(rowType)
  if (!fields.every((field) => knownFields.includes(field))) return refuseParameter('columns', m.rows_unknownField)
  // Locks the owner, so that only one change of shared columns runs at a time. Otherwise two changes could exceed the
  // limit or store the same headings twice.
  await db.selectFrom('owner').select('id').where('id', '=', viewer.ownerId).forNoKeyUpdate().execute()
  const existingRows = await db
    .selectFrom('shared_columns')
    .select(['id', 'user_id', 'row_type', 'columns'])
    .where('owner_id', '=', viewer.ownerId)
    .execute()
  const key = headingsKey(headings)
  const existingRow = existingRows.find(
    (row) => row.row_type === rowType && headingsKey(row.columns.map(({ heading }) => heading)) === key,
  )
  // Shared columns decide which amounts colleagues submit, so other users cannot change them.
  if (existingRow && !canChange(viewer, existingRow)) return refuse(codes.notAuthorized, m.rows_sharedByAnother)
  if (!existingRow && existingRows.length >= MAX_SHARED_PER_OWNER)
    return refuse(codes.refusedState, () => m.rows_tooManyShared({ most: MAX_SHARED_PER_OWNER }))
  const values = { columns: JSON.stringify(columns), user_id: viewer.userId, shared_at: new Date(now()) }
  let id = existingRow?.id
  if (id === undefined) {
    const newRow = { ...values, owner_id: viewer.ownerId, row_type: rowType }
    const insertedRow = await db.insertInto('shared_columns').values(newRow).returning('id').executeTakeFirstOrThrow()
    id = insertedRow.id
  } else {
    await db.updateTable('shared_columns').set(values).where('id', '=', id).execute()
  }
  context.setSubject('columns', id)
  context.recordChange({ before: existingRow && toAuditValues(existingRow.columns), after: toAuditValues(columns) })
  return { id: String(id) }
}

const removeSharedColumns: Handler<'removeSharedColumns'> = async (context, { id }) => {
  const { db, viewer } = context
  context.setSubject('columns', id)
  const sharedRow = await db
    .selectFrom('shared_columns')
    .select(['id', 'user_id', 'columns'])
    .where('id', '=', Number(id))
    .where('owner_id', '=', viewer.ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!sharedRow) return refuse(codes.notFound, m.rows_noLongerShared)
  if (!canChange(viewer, sharedRow)) return refuse(codes.notAuthorized, m.rows_sharedBySomeoneElse)
  await db.deleteFrom('shared_columns').where('id', '=', sharedRow.id).execute()
  context.recordChange({ before: toAuditValues(sharedRow.columns) })
  return {}
}

/** True for the user who shared the columns, and for administrators. */
const canChange = (viewer: Viewer, { user_id: sharedBy }: { readonly user_id: number }): boolean =>
  sharedBy === viewer.userId || hasPermission(viewer.permissions, 'User.write')

/** Only the columns that are mapped to a field. */
const toAuditValues = (columns: readonly SharedColumn[]): AuditValues => ({
  columns: columns.filter(({ field }) => field !== undefined).map(({ heading, field }) => `${heading} = ${field}`),
})

export const columnHandlers = { sharedColumns, shareColumns, removeSharedColumns }
