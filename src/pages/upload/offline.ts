// What the wizard says where there is no connection, in each of its steps alike.
import type { UploadKind } from '#domain/uploads.ts'
import * as say from '#words/pages/upload.ts'

export const offlineWords = ({ thing }: Pick<UploadKind, 'thing'>): string => say.youAreOfflineYouCanKeep(thing)
