// Describes what each permission allows, for the administrator who grants it. On screen, the descriptions complete a
// sentence that begins with 'May'.
import { m } from '#words/messages.js'
import { type Permission, permissions } from './permissions.ts'

export const permissionDescriptions: Readonly<Record<Permission, string>> = {
  get 'User.settings'() {
    return m.access_changeOwnSettings()
  },
  get 'User.write'() {
    return m.access_administerUsers()
  },
  get 'CardStatement.read'() {
    return m.access_findAndReadCards()
  },
  get 'Card.write'() {
    return m.access_actOnCards()
  },
  get 'Card.order'() {
    return m.common_orderVirtualCards()
  },
  get 'Card.approve'() {
    return m.access_approveVirtualOrders()
  },
  get 'Card.produce'() {
    return m.access_fetchProducerFiles()
  },
  get 'Batch.load'() {
    return m.access_uploadLoads()
  },
  get 'Batch.approve'() {
    return m.access_approveBatches()
  },
  get 'Batch.redeem'() {
    return m.access_uploadDevalues()
  },
  get 'Funding.read'() {
    return m.access_seeFundingAccount()
  },
  get 'Funding.record'() {
    return m.access_recordPayments()
  },
  get 'Funding.confirm'() {
    return m.access_confirmPayments()
  },
  get 'Report.read'() {
    return m.access_readAndDownloadReports()
  },
  get 'MerchantSignUp.read'() {
    return m.access_seeMerchantSignUp()
  },
  get 'MerchantSignUp.write'() {
    return m.access_signUpMerchants()
  },
}

/** The permissions by area, in the order of the menu. */
export const permissionAreas: readonly { readonly label: string; readonly permissions: readonly Permission[] }[] = [
  {
    get label() {
      return m.common_users()
    },
    permissions: ['User.settings', 'User.write'],
  },
  {
    get label() {
      return m.common_cardsLabel()
    },
    permissions: ['CardStatement.read', 'Card.write'],
  },
  {
    get label() {
      return m.common_batches()
    },
    permissions: ['Batch.load', 'Batch.redeem', 'Batch.approve'],
  },
  {
    get label() {
      return m.common_cardOrders()
    },
    permissions: ['Card.order', 'Card.approve', 'Card.produce'],
  },
  {
    get label() {
      return m.common_fundingAccount()
    },
    permissions: ['Funding.read', 'Funding.record', 'Funding.confirm'],
  },
  {
    get label() {
      return m.common_merchants()
    },
    permissions: ['MerchantSignUp.read', 'MerchantSignUp.write'],
  },
  {
    get label() {
      return m.common_reports()
    },
    permissions: ['Report.read'],
  },
]

/** The texts that are known permissions, in the order of the table. */
export const textsToPermissions = (texts: readonly string[]): readonly Permission[] =>
  permissions.filter((permission) => texts.includes(permission))

/**
 * Describes what these permissions allow, in the order of the table. Names that this version does not know are left
 * out.
 */
export const permissionsToDescriptions = (texts: readonly string[]): readonly string[] =>
  textsToPermissions(texts).map((permission) => permissionDescriptions[permission])

/** The required permissions that a user does not have: no one can grant a permission that they do not have. */
export const missingPermissions = (
  userPermissions: readonly string[],
  required: readonly string[],
): readonly Permission[] => textsToPermissions(required).filter((permission) => !userPermissions.includes(permission))
