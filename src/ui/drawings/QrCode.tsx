// A QR code as one SVG path. The browser draws it, so its content is sent nowhere, and no markup is parsed. It is black
// on white in both themes, because scanners need that.
import { useMemo } from 'react'
import { cx } from '../cx.ts'
import { QR_MARGIN } from '#domain/qr-drawing.ts'
import { textToQr } from './qr.ts'

interface QrCodeProps {
  readonly text: string
  readonly label: string
  /** 'sheet' is for paper: large enough to be scanned at a counter. */
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
