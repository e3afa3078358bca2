// The permissions of which any one opens the page of drafts: the permissions for the uploads, and the permission to sign
// up merchants, which are stored on the device.
import { uploadTypes } from '../uploads.ts'
import type { Permission } from './permissions.ts'

export const draftPermissions: readonly Permission[] = [
  ...new Set<Permission>([...Object.values(uploadTypes).map(({ permission }) => permission), 'MerchantSignUp.write']),
]
