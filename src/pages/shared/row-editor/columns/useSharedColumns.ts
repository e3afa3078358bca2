// The mapping that this user or a colleague has shared for files with these headings, and a function to share the
// current mapping.
import { hasPermission } from '#domain/access/permissions.ts'
import type { AnyRowType } from '#domain/row-types.ts'
import { findStrayAmountColumn } from '#domain/rows/column-map.ts'
import type { ColumnMap, ReadColumns, MappedColumns } from '#domain/rows/headings.ts'
import { toSharedColumns } from '#domain/rows/shared-columns.ts'
import { findSharedColumns, type FoundColumns, removeSharedColumns, shareColumns } from '#flows/file-columns.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'

export interface ColumnSharing {
  readonly sharedMapping: FoundColumns | undefined
  /** True if the current user has shared this mapping. */
  readonly isSharedByMe: boolean
  readonly canShare: (map: ColumnMap) => boolean
  /** Shares the mapping, or stops sharing it. */
  readonly share: (mapping: MappedColumns, isShared: boolean) => void
}

export function useSharedColumns(rowType: AnyRowType, columns: ReadColumns): ColumnSharing {
  const { data } = useServerQuery('sharedColumns', NO_PARAMS)
  const session = useSession()
  const userId = session?.user.userId
  const sharedMapping = findSharedColumns(rowType, columns, data?.sharedColumns ?? [])
  const isSharedByMe = sharedMapping !== undefined && sharedMapping.sharedByUserID === userId
  const isSharedByOther = sharedMapping !== undefined && !isSharedByMe
  // Only an administrator can replace the columns that another user shares.
  const canReplace = !isSharedByOther || hasPermission(session?.permissions, 'User.write')
  const ownMapping = isSharedByMe ? sharedMapping : undefined
  return {
    sharedMapping,
    isSharedByMe,
    canShare: (map) => {
      const hasStrayAmounts = findStrayAmountColumn(rowType, columns) !== undefined
      const isShareable = toSharedColumns(rowType, columns, map) !== undefined
      return canReplace && !hasStrayAmounts && isShareable
    },
    share({ map }, isShared) {
      if (!isShared) {
        if (ownMapping) void removeSharedColumns(ownMapping)
        return
      }
      const isSharedAlready = ownMapping?.map.join() === map.join()
      if (!isSharedAlready) void shareColumns(rowType, columns, map)
    },
  }
}
