// Shown once the server has the batch: its number, the submitted figures, and the next steps.
import { m } from '#words/messages.js'
import { CircleCheck } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { capitalise } from '#domain/texts/sentences.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import type { UploadSnapshot } from '#machines/upload.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { InstallOffer } from '#pages/shared/InstallOffer.tsx'
import { ControlCode } from '#pages/shared/ControlCode.tsx'
import { numberToText } from '#words/figures.ts'
import { giveFocus } from '#ui/focus.ts'
import { skippedFacts } from './confirmed-facts.tsx'
import { UploadFunding } from './UploadFunding.tsx'

/** Enough for the submitted batch, which is one of the user's latest batches. */
const LATEST_BATCHES = { limit: 10 }

interface DoneStepProps {
  /** The number of the batch. */
  readonly uploadId: string
  readonly wizard: UploadWizard
  readonly snapshot: UploadSnapshot
  readonly currency: string | undefined
}

export function DoneStep({ uploadId, wizard, snapshot, currency }: DoneStepProps) {
  const { typeInfo } = wizard
  const { context } = snapshot
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => giveFocus(heading.current), [])
  // The figures stored by the server, so that maker and checker can compare them.
  const { data } = useServerQuery('myBatches', LATEST_BATCHES)
  const storedBatch = data?.batchLoads.find((batch) => batch.BATCHLOADFILEID === uploadId)
  const { PROPOSEDDATE: proposedDate, FINGERPRINT: fingerprint } = storedBatch ?? {}
  const shownCurrency = currency ?? storedBatch?.CURRENCY
  const referenceLabel = typeInfo.batch?.label?.text
  const facts: (Fact | false)[] = [
    { label: m.common_batch(), value: <span className="figures">{uploadId}</span> },
    referenceLabel !== undefined && { label: referenceLabel, value: context.options.reference },
    { label: m.common_fileLabel(), value: context.file?.name },
    {
      label: capitalise(typeInfo.noun.many),
      value: <span className="figures">{numberToText(context.figures.valid)}</span>,
    },
    ...skippedFacts(context),
    { label: m.common_amount(), value: <Money cents={context.figures.amountCents} currency={shownCurrency} /> },
    proposedDate ? { label: m.common_proposedFor(), value: <Instant value={proposedDate} /> } : false,
    fingerprint !== undefined && {
      label: m.common_controlCode(),
      value: <ControlCode fingerprint={fingerprint} />,
    },
  ]
  return (
    <>
      <Panel>
        <div className="grid gap-6 py-4">
          <div role="status" className="flex items-start gap-3">
            <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-positive" />
            <div className="grid gap-1">
              <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold text-balance outline-none">
                {typeInfo.submittedMessage}
              </h2>
              <p className="text-muted">{m.upload_batchNeedsApproval({ uploadId })}</p>
            </div>
          </div>
          <Facts facts={facts.filter((fact) => fact !== false)} />
          <UploadFunding typeInfo={typeInfo} context={context} isSubmitted />
          <div className="flex flex-wrap gap-2">
            <Button kind="primary" onClick={() => wizard.actor.send({ type: 'start.over' })}>
              {typeInfo.wizardTexts.startAnother}
            </Button>
            <Button onClick={() => void navigate('/batches/mine')}>{m.upload_seeMyBatches()}</Button>
          </div>
        </div>
      </Panel>
      <InstallOffer />
    </>
  )
}
