// Saves a draft as a csv file that the user can upload again. If this version of the portal can open the draft, the file
// is the user's own file with a verdict for each row. Otherwise the file has only the rows.
import type { Draft } from '#flows/drafts/drafts.ts'
import { openUploadDraft } from '#flows/upload/draft.ts'
import { draftToTable } from '#pages/shared/row-editor/draft-to-table.ts'
import { saveOwnFile } from '#pages/shared/row-editor/toolbar/saveOwnFile.ts'
import { saveTable } from '#pages/shared/saveTable.ts'
import { cipherOf } from '#storage/drafts.ts'

/** Returns false if there was nothing to save. */
export async function saveDraftFile(ownerUser: string, { id, type, fileName, title }: Draft): Promise<boolean> {
  const cipher = await cipherOf(ownerUser)
  if (!cipher) return false
  const openedDraft = await openUploadDraft(cipher, type, id)
  if (!openedDraft) return false
  const name = fileName || title || 'draft'
  const isReadable = 'rows' in openedDraft
  if (isReadable) {
    await saveOwnFile(openedDraft, { fileName: name, extension: 'csv' })
    return true
  }
  if (openedDraft.table.length === 0) return false
  await saveTable(name.replace(/\.(csv|xlsx?)$/i, ''), 'csv', draftToTable(openedDraft.table, type))
  return true
}
