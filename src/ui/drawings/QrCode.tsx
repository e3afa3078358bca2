// A QR code as one SVG path, drawn in the browser: its content is sent nowhere and no markup is parsed. Always dark on
// white, because scanners need that in both themes.
import { useMemo } from 'react'
import { cx } from '../cx.ts'
import { QR_MARGIN } from '#domain/qr-drawing.ts'
import { textToQr } from './qr.ts'

interface QrCodeProps {
  readonly text: string
  readonly label: string
  /** `sheet` is large enough to be scanned at a counter from paper. */
  readonly variant?: 'screen' | 'sheet'
}

export function QrCode({ text, label, variant = 'screen' }: QrCodeProps) {
  const { size, path } = useMemo(() => textToQr(text), [text])
  const side = size + 2 * QR_MARGIN
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QR_MARGIN} ${-QR_MARGIN} ${side} ${side}`}
      shapeRendering="crispEdges"
      className={cx('rounded-md border border-line', variant === 'screen' ? 'size-44' : 'size-[11cm]')}
    >
      <rect x={-QR_MARGIN} y={-QR_MARGIN} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
