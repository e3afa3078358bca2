// Counter sheets as one PDF, a page for each merchant: the client's mark, the merchant's name, its QR code and its number, as the page
// prints a single one. The code is drawn, not pictured, so that it is sharp on every printer.
import { jsPDF } from 'jspdf'
import { merchantFields } from '#domain/merchants/entry.ts'
import { modulesToRuns, QR_MARGIN } from '#domain/qr-drawing.ts'
import type { Bytes, SheetsToPrint } from '../exports-api.ts'
import { createPen, type FetchFont } from '../pdf/pen.ts'
import { textToModules } from './modules.ts'

const PAGE = { width: 595.28, height: 841.89 }
const MIDDLE = PAGE.width / 2
const MARK = { top: 64, size: 21, gap: 8, text: 12 }
/** 11 cm: readable from behind a counter. */
const CODE = { top: 152, size: 311.81 }
const NAME_AT = 130
const LABEL_AT = CODE.top + CODE.size + 34
const NUMBER = merchantFields.find(({ name }) => name === 'mastercardMerchantID')?.label ?? ''

/** `icon`: a PNG, or undefined where it cannot be had; the client's name stands there all the same. */
export async function writeCounterSheets(
  { title, mark, merchants }: Omit<SheetsToPrint, 'iconUrl'>,
  icon: Uint8Array | undefined,
  fetchFont: FetchFont,
): Promise<Bytes> {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', compress: true })
  pdf.setProperties({ title })
  const texts = merchants.flatMap(({ name, number }) => [name, number])
  const pen = await createPen(pdf, new Set([mark, NUMBER, ...texts]), fetchFont)
  const centred = { align: 'center' as const }

  const writeMark = () => {
    const beside = icon ? MARK.size + MARK.gap : 0
    const width = beside + pen.width(mark, MARK.text, true)
    const left = MIDDLE - width / 2
    if (icon) pdf.addImage(icon, 'PNG', left, MARK.top, MARK.size, MARK.size, 'mark', 'FAST')
    pen.write(mark, left + beside, MARK.top + MARK.size / 2 + MARK.text / 3, { size: MARK.text, bold: true })
  }
  merchants.forEach(({ name, number, text }, index) => {
    if (index > 0) pdf.addPage()
    writeMark()
    pen.write(name, MIDDLE, NAME_AT, { size: 18, bold: true, ...centred })
    const modules = textToModules(text)
    const unit = CODE.size / (modules.size + 2 * QR_MARGIN)
    const left = MIDDLE - CODE.size / 2
    pen.frame(left, CODE.top, CODE.size, 215)
    pen.squares(modulesToRuns(modules), left + QR_MARGIN * unit, CODE.top + QR_MARGIN * unit, unit)
    pen.write(NUMBER, MIDDLE, LABEL_AT, { size: 11, ...centred })
    pen.write(number, MIDDLE, LABEL_AT + 22, { size: 15, bold: true, ...centred })
  })
  return new Uint8Array(pdf.output('arraybuffer'))
}
