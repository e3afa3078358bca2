// What the wizard says where there is no connection, in each of its steps alike.
import type { UploadKind } from '#domain/uploads.ts'

export const offlineWords = ({ thing }: Pick<UploadKind, 'thing'>): string =>
  `You are offline. You can keep editing, and the ${thing} is kept here; checking and submitting resume when you are back online.`
