// Sends a file of the card processor's events to the server, which checks the file. The same file can be sent again at
// any time: the list of files has only one entry for it.
import { bytesToBase64 } from '#services/files/base64.ts'
import { change } from '#services/server/api.ts'
import { refreshQueries } from '#services/server/queries.ts'
import { newRequestId } from '#services/server/request-id.ts'

/** The id of the file's entry, or the sentence that says why nothing was stored. */
export async function uploadEvents(
  source: string,
  file: File,
): Promise<{ readonly fileId: string } | { readonly refusal: string }> {
  const base64 = await bytesToBase64(new Uint8Array(await file.arrayBuffer()))
  const response = await change('uploadFeedFile', { requestId: newRequestId(), source, fileName: file.name, base64 })
  refreshQueries('feedFiles')
  if (response.ok) return { fileId: response.result.fileId }
  const errors = response.kind === 'refused' ? response.errors : undefined
  return { refusal: errors?.[0]?.message ?? response.text }
}
