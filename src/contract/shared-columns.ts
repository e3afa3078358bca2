// Operations of shared column mappings. A mapping assigns a field to each column of a file. A user can share a mapping
// with the other users of the same owner. Rules: docs/rules/batches.md, "Shared columns".
import * as z from 'zod'
import type { Permission } from '#domain/access/permissions.ts'
import { MAX_SHARED_COLUMNS, MAX_SHARED_HEADING_LENGTH } from '#domain/rows/shared-columns.ts'
import { uploadTypes, uploadTypeNames, type UploadType } from '#domain/uploads.ts'
import { id, nothing, requestId, text } from './fields.ts'

const rowType = z.enum(uploadTypeNames)

/** A column of the file. */
const column = z.strictObject({
  heading: text(MAX_SHARED_HEADING_LENGTH),
  /** The name of the field that is read from the column. Omitted if there is none. */
  field: z
    .string()
    .regex(/^[a-z][A-Za-z0-9]{0,39}$/)
    .optional(),
})
/** The columns from left to right. */
const columns = z.array(column).min(1).max(MAX_SHARED_COLUMNS)

/** The permission that a user needs to upload rows of this type. */
export const rowTypePermission = (type: UploadType): Permission => uploadTypes[type].permission

export const sharedColumnsOperations = {
  /** All mappings of the owner, newest first. */
  sharedColumns: {
    params: nothing,
    result: z.object({
      sharedColumns: z.array(
        z.object({ id, rowType, columns, sharedBy: z.string(), sharedByUserID: id, sharedAt: z.string() }),
      ),
    }),
  },
  /**
   * Shares a mapping. It replaces an earlier mapping of the same headings, whatever their order. Only the user who
   * shared the earlier mapping, or a user with User.write, can replace it.
   */
  shareColumns: {
    params: z.strictObject({ requestId, rowType, columns }),
    result: z.object({ id }),
    permissionOf: ({ rowType: requestedType }: Readonly<Record<string, unknown>>) => {
      const parsedType = rowType.safeParse(requestedType)
      return parsedType.success ? rowTypePermission(parsedType.data) : undefined
    },
  },
  /** Removes a mapping, for the user who shared it or a user with User.write. */
  removeSharedColumns: { params: z.strictObject({ requestId, id }), result: nothing },
}
