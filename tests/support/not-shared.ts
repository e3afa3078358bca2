// Columns that no one shares, for tests of other parts of choosing columns.
import type { Sharing } from '#pages/shared/rows/useSharedColumns.ts'

export const notShared: Sharing = { found: undefined, isOwn: false, canShare: () => false, share: () => undefined }
