// Describes what each permission allows, for the administrator who grants it. On screen, the descriptions complete a
// sentence that begins with 'May'.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { type Permission, permissions } from './permissions.ts'

export const permissionDescriptions = withTexts<Readonly<Record<Permission, string>>>({
  'User.settings': textOf(m.access_changeOwnSettings),
  'User.write': textOf(m.access_administerUsers),
  'CardStatement.read': textOf(m.access_findAndReadCards),
  'Card.reveal': textOf(m.access_revealCards),
  'Card.write': textOf(m.access_actOnCards),
  'Card.order': textOf(m.common_orderVirtualCards),
  'Card.approve': textOf(m.access_approveVirtualOrders),
  'Card.produce': textOf(m.access_fetchProducerFiles),
  'Batch.load': textOf(m.access_uploadLoads),
  'Batch.approve': textOf(m.access_approveBatches),
  'Batch.redeem': textOf(m.access_uploadDevalues),
  'Funding.read': textOf(m.access_seeFundingAccount),
  'Funding.record': textOf(m.access_recordPayments),
  'Funding.confirm': textOf(m.access_confirmPayments),
  'Report.read': textOf(m.access_readAndDownloadReports),
  'MerchantSignUp.read': textOf(m.access_seeMerchantSignUp),
  'MerchantSignUp.write': textOf(m.access_signUpMerchants),
  'Feed.write': textOf(m.access_workOnFeed),
})

/** The permissions by area, in the order of the menu. */
export const permissionAreas = withTexts<
  readonly { readonly label: string; readonly permissions: readonly Permission[] }[]
>([
  { label: textOf(m.common_users), permissions: ['User.settings', 'User.write'] },
  {
    label: textOf(m.common_cardsLabel),
    permissions: ['CardStatement.read', 'Card.reveal', 'Card.write', 'Feed.write'],
  },
  { label: textOf(m.common_batches), permissions: ['Batch.load', 'Batch.redeem', 'Batch.approve'] },
  { label: textOf(m.common_cardOrders), permissions: ['Card.order', 'Card.approve', 'Card.produce'] },
  { label: textOf(m.common_fundingAccount), permissions: ['Funding.read', 'Funding.record', 'Funding.confirm'] },
  { label: textOf(m.common_merchants), permissions: ['MerchantSignUp.read', 'MerchantSignUp.write'] },
  { label: textOf(m.common_reports), permissions: ['Report.read'] },
])

/** The texts that are names of permissions, in the order of the table. */
export const textsToPermissions = (texts: readonly string[]): readonly Permission[] =>
  permissions.filter((permission) => texts.includes(permission))

/**
 * Describes what these permissions allow, in the order of the table. Names that this version does not know are left
 * out.
 */
export const permissionsToDescriptions = (texts: readonly string[]): readonly string[] =>
  textsToPermissions(texts).map((permission) => permissionDescriptions[permission])

/** True if a required permission is not held. Names that this version does not know are ignored. */
export const lacksPermissions = ({
  held,
  required,
}: {
  readonly held: readonly string[]
  readonly required: readonly string[]
}): boolean => textsToPermissions(required).some((permission) => !held.includes(permission))
