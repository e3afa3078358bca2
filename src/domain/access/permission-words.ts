// What each permission allows, in words for whoever gives it: they follow 'May'.
import { type Permission, permissions } from './permissions.ts'

export const permissionWords: Readonly<Record<Permission, string>> = {
  'User.settings': 'see their own settings and change their own password',
  'User.write': 'add, change, unlock and delete users, and read the audit trail',
  'CardStatement.read': 'find cards, read their details and statements, and write notes',
  'Card.write': 'stop, retire, devalue and activate cards, change PINs, insert and reverse fees, and order cards',
  'Card.order': 'order virtual cards',
  'Card.approve': 'approve and reject virtual card orders of others',
  'Card.produce': 'fetch the files for the card producer, which hold full card numbers',
  'Batch.load': 'upload batches that load cards',
  'Batch.approve': 'approve, reject, schedule and close batches of others',
  'Batch.redeem': 'upload batches that devalue cards or transfer between them',
  'Report.read': 'read and download reports',
  'MerchantSignUp.read': 'see the merchant sign-up',
  'MerchantSignUp.write': 'sign up merchants and make their QR codes',
}

/** The known ones among these texts, in the order of the table. */
export const textsToKnown = (texts: readonly string[]): readonly Permission[] =>
  permissions.filter((permission) => texts.includes(permission))

/** What somebody with these permissions may do, in the order of the table; names that this version does not know are left out. */
export const permissionsToWords = (texts: readonly string[]): readonly string[] =>
  textsToKnown(texts).map((permission) => permissionWords[permission])

/** What of these somebody lacks who has `held`: nobody grants a permission that they do not hold (threats T05). */
export const permissionsBeyond = (held: readonly string[], wanted: readonly string[]): readonly Permission[] =>
  textsToKnown(wanted).filter((permission) => !held.includes(permission))
