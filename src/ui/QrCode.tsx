// A QR code drawn here, as one path of an SVG: the secret in it goes to nobody, and no markup is parsed (threats T24). Always dark
// on white, since scanners want it so in either theme.
import { create } from 'qrcode'
import { useMemo } from 'react'

// Modules of quiet zone that the standard asks for.
const MARGIN = 4

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => textToPath(text), [text])
  const side = size + 2 * MARGIN
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md border border-line"
    >
      <rect x={-MARGIN} y={-MARGIN} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function textToPath(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const path: string[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (modules.get(row, column)) path.push(`M${column} ${row}h1v1h-1z`)
    }
  }
  return { size, path: path.join('') }
}
