// The permissions that open the page of drafts: those of the uploads, and the one with which users store merchants on
// the device.
import { uploadKinds } from '../uploads.ts'
import type { Permission } from './permissions.ts'

export const draftPermissions: readonly Permission[] = [
  ...new Set<Permission>([...Object.values(uploadKinds).map(({ permission }) => permission), 'MerchantSignUp.write']),
]
