// Who may do what: 'Area.action' entries in the user's permission map (access §6, batches §6).
import * as say from '#words/domain/access.ts'

export const permissions = [
  'User.settings',
  'User.write',
  'CardStatement.read',
  'Card.write',
  'Card.order',
  'Card.approve',
  // Fetches what the card producer gets, with card numbers in full; beyond the specification.
  'Card.produce',
  'Batch.load',
  'Batch.approve',
  'Batch.redeem',
  'Report.read',
  'MerchantSignUp.read',
  'MerchantSignUp.write',
] as const

export type Permission = (typeof permissions)[number]

/** The wire's map from area name to allowed actions: `{ Batch: ['load', 'approve'] }` (access §3). */
export type PermissionMap = Readonly<Record<string, readonly string[]>>

/** access §2: false as well when the list is missing or empty. */
export function hasPermission(map: PermissionMap | undefined, permission: Permission): boolean {
  const [area = '', action = ''] = permission.split('.')
  return map !== undefined && Object.hasOwn(map, area) && (map[area]?.includes(action) ?? false)
}

/** True where the user has the permission, or one of several. */
export const hasOneOf = (map: PermissionMap | undefined, wanted: Permission | readonly Permission[]): boolean =>
  [wanted].flat().some((permission) => hasPermission(map, permission))

/** The map as a server or the browser's storage gives it: a missing one counts like an empty one, whatever is no list of actions is left out. */
export function readPermissions(given: unknown): PermissionMap {
  if (typeof given !== 'object' || given === null) return {}
  return Object.fromEntries(Object.entries(given).filter(([, actions]) => Array.isArray(actions)))
}

/** A list of permissions as the wire's map. */
export function permissionsToMap(list: readonly Permission[]): Record<string, string[]> {
  const map: Record<string, string[]> = {}
  for (const permission of list) {
    const [area = '', action = ''] = permission.split('.')
    ;(map[area] ??= []).push(action)
  }
  return map
}

/** The wire's map as a list of 'Area.action'. */
export const mapToTexts = (map: PermissionMap): readonly string[] =>
  Object.entries(map).flatMap(([area, actions]) => actions.map((action) => `${area}.${action}`))

/** access §2: what a screen or an operation says to somebody who lacks the permission. */
export const NOT_AUTHORIZED = say.youAreNotAuthorized
