// Saves the list of merchants as a file.
import { client } from '#brand/current.ts'
import { merchantFileName, merchantsToTable, type SignedUpMerchant } from '#domain/merchants/list.ts'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { saveFile } from '#services/files/save-file.ts'

export async function saveMerchants(merchants: readonly SignedUpMerchant[]): Promise<void> {
  const { header, rows } = merchantsToTable(merchants)
  const bytes = await exportsWorker.csvOfTexts(header, rows)
  if (bytes) saveFile(merchantFileName('csv', Date.now(), client.timeZone), 'text/csv', bytes)
}
