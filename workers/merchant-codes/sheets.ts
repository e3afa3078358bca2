// Counter sheets: pages to be displayed on shop counters, in one PDF with a page for each merchant. A page has the
// client's logo, the merchant's name, QR code and number, in the same layout as the portal's page that prints one
// merchant. The code is drawn as vectors, so that it is sharp on every printer.
import { merchantFields } from '#domain/merchants/entry.ts'
import { modulesToRuns, QR_MARGIN } from '#domain/qr-drawing.ts'
import type { Bytes, SheetsToPrint } from '../exports-api.ts'
import type { FetchFont } from '../pdf/files.ts'
import { addLogo, createPdf } from '../pdf/page.ts'
import { PAGE } from '../pdf/paper.ts'
import { createTextWriter } from '../pdf/text-writer.ts'
import { textToQrModules } from './qr-modules.ts'

const MIDDLE = PAGE.width / 2
const LOGO = { top: 64, size: 21, gap: 8, text: 12 }
/** 11 cm: readable from across a counter. */
const CODE = { top: 152, size: 311.81 }
const NAME_Y = 130
const LABEL_Y = CODE.top + CODE.size + 34
const NUMBER_LABEL = merchantFields.find(({ name }) => name === 'mastercardMerchantID')?.label ?? ''

/** `icon`: the client's logo (PNG). Undefined if the logo could not be loaded. Only the client's name is then shown. */
export async function writeCounterSheets(
  { title, clientName, merchants }: Omit<SheetsToPrint, 'iconUrl'>,
  icon: Uint8Array | undefined,
  fetchFont: FetchFont,
): Promise<Bytes> {
  const pdf = createPdf()
  pdf.setProperties({ title })
  const texts = merchants.flatMap(({ name, number }) => [name, number])
  const writer = await createTextWriter(pdf, new Set([clientName, NUMBER_LABEL, ...texts]), fetchFont)
  const centered = { align: 'center' as const }

  const writeLogo = () => {
    const logoWidth = icon ? LOGO.size + LOGO.gap : 0
    const width = logoWidth + writer.width(clientName, { size: LOGO.text, bold: true })
    const left = MIDDLE - width / 2
    if (icon) addLogo(pdf, icon, { x: left, y: LOGO.top, size: LOGO.size })
    writer.write(clientName, left + logoWidth, LOGO.top + LOGO.size / 2 + LOGO.text / 3, {
      size: LOGO.text,
      bold: true,
    })
  }
  merchants.forEach(({ name, number, text }, index) => {
    if (index > 0) pdf.addPage()
    writeLogo()
    writer.write(name, MIDDLE, NAME_Y, { size: 18, bold: true, ...centered })
    const modules = textToQrModules(text)
    const unit = CODE.size / (modules.size + 2 * QR_MARGIN)
    const left = MIDDLE - CODE.size / 2
    pdf.setDrawColor(215).setLineWidth(0.4).rect(left, CODE.top, CODE.size, CODE.size)
    pdf.setFillColor('#000')
    for (const run of modulesToRuns(modules)) {
      const x = left + (run.x + QR_MARGIN) * unit
      const y = CODE.top + (run.y + QR_MARGIN) * unit
      // With null, the rectangle is only added to the path.
      pdf.rect(x, y, run.width * unit, unit, null)
    }
    // All modules are filled as one path. Otherwise seams would be visible between neighbouring modules.
    pdf.fill()
    writer.write(NUMBER_LABEL, MIDDLE, LABEL_Y, { size: 11, ...centered })
    writer.write(number, MIDDLE, LABEL_Y + 22, { size: 15, bold: true, ...centered })
  })
  return new Uint8Array(pdf.output('arraybuffer'))
}
