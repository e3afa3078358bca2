// Under which name the drafts of a kind of upload lie on the device: 'batch.load', 'order.virtual'.
import { uploadKinds, type UploadType, uploadTypes } from '#domain/uploads.ts'

export const draftKindOf = (type: UploadType): string => `${uploadKinds[type].order ? 'order' : 'batch'}.${type}`

/** Undefined for drafts of something else. */
export const draftKindToType = (kind: string): UploadType | undefined =>
  uploadTypes.find((type) => draftKindOf(type) === kind)
