// Sends a file of the bank to the server, which reads it. The same file can be sent again at any time: entries that are
// known add nothing.
import type { Result } from '#contract/operations.ts'
import { bytesToBase64 } from '#services/files/base64.ts'
import { change } from '#services/server/api.ts'
import { refreshQueries } from '#services/server/queries.ts'
import { newRequestId } from '#services/server/request-id.ts'

export type ImportedStatements = Result<'importBankStatement'>['statements']

/** The statements in the file with the result of each, or the sentence that says why nothing was imported. */
export async function importStatement(file: File): Promise<ImportedStatements | string> {
  const base64 = await bytesToBase64(new Uint8Array(await file.arrayBuffer()))
  const response = await change('importBankStatement', { requestId: newRequestId(), fileName: file.name, base64 })
  refreshQueries('bankEntries')
  if (response.ok) return response.result.statements
  const errors = response.kind === 'refused' ? response.errors : undefined
  return errors?.[0]?.message ?? response.text
}
