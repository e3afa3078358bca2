// Draws the modules of a QR code, for screen, picture and paper.

/** The quiet zone on each side that the standard requires, in modules. */
export const QR_MARGIN = 4

/** The error correction level: a code can be read if up to 15 % of it is damaged (ISO/IEC 18004, level M). */
export const QR_CORRECTION = 'M'

/** The modules as the encoder returns them. */
export interface QrModules {
  /** Modules per side, without the quiet zone. */
  readonly size: number
  /** Row by row; every value except 0 is dark. */
  readonly data: ArrayLike<number>
}

/** Adjacent dark modules of one row; positions count from the top left corner. */
export interface QrRun {
  readonly x: number
  readonly y: number
  readonly width: number
}

export function modulesToRuns({ size, data }: QrModules): QrRun[] {
  const runs: QrRun[] = []
  for (let y = 0; y < size; y += 1) {
    let width = 0
    // Also visits the place after the last module, so that a run at the end of the row is closed.
    for (let x = 0; x <= size; x += 1) {
      const isDark = x < size && Boolean(data[y * size + x])
      if (isDark) {
        width += 1
        continue
      }
      if (width > 0) runs.push({ x: x - width, y, width })
      width = 0
    }
  }
  return runs
}

/** SVG path data, starting at 0, with one unit per module. */
export const modulesToPath = (modules: QrModules): string =>
  modulesToRuns(modules)
    .map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`)
    .join('')

/** A picture of 4 cm. It contains no typed text, so nothing has to be escaped. */
export function modulesToSvg(modules: QrModules): string {
  const side = modules.size + 2 * QR_MARGIN
  const box = `${-QR_MARGIN} ${-QR_MARGIN} ${side} ${side}`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="40mm" height="40mm" shape-rendering="crispEdges">` +
    `<rect x="${-QR_MARGIN}" y="${-QR_MARGIN}" width="${side}" height="${side}" fill="#fff"/>` +
    `<path d="${modulesToPath(modules)}" fill="#000"/></svg>\n`
  )
}
