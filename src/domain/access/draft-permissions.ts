// The permissions with which users can save drafts on a device: those that open a wizard.
import { uploadKinds } from '../uploads.ts'
import type { Permission } from './permissions.ts'

export const MERCHANT_FILE_PERMISSION: Permission = 'MerchantSignUp.write'

export const draftPermissions: readonly Permission[] = [
  ...new Set([...Object.values(uploadKinds).map(({ permission }) => permission), MERCHANT_FILE_PERMISSION]),
]
