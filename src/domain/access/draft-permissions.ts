// Any one of these permissions opens the page of drafts: a permission for an upload, or the permission to sign up
// merchants. The device stores the drafts of both.
import { uploadTypes } from '../uploads.ts'
import type { Permission } from './permissions.ts'

export const draftPermissions: readonly Permission[] = [
  ...new Set<Permission>([...Object.values(uploadTypes).map(({ permission }) => permission), 'MerchantSignUp.write']),
]
