// 'Batch verification', or the rows in the first step of an order: the rows that were read, and their errors. The user
// can fix the errors in place. The figures and the button of the next step stay visible above the rows.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { useEffect, useRef } from 'react'
import { messageToText } from '#domain/messages/to-text.ts'
import { client } from '#brand/current.ts'
import type { Cents } from '#domain/money.ts'
import { orderFileToText } from '#domain/order/words.ts'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import type { UploadSnapshot } from '#machines/upload.ts'
import { checkRefusal, lastStepRefusal } from '#machines/upload-refusals.ts'
import { uploadRules } from '#machines/upload-rules.ts'
import { useConnection } from '#services/server/connection.ts'
import { Announcement } from '#ui/Announcement.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { giveFocus, isFocusLost } from '#ui/focus.ts'
import { Money } from '#ui/Money.tsx'
import { SummaryBar, type SummaryFigure } from '#ui/tables/SummaryBar.tsx'
import { showsFeeFigure } from '#pages/shared/fees.ts'
import { useObservable } from '#pages/shared/row-editor/useObservable.ts'
import { CheckProgress } from './CheckProgress.tsx'
import { RepeatedBatchNote } from './RepeatedBatchNote.tsx'
import { FileAssumptions } from '#pages/shared/row-editor/columns/FileAssumptions.tsx'
import { RowsPanel } from '#pages/shared/row-editor/RowsPanel.tsx'
import { epochToTime } from '#pages/shared/row-editor/toolbar/SaveStatus.tsx'
import { useCorrectedFile } from '#pages/shared/row-editor/toolbar/useCorrectedFile.tsx'
import { openElsewhereText } from '#pages/shared/row-editor/words.ts'
import { numberToText } from '#words/figures.ts'
import { fundingOf, UploadFunding } from './UploadFunding.tsx'
import { currencyOf, offlineReason } from './words.ts'

interface ReviewStepProps {
  readonly wizard: UploadWizard
  readonly snapshot: UploadSnapshot
  readonly openRows: OpenRows
}

export function ReviewStep({ wizard, snapshot, openRows }: ReviewStepProps) {
  const { actor, typeInfo } = wizard
  const { rows } = openRows
  const { file, figures, fileToMap, source, verification } = snapshot.context
  const { online } = useConnection()
  const nextButton = useRef<HTMLButtonElement>(null)
  // Moves the focus here if the control that led to this step (file, button or row) has disappeared. A layout effect would
  // make the browser lay out the page in the task that renders the step, so this effect runs after the step was painted.
  useEffect(() => {
    const isFocusOnTitle = document.activeElement?.matches('main h1') === true
    if (isFocusLost() || isFocusOnTitle) giveFocus(nextButton.current)
  }, [])
  const showsDamage = file !== undefined && file.damage.length > 0 && hasDamagedRows(openRows)
  // If the user repaired the rows with the button in the banner, the button has disappeared with the banner.
  useEffect(() => {
    if (!showsDamage && isFocusLost()) giveFocus(nextButton.current)
  }, [showsDamage])
  const progress = useObservable(wizard.checkProgress)
  const isVerifying = snapshot.matches({ reviewing: 'verifying' })
  // The button that starts the check disappears during the check.
  useEffect(() => {
    if (isVerifying && isFocusLost()) giveFocus(nextButton.current)
  }, [isVerifying])
  const isVerified = snapshot.matches({ reviewing: 'verified' })
  const readOnlyReason = wizard.isReadOnly ? openElsewhereText(typeInfo) : undefined

  const offlineText = online ? undefined : offlineReason(typeInfo)
  const checkBlockedReason = readOnlyReason ?? messageToText(checkRefusal(snapshot.context)) ?? offlineText
  // Checked rows that have not changed since need no connection for the next step.
  const isCheckCurrent = isVerified && verification?.contentVersion === figures.contentVersion
  const nextOfflineText = isCheckCurrent ? undefined : offlineText
  const nextBlockedReason = readOnlyReason ?? messageToText(lastStepRefusal(snapshot.context)) ?? nextOfflineText
  // If true, the button of the next step makes the server check all unchecked rows first.
  const { checksBeforeLastStep } = uploadRules[typeInfo.type]
  const areAllRowsChecked = isVerified && figures.unchecked === 0
  const isNextPrimary = checksBeforeLastStep || areAllRowsChecked
  const currency = currencyOf(typeInfo, rows.currency())
  const renderMoney = (amount: Cents) => <Money cents={amount} currency={currency} />
  // Only the server's fee can be hidden, not a fee that is a field of the rows.
  const isFeeHidden = typeInfo.fee === 'server' && !showsFeeFigure(figures.feeCents)
  const showsFee = typeInfo.fee !== 'none' && !isFeeHidden
  const funding = fundingOf(snapshot.context)
  // If the user has since chosen another file that could not be read, `source` is that file.
  const isSourceOfRows = source !== undefined && source.file.name === file?.name
  const resultText = isVerifying ? '' : resultToText(snapshot)
  // An order has its rows in the first step, so this step has no step before it.
  const isFirstStep = uploadRules[typeInfo.type].steps.reviewing === 0
  const summaryFigures: (SummaryFigure | false)[] = [
    { label: m.common_rows(), value: numberToText(figures.rows) },
    { label: m.common_valid(), value: numberToText(figures.valid) },
    {
      label: m.common_toFix(),
      value: numberToText(figures.toFix),
      tone: figures.toFix > 0 ? 'critical' : undefined,
    },
    figures.skipped > 0 && { label: m.upload_alreadyAtTarget(), value: numberToText(figures.skipped) },
    typeInfo.hasAmount && {
      label: typeInfo.order ? m.common_loadAmount() : m.common_amount(),
      value: renderMoney(figures.amountCents),
    },
    showsFee && {
      label: typeInfo.order ? m.upload_orderFee() : m.common_fee(),
      value: renderMoney(figures.feeCents),
      isMinor: true,
    },
    funding !== undefined && {
      label: m.common_fundingAccount(),
      value: renderMoney(funding.balanceCents),
      isMinor: true,
    },
    {
      label: m.upload_serverCheck(),
      value: <span className="font-normal">{serverCheckText(snapshot)}</span>,
      isMinor: true,
    },
  ]
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <Announcement text={resultText} occasion={`${verification?.at} ${resultText}`} />
      <SummaryBar
        label={m.upload_figuresOf({ subject: typeInfo.itemName })}
        sticky
        dense
        figures={summaryFigures.filter((figure) => figure !== false)}
        actions={
          isVerifying ? (
            <>
              <Button key="back" onClick={() => actor.send({ type: 'cancel' })}>
                {m.common_cancel()}
              </Button>
              {/* This button becomes the button of the next step and keeps the focus, because both have the same key. */}
              <Button key="next" ref={nextButton} kind="primary" pending>
                {m.upload_checkingRows({ checkable: figures.checkable })}
              </Button>
            </>
          ) : (
            <>
              <Button
                key="back"
                onClick={() => actor.send({ type: isFirstStep ? 'start.over' : 'back' })}
                disabledReason={readOnlyReason}
              >
                {isFirstStep ? m.upload_saveForLater() : m.upload_back()}
              </Button>
              <Button
                key="check"
                kind={isNextPrimary ? 'secondary' : 'primary'}
                onClick={() => actor.send({ type: 'check' })}
                disabledReason={checkBlockedReason}
              >
                {verification ? m.common_checkAgain() : m.upload_checkRowsButton()}
              </Button>
              <Button
                key="next"
                ref={nextButton}
                kind={isNextPrimary ? 'primary' : 'secondary'}
                onClick={() => actor.send({ type: 'next' })}
                disabledReason={nextBlockedReason}
              >
                {isFirstStep ? m.common_next() : m.common_continue()}
              </Button>
            </>
          )
        }
      />
      {isVerifying && <CheckProgress progress={progress ?? initialProgress(figures.checkable)} />}
      {/* The notes are side by side, since each line above the rows leaves space for one row less. */}
      <div className="flex flex-wrap items-start gap-3 empty:hidden *:min-w-[min(100%,20rem)] *:flex-1">
        {typeInfo.order && (
          <h2 className="self-center font-semibold sm:flex-none!">
            {orderFileToText(figures, client.orderCurrencySymbol)}
          </h2>
        )}
        {!isVerifying && <UploadFunding typeInfo={typeInfo} context={snapshot.context} startsCollapsed />}
        {file && showsDamage && (
          <Banner kind="warning" startsCollapsed title={m.upload_spreadsheetChangedCards()}>
            {file.damage.map((message, index) => (
              <p key={index}>{messageToText(message)}</p>
            ))}
            {!wizard.isReadOnly && <CorrectedFileButton wizard={wizard} openRows={openRows} />}
          </Banner>
        )}
        {file?.repeats && <RepeatedBatchNote repeats={file.repeats} />}
        <FileAssumptions
          assumed={file?.assumed}
          openRows={openRows}
          source={isSourceOfRows ? source : undefined}
          onRead={(settings) => actor.send({ type: 'file.read.again', settings })}
          onColumns={fileToMap && (() => actor.send({ type: 'columns.change' }))}
          isReadOnly={wizard.isReadOnly}
        />
      </div>
      <RowsPanel
        model={wizard}
        openRows={openRows}
        figures={figures}
        fileName={file?.name ?? ''}
        assumed={file?.assumed}
        checkedAt={verification?.at}
        acceptsPaste={!isVerifying}
        currency={currency}
        showsFee={typeInfo.fee === 'server' && !client.flags.hideFees}
      />
      {file && file.facts.length > 0 && (
        <p className="text-sm text-muted">
          <span className="font-medium text-text wrap-anywhere">{file.name}</span>:{' '}
          {file.facts.map((message) => messageToText(message)).join(' · ')}
        </p>
      )}
      {fileToMap && (
        <p>
          <Button size="small" onClick={() => wizard.actor.send({ type: 'columns.change' })}>
            {m.rows_changeColumns()}
          </Button>
        </p>
      )}
    </div>
  )
}

/** Shown until the check starts, since progress that appears later would move the rows. */
const initialProgress = (total: number) => ({ done: 0, total, speed: undefined, waitsFor: undefined })

/** The figures as a sentence, for screen readers. */
function resultToText(snapshot: UploadSnapshot): string {
  const { rows, toFix, skipped, unchecked } = snapshot.context.figures
  if (rows === 0) return ''
  const validity = toFix > 0 ? m.upload_rowsToFix({ toFix, rows }) : validRowsText(snapshot)
  const result = commas([validity, skipped > 0 ? m.batches_cardsAreAtTarget({ count: skipped }) : undefined])
  const isChecked = snapshot.matches({ reviewing: 'verified' }) && unchecked === 0
  return isChecked ? m.upload_checkFinished({ result }) : result
}

function validRowsText({ context: { figures } }: UploadSnapshot): string | undefined {
  if (figures.skipped === 0) return m.upload_allRowsValid({ rows: figures.rows })
  return figures.valid > 0 ? m.upload_rowsValid({ rows: figures.valid }) : undefined
}

function serverCheckText({ context }: UploadSnapshot): string {
  const { verification, figures } = context
  const { checkable, unchecked } = figures
  if (verification) {
    const at = epochToTime(Date.parse(verification.at))
    return unchecked === 0 ? at : m.upload_changedSince({ at, unchecked })
  }
  const answered = checkable - unchecked
  return answered === 0 ? m.common_notYet() : m.upload_answeredOfCheckable({ answered, checkable })
}

/** The findings of card numbers that a spreadsheet rounded or shortened. */
const damageCodes: ReadonlySet<string> = new Set(['identifierDamaged', 'identifierLength'])

/** False once the user has removed or corrected the damaged rows. */
const hasDamagedRows = ({ rows }: OpenRows): boolean =>
  rows.reasons().some(({ finding }) => damageCodes.has(finding.code))

function CorrectedFileButton({ wizard, openRows }: { readonly wizard: UploadWizard; readonly openRows: OpenRows }) {
  const correctedFile = useCorrectedFile(wizard, openRows)
  return (
    <p className="pt-1.5">
      <Button size="small" onClick={correctedFile.choose}>
        {m.rows_uploadCorrectedFile()}
      </Button>
      {correctedFile.elements}
    </p>
  )
}
