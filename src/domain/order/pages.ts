// The pages where cards are ordered and activated. The menu does not show these pages. Home and My orders lead to them.
import { hasPermission, type PermissionMap } from '#domain/access/permissions.ts'
import { batchTypes } from '#domain/batch/types.ts'
import { orderTypes } from './types.ts'

/** The pages that the user can open. */
export const permittedOrderPages = (
  permissions: PermissionMap | undefined,
): readonly { readonly path: string; readonly title: string }[] =>
  [...Object.values(orderTypes), batchTypes.activate]
    .filter(({ permission }) => hasPermission(permissions, permission))
    .map(({ path, title }) => ({ path, title }))
