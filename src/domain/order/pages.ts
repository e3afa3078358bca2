// The pages where cards are ordered and activated. The menu does not show them, so Home and My orders lead to them.
import { hasPermission, type PermissionMap } from '#domain/access/permissions.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { orderKinds } from './kinds.ts'

/** The pages that the user can open. */
export const permittedOrderPages = (
  permissions: PermissionMap | undefined,
): readonly { readonly path: string; readonly title: string }[] =>
  [...Object.values(orderKinds), batchKinds.activate]
    .filter(({ permission }) => hasPermission(permissions, permission))
    .map(({ path, title }) => ({ path, title }))
