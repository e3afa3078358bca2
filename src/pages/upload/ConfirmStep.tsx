// Step 3, 'Batch submit': the same figures once more, a reason where these rows were uploaded before, and an honest account
// of the submission: not sent, sent and waiting, or unknown.
import { LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { client } from '#brand/current.ts'
import { counted } from '#domain/units.ts'
import { capital } from '#domain/batch/words.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { centsToText } from '#domain/money.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import type { UploadSnapshot } from '#machines/upload.ts'
import { refuseDuplicateReason } from '#machines/upload-refusals.ts'
import { useConnection } from '#services/connection.ts'
import { newRequestId } from '#services/request-id.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { EarlierUploads } from './EarlierUploads.tsx'
import { UnknownUpload } from './UnknownUpload.tsx'
import { OFFLINE } from './offline.ts'

interface ConfirmStepProps {
  readonly wizard: UploadWizard
  readonly snapshot: UploadSnapshot
  readonly currency: string | undefined
}

export function ConfirmStep({ wizard, snapshot, currency }: ConfirmStepProps) {
  const { actor, kind } = wizard
  const { noun } = kind
  const { context } = snapshot
  const { figures, options, verification } = context
  const { online } = useConnection()
  const reason = context.duplicateReason
  const [isAsked, setIsAsked] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isConfirming = snapshot.matches('confirming')
  const refusal = isAsked ? refuseDuplicateReason(verification, reason) : undefined
  useEffect(() => heading.current?.focus(), [isConfirming])

  const submit = () => {
    setIsAsked(true)
    if (refuseDuplicateReason(verification, reason) === undefined)
      actor.send({
        type: 'submit',
        requestId: newRequestId(),
        at: new Date().toISOString(),
        duplicateReason: reason,
      })
  }
  const money = `${currency === undefined ? '' : `${currency} `}${centsToText(figures.amountCents)}`
  const hasAmount = kind.amount !== 'none'
  const loads = `${figures.valid.toLocaleString('en')} ${figures.valid === 1 ? noun.one : noun.many}`
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
          <Facts
            facts={[
              {
                label: capital(kind.noun.many),
                value: <span className="figures text-lg font-semibold">{figures.valid.toLocaleString('en')}</span>,
              },
              ...(hasAmount
                ? [
                    {
                      label: 'Amount',
                      value: (
                        <span className="text-lg">
                          <Money strong cents={figures.amountCents} {...(currency && { currency })} />
                        </span>
                      ),
                    },
                  ]
                : []),
              ...(client.flags.hideFees || !kind.chargesFee
                ? []
                : [{ label: 'Fee', value: <Money cents={figures.feeCents} {...(currency && { currency })} /> }]),
              ...(kind.label ? [{ label: kind.label.text, value: options.reference }] : []),
              { label: 'File', value: context.file?.name },
              { label: 'Cards named by', value: identifierKinds[options.identifierType].label },
              ...(kind.options.includes('noIdentifierValidation')
                ? [
                    {
                      label: 'Unknown cards',
                      value: options.noIdentifierValidation ? 'Accepted, fail at processing' : 'Not accepted',
                    },
                  ]
                : []),
              ...(kind.offersRetire
                ? [{ label: 'Cards', value: options.retire ? 'Retired with it, for good' : 'Not retired' }]
                : []),
              ...(verification ? [{ label: 'Checked by the host', value: <Instant value={verification.at} /> }] : []),
              ...(figures.removed > 0
                ? [
                    {
                      label: 'Left out',
                      value: `${counted(figures.removed, 'row', 'rows')} removed by you`,
                    },
                  ]
                : []),
            ]}
          />
          {verification && verification.earlierBatches.length > 0 && (
            <EarlierUploads
              batches={verification.earlierBatches}
              reason={reason}
              onReason={isConfirming ? (text) => actor.send({ type: 'reason.changed', reason: text }) : undefined}
              error={refusal}
            />
          )}
          {verification?.earlierBatches.length === 0 && figures.repeated > 0 && (
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
              title={`${figures.copies.toLocaleString('en')} of them name a card that stands here more than once`}
            >
              Each row is carried out. Go back to see which rows they are, and to remove the later ones.
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
          {isConfirming && (
            <div className="flex flex-wrap items-center gap-2">
              <Button
                onClick={() => actor.send({ type: 'back' })}
                disabledReason={wizard.isReadOnly ? ELSEWHERE : undefined}
              >
                Back
              </Button>
              <Button
                kind="primary"
                onClick={submit}
                disabledReason={wizard.isReadOnly ? ELSEWHERE : online ? undefined : OFFLINE}
              >
                Submit {loads}
                {hasAmount && `, ${money}`}
              </Button>
              <p className="text-sm text-muted">Not sent yet.</p>
            </div>
          )}
          {snapshot.matches('submitting') && (
            <p role="status" className="flex items-center gap-2.5 font-medium">
              <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />
              {snapshot.matches({ submitting: 'recording' })
                ? 'Not sent yet: noting the request on this device…'
                : `Sent ${loads}${hasAmount ? `, ${money}` : ''}. Waiting for the answer of the host…`}
            </p>
          )}
        </div>
      </Panel>
      {snapshot.matches('outcomeUnknown') && (
        <UnknownUpload
          wizard={wizard}
          sentAt={context.intent?.sentAt ?? ''}
          barred={wizard.isReadOnly ? ELSEWHERE : undefined}
        />
      )}
    </div>
  )
}
export const ELSEWHERE = 'This batch is open in another tab'
