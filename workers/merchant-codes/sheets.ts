// Sheets to display on shop counters, as one PDF with a page for each merchant: the client's logo, the merchant's name,
// QR code and number, in the same layout as the portal's page, which prints one merchant. The code is drawn as vectors,
// so that it is sharp on every printer.
import { merchantFields } from '#domain/merchants/entry.ts'
import { modulesToRuns, QR_MARGIN } from '#domain/qr-drawing.ts'
import type { Bytes, SheetsToPrint } from '../exports-api.ts'
import type { FetchFont } from '../pdf/files.ts'
import { addMark, createPdf } from '../pdf/page.ts'
import { PAGE } from '../pdf/paper.ts'
import { createTextWriter } from '../pdf/text-writer.ts'
import { textToQrModules } from './qr-modules.ts'

const MIDDLE = PAGE.width / 2
const MARK = { top: 64, size: 21, gap: 8, text: 12 }
/** 11 cm: readable from across a counter. */
const CODE = { top: 152, size: 311.81 }
const NAME_AT = 130
const LABEL_AT = CODE.top + CODE.size + 34
const NUMBER = merchantFields.find(({ name }) => name === 'mastercardMerchantID')?.label ?? ''

/** `icon`: a PNG, or undefined if it could not be loaded. The client's name is always shown. */
export async function writeCounterSheets(
  { title, clientName, merchants }: Omit<SheetsToPrint, 'iconUrl'>,
  icon: Uint8Array | undefined,
  fetchFont: FetchFont,
): Promise<Bytes> {
  const pdf = createPdf()
  pdf.setProperties({ title })
  const texts = merchants.flatMap(({ name, number }) => [name, number])
  const writer = await createTextWriter(pdf, new Set([clientName, NUMBER, ...texts]), fetchFont)
  const centred = { align: 'center' as const }

  const writeMark = () => {
    const beside = icon ? MARK.size + MARK.gap : 0
    const width = beside + writer.width(clientName, MARK.text, true)
    const left = MIDDLE - width / 2
    if (icon) addMark(pdf, icon, left, MARK.top, MARK.size)
    writer.write(clientName, left + beside, MARK.top + MARK.size / 2 + MARK.text / 3, { size: MARK.text, bold: true })
  }
  merchants.forEach(({ name, number, text }, index) => {
    if (index > 0) pdf.addPage()
    writeMark()
    writer.write(name, MIDDLE, NAME_AT, { size: 18, bold: true, ...centred })
    const modules = textToQrModules(text)
    const unit = CODE.size / (modules.size + 2 * QR_MARGIN)
    const left = MIDDLE - CODE.size / 2
    pdf.setDrawColor(215).setLineWidth(0.4).rect(left, CODE.top, CODE.size, CODE.size)
    pdf.setFillColor('#000')
    for (const run of modulesToRuns(modules)) {
      const [x, y] = [left + (run.x + QR_MARGIN) * unit, CODE.top + (run.y + QR_MARGIN) * unit]
      pdf.rect(x, y, run.width * unit, unit, null)
    }
    // One path for the whole code, so that no seams show between neighbouring modules.
    pdf.fill()
    writer.write(NUMBER, MIDDLE, LABEL_AT, { size: 11, ...centred })
    writer.write(number, MIDDLE, LABEL_AT + 22, { size: 15, bold: true, ...centred })
  })
  return new Uint8Array(pdf.output('arraybuffer'))
}
