// Columns that no one shares, for tests of other parts of choosing columns.
import type { ColumnSharing } from '#pages/shared/row-editor/columns/useSharedColumns.ts'

export const notShared: ColumnSharing = {
  sharedMapping: undefined,
  isSharedByMe: false,
  canShare: () => false,
  share: () => undefined,
}
