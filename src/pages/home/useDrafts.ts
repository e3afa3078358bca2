// The user's unfinished uploads of every kind on this device. Known without a line, since they are nowhere else.
import { useEffect, useState } from 'react'
import { hasPermission, type PermissionMap } from '#domain/access/permissions.ts'
import { uploadKinds } from '#domain/uploads.ts'

export interface DraftSeen {
  /** Where it is gone on with. */
  readonly path: string
  /** What its maker called it; '' where another version of the portal wrote it. */
  readonly name: string
  readonly updatedAt: number
  /** It was sent, and nobody knows yet whether it arrived. */
  readonly isUnknown: boolean
}

/** Newest first, of the kinds that the user may go on with; undefined while they are being read. */
export function useDrafts(ownerUser: string, permissions: PermissionMap): readonly DraftSeen[] | undefined {
  const [drafts, setDrafts] = useState<readonly DraftSeen[]>()
  useEffect(() => {
    let left = false
    const read = async () => {
      const found = await readDrafts(ownerUser, permissions)
      if (!left) setDrafts(found)
    }
    const readWhenShown = () => void read().catch(() => undefined)
    readWhenShown()
    // Another tab may have finished one.
    window.addEventListener('focus', readWhenShown)
    return () => {
      left = true
      window.removeEventListener('focus', readWhenShown)
    }
  }, [ownerUser, permissions])
  return drafts
}

async function readDrafts(ownerUser: string, permissions: PermissionMap): Promise<DraftSeen[]> {
  const kinds = Object.values(uploadKinds).filter(({ permission }) => hasPermission(permissions, permission))
  if (kinds.length === 0) return []
  const { draftPath, listUploadDrafts } = await import('#flows/upload/draft.ts')
  const found = await Promise.all(
    kinds.map(async ({ type }) =>
      (await listUploadDrafts(ownerUser, type)).map(({ id, reference, fileName, updatedAt, step }) => ({
        path: draftPath(type, id),
        name: reference || fileName,
        updatedAt,
        isUnknown: step === 'outcomeUnknown',
      })),
    ),
  )
  return found.flat().toSorted((a, b) => b.updatedAt - a.updatedAt)
}
