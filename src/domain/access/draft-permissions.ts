// The permissions that open the page of drafts: those of the uploads, and the one with which users store merchants on
// the device.
import { uploadTypes } from '../uploads.ts'
import type { Permission } from './permissions.ts'

export const draftPermissions: readonly Permission[] = [
  ...new Set<Permission>([...Object.values(uploadTypes).map(({ permission }) => permission), 'MerchantSignUp.write']),
]
