// Permissions: 'Area.action' entries in the user's permission map. A new permission needs its name here. The compiler
// then asks for its words. Rules: docs/rules/access.md, "Permissions".

export const permissions = [
  'User.settings',
  'User.write',
  'CardStatement.read',
  // Shows full card numbers and CVVs. Without it, every card number in a response is masked.
  'Card.reveal',
  'Card.write',
  'Card.order',
  'Card.approve',
  // Fetches the files for the card producer, with full card numbers.
  'Card.produce',
  'Batch.load',
  'Batch.approve',
  'Batch.redeem',
  // The funding account: see it, record payments, confirm payments that others recorded.
  'Funding.read',
  'Funding.record',
  'Funding.confirm',
  'Report.read',
  'MerchantSignUp.read',
  'MerchantSignUp.write',
  // Works on the events of the card processor that could not be applied, and uploads its files.
  'Feed.write',
] as const

export type Permission = (typeof permissions)[number]

/** The API's map from area name to allowed actions: `{ Batch: ['load', 'approve'] }`. */
export type PermissionMap = Readonly<Record<string, readonly string[]>>

/** True if the map contains the permission. */
export function hasPermission(map: PermissionMap | undefined, permission: Permission): boolean {
  const [area = '', action = ''] = permission.split('.')
  if (map === undefined || !Object.hasOwn(map, area)) return false
  return map[area]?.includes(action) === true
}

/** True if the user has the required permission. For a list, one of its permissions suffices. */
export function hasAnyPermission(
  map: PermissionMap | undefined,
  required: Permission | readonly Permission[],
): boolean {
  if (typeof required === 'string') return hasPermission(map, required)
  return required.some((permission) => hasPermission(map, permission))
}

/**
 * Parses the map from a server or the browser's storage. A missing map counts as empty. Entries that are no lists of
 * actions are left out.
 */
export function toPermissionMap(value: unknown): PermissionMap {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, actions]) => Array.isArray(actions)))
}

/** A list of permissions as the API's map. */
export function permissionsToMap(list: readonly Permission[]): Record<string, string[]> {
  const map: Record<string, string[]> = {}
  for (const permission of list) {
    const [area = '', action = ''] = permission.split('.')
    map[area] = [...(map[area] ?? []), action]
  }
  return map
}

/** The API's map as a list of 'Area.action'. */
export const permissionMapToTexts = (map: PermissionMap): readonly string[] =>
  Object.entries(map).flatMap(([area, actions]) => actions.map((action) => `${area}.${action}`))
