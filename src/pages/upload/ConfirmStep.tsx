// The last step, 'Batch submit' or 'Card Order Confirmation': the same figures once more, a reason where these rows were uploaded before, and an honest account
// of the submission: not sent, sent and waiting, or unknown.
import { LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { centsToText } from '#domain/money.ts'
import { DELIVERY_NOTE } from '#domain/order/kinds.ts'
import { counted } from '#words/figures.ts'
import { countOfRows } from '#domain/uploads.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import type { UploadSnapshot } from '#machines/upload.ts'
import { refuseDuplicateReason, refuseNext } from '#machines/upload-refusals.ts'
import { useConnection } from '#services/connection.ts'
import { newRequestId } from '#services/request-id.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Panel } from '#ui/Panel.tsx'
import { batchToFacts, useOrderFacts } from './confirmed-facts.tsx'
import { EarlierUploads } from './EarlierUploads.tsx'
import { UnknownUpload } from './UnknownUpload.tsx'
import { offlineWords } from './offline.ts'
import { elsewhere } from '#pages/shared/rows/words.ts'
import { currencyOf } from './words.ts'

interface ConfirmStepProps {
  readonly wizard: UploadWizard
  readonly snapshot: UploadSnapshot
  readonly currency: string | undefined
}

export function ConfirmStep({ wizard, snapshot, currency }: ConfirmStepProps) {
  const { actor, kind } = wizard
  const { context } = snapshot
  const { figures, verification } = context
  const { online } = useConnection()
  const reason = context.duplicateReason
  const [isAsked, setIsAsked] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isConfirming = snapshot.matches('confirming')
  const refusal = isAsked ? refuseDuplicateReason(kind.type, verification, reason) : undefined
  useEffect(() => heading.current?.focus(), [isConfirming])

  const submit = () => {
    setIsAsked(true)
    if (refuseDuplicateReason(kind.type, verification, reason) === undefined)
      actor.send({
        type: 'submit',
        requestId: newRequestId(),
        at: new Date().toISOString(),
        duplicateReason: reason,
      })
  }
  const shownCurrency = currencyOf(kind, currency)
  const money = `${shownCurrency === undefined ? '' : `${shownCurrency} `}${centsToText(figures.amountCents)}`
  const rows = `${countOfRows(figures.valid, kind)}${kind.hasAmount ? `, ${money}` : ''}`
  const orderFacts = useOrderFacts(kind, context)
  const isElsewhere = wizard.isReadOnly ? elsewhere(kind) : undefined
  return (
    <div className="grid gap-5">
      <Panel
        title={
          <span ref={heading} tabIndex={-1} className="outline-none">
            {isConfirming ? 'Check and submit' : 'Your submission'}
          </span>
        }
      >
        <div className="grid gap-6">
          <Facts facts={kind.order ? orderFacts : batchToFacts(kind, context, currency)} />
          {verification && verification.earlier.length > 0 && (
            <EarlierUploads
              kind={kind}
              earlier={verification.earlier}
              reason={reason}
              onReason={isConfirming ? (text) => actor.send({ type: 'reason.changed', reason: text }) : undefined}
              error={refusal}
            />
          )}
          {verification?.isPartial && verification.earlier.length === 0 && isConfirming && (
            <Banner kind="info" title="Whether they were submitted before is looked at when you submit them">
              The line was slow, so the rows were checked in parts. If they were, you are asked for the reason first.
            </Banner>
          )}
          {verification?.earlier.length === 0 && figures.repeated > 0 && (
            <Banner
              kind="warning"
              title={`${counted(figures.repeated, 'of them stands', 'of them stand')} in another batch too`}
            >
              The same card with the same amount, done there within 5 days or waiting there: both would be carried out.
              Go back to see which rows they are, and to remove them.
            </Banner>
          )}
          {figures.copies > 0 && (
            <Banner
              kind="warning"
              title={
                kind.order
                  ? `${figures.copies.toLocaleString('en')} of them have a customer reference that appears more than once`
                  : `${figures.copies.toLocaleString('en')} of them name a card that stands here more than once`
              }
            >
              {kind.order ? 'Each row is a card of its own.' : 'Each row is carried out.'} Go back to see which rows
              they are, and to remove the later ones.
            </Banner>
          )}
          {figures.wholes > 0 && (
            <Banner
              kind="warning"
              title={`${counted(figures.wholes, 'of them takes', 'of them take')} all that the card holds`}
            >
              The amount is blank there. Go back to see which rows they are, and to enter amounts.
            </Banner>
          )}
          {kind.order && figures.toFix > 0 && isConfirming && (
            <Banner kind="warning" title={`${counted(figures.toFix, 'row', 'rows')} with errors will be left out`}>
              They are not ordered. They stay on this device as a draft, so that you can fix them and order them later.
            </Banner>
          )}
          {kind.order && !snapshot.matches('done') && <Banner kind="info" title={DELIVERY_NOTE} />}
          {isConfirming && (
            <div className="flex flex-wrap items-center gap-2">
              <Button onClick={() => actor.send({ type: 'back' })} disabledReason={isElsewhere}>
                Back
              </Button>
              <Button
                kind="primary"
                onClick={submit}
                disabledReason={isElsewhere ?? refuseNext(context) ?? (online ? undefined : offlineWords(kind))}
              >
                Submit {rows}
              </Button>
              <p className="text-sm text-muted">Not sent yet.</p>
            </div>
          )}
          {snapshot.matches('submitting') && (
            <p role="status" className="flex items-center gap-2.5 font-medium">
              <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />
              {snapshot.matches({ submitting: 'recording' })
                ? 'Not sent yet: noting the request on this device…'
                : `Sent ${rows}. Waiting for the answer of the host…`}
            </p>
          )}
        </div>
      </Panel>
      {snapshot.matches('outcomeUnknown') && (
        <UnknownUpload wizard={wizard} sentAt={context.intent?.sentAt ?? ''} barred={isElsewhere} />
      )}
    </div>
  )
}
