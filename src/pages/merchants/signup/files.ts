// What leaves Merchant Sign Up: the list as a file (batches §9), and a QR code as a picture for screens and for printers.
import { client } from '#brand/current.ts'
import { merchantFileName, merchantsToTable, type SignedUpMerchant } from '#domain/merchants/list.ts'
import { exportsWorker } from '#services/exports-worker.ts'
import { notify } from '#services/notices.ts'
import { saveFile } from '#services/save-file.ts'
import { QR_MARGIN, textToQr } from '#ui/qr.ts'

export async function saveMerchants(merchants: readonly SignedUpMerchant[]): Promise<void> {
  const { header, rows } = merchantsToTable(merchants)
  const bytes = await exportsWorker.csvOfTexts(header, rows)
  if (bytes) saveFile(merchantFileName(Date.now(), client.timeZone), 'text/csv', bytes)
}

/** Dots of the bitmap for each module: a hand's breadth at 300 dots an inch. */
const DOTS = 24

export async function savePng(merchant: SignedUpMerchant): Promise<void> {
  const { size, path } = textToQr(merchant.qr)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = (size + 2 * QR_MARGIN) * DOTS
  const context = canvas.getContext('2d')
  const blob = context && (await draw(context, path, canvas))
  if (!blob) return void notify({ kind: 'error', text: 'The picture could not be made. Download the SVG instead.' })
  saveFile(`${nameOf(merchant)}.png`, 'image/png', new Uint8Array(await blob.arrayBuffer()))
}

function draw(context: CanvasRenderingContext2D, path: string, canvas: HTMLCanvasElement): Promise<Blob | null> {
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(DOTS, DOTS)
  context.translate(QR_MARGIN, QR_MARGIN)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

export function saveSvg(merchant: SignedUpMerchant): void {
  saveFile(`${nameOf(merchant)}.svg`, 'image/svg+xml', new TextEncoder().encode(textToSvg(merchant.qr)))
}

/** A file of its own, of 4 cm; it holds nothing that was typed, so that nothing in it needs to be escaped. */
export function textToSvg(text: string): string {
  const { size, path } = textToQr(text)
  const side = size + 2 * QR_MARGIN
  const box = `${-QR_MARGIN} ${-QR_MARGIN} ${side} ${side}`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="40mm" height="40mm" shape-rendering="crispEdges">` +
    `<rect x="${-QR_MARGIN}" y="${-QR_MARGIN}" width="${side}" height="${side}" fill="#fff"/><path d="${path}" fill="#000"/></svg>\n`
  )
}

const nameOf = ({ entry }: SignedUpMerchant): string => `merchant-qr-${entry.mastercardMerchantID}`
