// One merchant's QR code: picture, text, files and counter sheet.
import { m } from '#words/messages.js'
import { Download, Printer, QrCode as QrIcon } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { SignedUpMerchant } from '#domain/merchants/list.ts'
import { MAX_QR_CITY } from '#domain/merchants/qr.ts'
import { BrandMark } from '#ui/BrandMark.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { CopyButton } from '#ui/buttons/CopyButton.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import { QrCode } from '#ui/drawings/QrCode.tsx'
import { savePicture } from './files.ts'
import { giveFocus } from '#ui/focus.ts'
import { cityCutNote } from './words.ts'

interface MerchantCodeProps {
  readonly merchant: SignedUpMerchant | undefined
  /** How many times the user asked for a code. The page scrolls to the code at each change. */
  readonly timesShown: number
}

export function MerchantCode({ merchant, timesShown }: MerchantCodeProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (timesShown === 0) return
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    box.current?.scrollIntoView?.({ block: 'nearest', behavior: prefersReducedMotion ? 'auto' : 'smooth' })
    giveFocus(box.current, { preventScroll: true })
  }, [timesShown])
  if (!merchant)
    return (
      <Panel title={m.merchants_qrCode()}>
        <EmptyState icon={QrIcon} title={m.merchants_noQrCodeYet()}>
          {m.merchants_noQrCodeHint()}
        </EmptyState>
      </Panel>
    )
  const { entry, qr } = merchant
  const name = m.merchants_qrCodeOf({
    merchantName: entry.merchantName,
    mastercardMerchantID: entry.mastercardMerchantID,
  })
  return (
    <div>
      <Panel title={m.merchants_qrCode()} className="no-print">
        <div ref={box} tabIndex={-1} className="grid justify-items-center gap-4 focus:outline-none">
          <div className="grid justify-items-center text-center">
            <p className="text-lg font-semibold text-balance">{entry.merchantName}</p>
            <p className="figures text-muted">{entry.mastercardMerchantID}</p>
            <p className="text-muted">{entry.merchantCity}</p>
          </div>
          <QrCode text={qr} label={name} />
          <div className="flex flex-wrap justify-center gap-2">
            <Button size="small" icon={<Download aria-hidden />} onClick={() => void savePicture(merchant, 'png')}>
              {m.merchants_png()}
            </Button>
            <Button size="small" icon={<Download aria-hidden />} onClick={() => void savePicture(merchant, 'svg')}>
              {m.merchants_svg()}
            </Button>
            <Button size="small" icon={<Printer aria-hidden />} onClick={() => window.print()}>
              {m.merchants_printCounterSheet()}
            </Button>
          </div>
          <div className="flex w-full items-start gap-2 rounded-md bg-sunken py-1 pe-1 ps-3">
            <p className="min-w-0 flex-1 py-1 font-mono text-sm break-all">{qr}</p>
            <CopyButton value={qr} name={m.merchants_textOfQrCode()} />
          </div>
          {entry.merchantCity.length > MAX_QR_CITY && (
            <p className="text-sm text-muted">{cityCutNote(entry.merchantCity)}</p>
          )}
        </div>
      </Panel>
      <CounterSheet merchant={merchant} />
    </div>
  )
}

/** The only part of the page that is printed. */
function CounterSheet({ merchant: { entry, qr } }: { readonly merchant: SignedUpMerchant }) {
  return (
    <div aria-hidden className="prints-alone hidden justify-items-center gap-8 pt-16 text-center print:grid">
      <BrandMark />
      <p className="text-xl font-semibold text-balance">{entry.merchantName}</p>
      <QrCode text={qr} label={m.merchants_qrCode()} variant="sheet" />
      <div className="grid gap-1">
        <p>{m.merchants_merchantNumber()}</p>
        <p className="figures text-lg font-semibold">{entry.mastercardMerchantID}</p>
      </div>
    </div>
  )
}
