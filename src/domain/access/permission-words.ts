// Describes what each permission allows, in words for the administrator who grants it. The words follow 'May'.
import { type Permission, permissions } from './permissions.ts'
import * as say from '#words/domain/access/permissions.ts'

export const permissionWords: Readonly<Record<Permission, string>> = {
  'User.settings': say.changeOwnSettings,
  'User.write': say.administerUsers,
  'CardStatement.read': say.findCardsReadTheirDetails,
  'Card.write': say.actOnCards,
  'Card.order': say.orderVirtualCards,
  'Card.approve': say.approveVirtualOrders,
  'Card.produce': say.fetchProducerFiles,
  'Batch.load': say.uploadBatchesThatLoadCards,
  'Batch.approve': say.approveBatches,
  'Batch.redeem': say.uploadDevalues,
  'Report.read': say.readAndDownloadReports,
  'MerchantSignUp.read': say.seeMerchantSignUp,
  'MerchantSignUp.write': say.signUpMerchantsAndMake,
}

/** The permissions by area, in the order of the menu. */
export const permissionAreas: readonly { readonly label: string; readonly permissions: readonly Permission[] }[] = [
  { label: say.users, permissions: ['User.settings', 'User.write'] },
  { label: say.cards, permissions: ['CardStatement.read', 'Card.write'] },
  { label: say.batches, permissions: ['Batch.load', 'Batch.redeem', 'Batch.approve'] },
  { label: say.cardOrders, permissions: ['Card.order', 'Card.approve', 'Card.produce'] },
  { label: say.merchants, permissions: ['MerchantSignUp.read', 'MerchantSignUp.write'] },
  { label: say.reports, permissions: ['Report.read'] },
]

/** The known permissions among these texts, in the order of the table. */
export const textsToKnown = (texts: readonly string[]): readonly Permission[] =>
  permissions.filter((permission) => texts.includes(permission))

/**
 * Describes what these permissions allow, in the order of the table. Names that this version does not know are left
 * out.
 */
export const permissionsToWords = (texts: readonly string[]): readonly string[] =>
  textsToKnown(texts).map((permission) => permissionWords[permission])

/** The required permissions that are not in `held`: no one can grant a permission that they do not have. */
export const permissionsBeyond = (held: readonly string[], required: readonly string[]): readonly Permission[] =>
  textsToKnown(required).filter((permission) => !held.includes(permission))
