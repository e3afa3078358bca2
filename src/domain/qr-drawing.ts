// The modules of a QR code as a drawing, for screen, picture and paper.

/** Modules of quiet zone that the standard asks for on each side. */
export const QR_MARGIN = 4

/** How much of a code may be unreadable: 15 % (ISO/IEC 18004, level M). */
export const QR_CORRECTION = 'M'

/** The modules as the encoder gives them. */
export interface QrModules {
  /** Of one side, without the quiet zone. */
  readonly size: number
  /** Dark where it is not 0, row by row. */
  readonly data: ArrayLike<number>
}

/** Adjacent dark modules of one row, in modules from the top left corner. */
export interface QrRun {
  readonly x: number
  readonly y: number
  readonly width: number
}

export function modulesToRuns({ size, data }: QrModules): QrRun[] {
  const runs: QrRun[] = []
  for (let y = 0; y < size; y += 1) {
    let width = 0
    for (let x = 0; x <= size; x += 1) {
      if (x < size && data[y * size + x]) width += 1
      else if (width > 0) {
        runs.push({ x: x - width, y, width })
        width = 0
      }
    }
  }
  return runs
}

/** SVG path data, one unit a module, from 0. */
export const modulesToPath = (modules: QrModules): string =>
  modulesToRuns(modules)
    .map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`)
    .join('')

/** A picture of 4 cm; it contains no typed text, so nothing needs escaping. */
export function modulesToSvg(modules: QrModules): string {
  const side = modules.size + 2 * QR_MARGIN
  const box = `${-QR_MARGIN} ${-QR_MARGIN} ${side} ${side}`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="40mm" height="40mm" shape-rendering="crispEdges">` +
    `<rect x="${-QR_MARGIN}" y="${-QR_MARGIN}" width="${side}" height="${side}" fill="#fff"/>` +
    `<path d="${modulesToPath(modules)}" fill="#000"/></svg>\n`
  )
}
