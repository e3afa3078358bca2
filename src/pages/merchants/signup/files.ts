// The files of Merchant Sign Up with QR codes: pictures for screen and print, and counter sheets.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { merchantFileName, pictureNames, type SignedUpMerchant } from '#domain/merchants/list.ts'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { saveFile } from '#services/files/save-file.ts'

const currentFileName = (extension: 'pdf' | 'zip') => merchantFileName(extension, Date.now(), client.timeZone)

/** A PDF with one counter sheet per merchant. */
export async function saveSheets(merchants: readonly SignedUpMerchant[]): Promise<void> {
  const bytes = await exportsWorker.counterSheets({
    title: m.merchants_qrCodesOfMerchants(),
    clientName: client.name,
    iconUrl: `${client.basePath}icons/icon-192.png`,
    merchants: merchants.map(({ entry, qr }) => ({
      name: entry.merchantName,
      number: entry.mastercardMerchantID,
      text: qr,
    })),
  })
  if (bytes) saveFile(currentFileName('pdf'), 'application/pdf', bytes)
}

/** A zip with each code as PNG and SVG. */
export async function savePictures(merchants: readonly SignedUpMerchant[]): Promise<void> {
  const names = pictureNames(merchants)
  const codes = merchants.map(({ qr }, index) => ({ name: names[index] ?? String(index + 1), text: qr }))
  const bytes = await exportsWorker.pictures(codes)
  if (bytes) saveFile(currentFileName('zip'), 'application/zip', bytes)
}

export async function savePicture({ entry, qr }: SignedUpMerchant, format: 'png' | 'svg'): Promise<void> {
  const bytes = await exportsWorker.picture(qr, format)
  const type = format === 'png' ? 'image/png' : 'image/svg+xml'
  if (bytes) saveFile(`merchant-qr-${entry.mastercardMerchantID}.${format}`, type, bytes)
}
