// Insert Card Fee (/card/insertfee): charges a fee to one card, identified by its number or tracking number. The page
// shows the card before the user charges it.
import { inSentence } from '#words/figures.ts'
import { m } from '#words/messages.js'
import { type FormEvent, useId, useState } from 'react'
import { feeRefusal } from '#domain/cards/actions.ts'
import { identifierTypes, PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { type Cents, cents, centsToText, centsToDecimal, textToCents, decimalToCents } from '#domain/money.ts'
import type { PendingChange } from '#flows/pending-changes/change-types.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { useBlockingChange } from '#flows/pending-changes/store.ts'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { notifyRefusal, PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { useOwnerUser } from '#services/session/session.ts'
import { useToday } from '#services/useToday.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { ErrorSummary } from '#ui/forms/ErrorSummary.tsx'
import { AdjustmentNote } from '#ui/forms/Field.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Segmented } from '#ui/forms/RadioGroup.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { toCardForRules } from './details/card.ts'
import { FeeCardBox } from './fee/FeeCardBox.tsx'
import {
  amountReadings,
  stripSeparators,
  chooseFee,
  chooseReading,
  isAmountChanged,
  EMPTY_FEE,
  type FeeField,
  feeErrors,
  feeForm,
  enterAmount,
  type FeeFormValues,
  defaultCharge,
} from './fee/fee-form.ts'
import { useFeeCard } from './fee/useFeeCard.ts'
import { useSearchEnteredCard } from './search/useSearchEnteredCard.ts'
import { useCallRefusal } from './useCallRefusals.ts'
import { cardName } from './words.ts'

export default function InsertCardFeePage() {
  const ownerUser = useOwnerUser()
  const blockedReason = useCallRefusal('insertCardFee')
  const today = useToday()
  const formId = useId()
  const { state: formValues } = feeForm.use()
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const searchEnteredCard = useSearchEnteredCard()
  const fees = useServerQuery('getFeeTypes', NO_PARAMS)
  const feeTypes = fees.data?.feeTypes ?? []

  const { identifierType } = formValues
  const identifier = stripSeparators(formValues)
  const { label, length } = identifierTypes[identifierType]
  const feeCard = useFeeCard(identifierType, identifier)
  const card = feeCard.state === 'found' ? feeCard.card : undefined
  const isCardUnknown = feeCard.state === 'unknown'
  const fee = feeTypes.find((feeType) => feeType.id === formValues.feeId)
  const defaultCents = defaultCharge(fee)
  const changeForm = (changes: Partial<FeeFormValues>) => {
    feeForm.change(changes)
    setIsSubmitted(false)
    setRefusal(undefined)
  }
  const formErrors = [...feeErrors(formValues)]
  if (isCardUnknown) formErrors.push({ field: 'identifier', text: m.cards_noSuchCard({ label: inSentence(label) }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    setIsDialogOpen(formErrors.length === 0)
  }
  const idOf = (field: FeeField) => `${formId}-${field}`
  const shownErrors = isSubmitted ? formErrors.map(({ field, text }) => ({ fieldId: idOf(field), text })) : []
  const errorAt = (field: FeeField) => shownErrors.find(({ fieldId }) => fieldId === idOf(field))?.text

  const currency = card?.CURRENCY ?? ''
  /** 'SGD 12.50', or '12.50' until the currency of the card is known. */
  const inCurrency = (amount: Cents) => (currency === '' ? centsToText(amount) : `${currency} ${centsToText(amount)}`)
  const parsedAmount = textToCents(formValues.amount)
  const amountCents = typeof parsedAmount === 'number' ? parsedAmount : undefined
  const readings = amountReadings(formValues)
  // If the text has several readings, the user chooses one of them instead.
  const showsAdjustedAmount = isAmountChanged(formValues) && readings.length === 0
  const amountText = amountCents === undefined ? formValues.amount : inCurrency(amountCents)
  const differsFromDefault = defaultCents !== undefined && defaultCents !== amountCents
  const defaultChargeNote = differsFromDefault ? m.cards_defaultCharge({ charge: inCurrency(defaultCents) }) : undefined
  // A preview of the check that the server makes when the request arrives.
  const canCheckFee = card !== undefined && amountCents !== undefined
  const warning = canCheckFee ? feeRefusal(toCardForRules(card, today), amountCents) : undefined
  const name = identifierType === PAN ? cardName(identifier) : m.cards_cardWithTrackingNumber({ identifier })
  const done = m.cards_feeOnCardInserted({ amount: amountText, name })
  const subject = `${identifierType} ${identifier}`
  const pendingChange = useBlockingChange(ownerUser, { kind: 'insertCardFee', subject })
  const params = {
    identifierType,
    identifier,
    amount: amountCents === undefined ? '' : centsToDecimal(amountCents),
    feeId: formValues.feeId,
  }
  /**
   * Clears the form after its own request, and after an earlier request for the same fee. Otherwise the user could charge
   * the card twice. A form with another fee stays as it is. `earlierChange`: undefined for the form's own request.
   */
  const clearForm = (earlierChange: PendingChange | undefined) => {
    const isSameFee = earlierChange === undefined || JSON.stringify(earlierChange.params) === JSON.stringify(params)
    if (!isSameFee) return
    setIsSubmitted(false)
    feeForm.change({ ...EMPTY_FEE, identifierType })
  }
  /** The balance before and after the fee; undefined if the card is unknown or cannot pay the fee. */
  const balanceEffect = () => {
    const availableCents = decimalToCents(card?.FUNDSAVAILABLE ?? '')
    if (availableCents === undefined || amountCents === undefined || warning !== undefined) return undefined
    const remainingCents = cents(availableCents - amountCents)
    return m.cards_availableAfterFee({ before: inCurrency(availableCents), after: inCurrency(remainingCents) })
  }

  const feeEffect = m.cards_insertFeeEffect({ fee: fee?.name ?? m.cards_theFee(), amount: amountText })
  const effectSentences = [feeEffect, balanceEffect()].filter((sentence) => sentence !== undefined)
  const dialogWarnings = [warning, defaultChargeNote].filter((text) => text !== undefined)

  return (
    <Page title={m.common_insertCardFee()} width="narrow" description={m.cards_insertFeeDescription()}>
      <PendingChangeList area="card" hidden={isDialogOpen} onOpenCard={searchEnteredCard} onDone={clearForm} />
      {refusal !== undefined && (
        <Banner kind="critical" title={m.cards_feeNotInserted()} onClose={() => setRefusal(undefined)}>
          {refusal}
        </Banner>
      )}
      <Panel>
        <form onSubmit={submit} noValidate className="grid gap-5">
          <ErrorSummary errors={shownErrors} />
          <Segmented
            label={m.cards_identifierType()}
            labelHidden={false}
            choices={identifierChoices}
            value={identifierType === PAN ? 'pan' : 'trackingNumber'}
            onChange={(value) =>
              changeForm({ identifierType: value === 'pan' ? PAN : TRACKING_NUMBER, identifier: '' })
            }
          />
          <TextField
            id={idOf('identifier')}
            label={label}
            hint={m.cards_lengthDigits({ length })}
            figures
            inputMode="numeric"
            autoComplete="off"
            maxLength={MAX_TYPED_IDENTIFIER}
            value={formValues.identifier}
            error={errorAt('identifier')}
            onChange={(event) => changeForm({ identifier: event.target.value })}
          />
          <FeeCardBox feeCard={feeCard} label={inSentence(label)} />
          <Select
            id={idOf('feeId')}
            label={m.common_feeType()}
            placeholder={m.cards_selectFeeType()}
            value={formValues.feeId}
            options={feeTypes.map((feeType) => ({ value: feeType.id, label: feeType.name }))}
            error={errorAt('feeId') ?? fees.failure?.text}
            onChange={(event) => {
              const chosenFee = feeTypes.find((feeType) => feeType.id === event.target.value)
              changeForm(chooseFee(formValues, chosenFee))
            }}
          />
          <TextField
            id={idOf('amount')}
            label={m.common_amount()}
            hint={
              <>
                <span className="block">
                  {card ? m.cards_amountHintCurrency({ currency: card.CURRENCY }) : m.cards_amountHintCardCurrency()}
                </span>
                {defaultChargeNote !== undefined && <span className="block">{defaultChargeNote}</span>}
                {showsAdjustedAmount && (
                  <AdjustmentNote>
                    {m.cards_amountAdjusted({
                      typed: formValues.typed,
                      hasAmount: amountCents === undefined ? 'no' : 'yes',
                      amount: amountCents === undefined ? '' : amountText,
                    })}
                  </AdjustmentNote>
                )}
                {warning !== undefined && <AdjustmentNote>{warning}</AdjustmentNote>}
              </>
            }
            figures
            inputMode="decimal"
            autoComplete="off"
            value={formValues.amount}
            error={errorAt('amount')}
            onChange={(event) => changeForm(enterAmount(formValues, event.target.value))}
          />
          {readings.length > 0 && (
            <div
              role="group"
              aria-label={m.cards_chooseAmount({ typed: formValues.typed })}
              className="-mt-2 grid gap-2"
            >
              <AdjustmentNote>{m.cards_chooseAmount({ typed: formValues.typed })}</AdjustmentNote>
              <div className="flex flex-wrap gap-2">
                {readings.map((reading) => (
                  <Button key={reading} size="small" onClick={() => changeForm(chooseReading(reading))}>
                    {inCurrency(reading)}
                  </Button>
                ))}
              </div>
            </div>
          )}
          <div>
            <Button type="submit" kind="primary" disabledReason={blockedReason}>
              {m.cards_insertFee()}
            </Button>
          </div>
        </form>
      </Panel>
      {isDialogOpen && amountCents !== undefined && (
        <ChangeDialog
          title={m.cards_confirmInsertFee({ name })}
          effect={
            <>
              {card?.CARDHOLDERNAME && (
                <span className="block font-medium text-text">
                  {m.cards_feeCardholder({ name: card.CARDHOLDERNAME })}
                </span>
              )}
              {effectSentences.join(' ')}
            </>
          }
          confirmLabel={m.cards_insertFeeOf({ amount: amountText })}
          done={done}
          earlier={{ ownerUser, change: pendingChange, onOpenCard: searchEnteredCard }}
          send={() =>
            sendChange(ownerUser, {
              kind: 'insertCardFee',
              params,
              subject,
              done,
              success: m.cards_feeHasBeenInserted(),
              link: { identifierType, identifier },
            })
          }
          onDone={(earlierChange) => {
            setIsDialogOpen(false)
            clearForm(earlierChange)
          }}
          onRefused={(text, earlierChange) => {
            setIsDialogOpen(false)
            if (earlierChange) notifyRefusal(earlierChange, text)
            else setRefusal(text)
          }}
          onClose={() => setIsDialogOpen(false)}
        >
          {dialogWarnings.length === 0 ? undefined : (
            <div className="grid gap-3">
              {dialogWarnings.map((title) => (
                <Banner key={title} kind="warning" title={title} />
              ))}
            </div>
          )}
        </ChangeDialog>
      )}
    </Page>
  )
}

/** Longer than an identifier, for the spaces or hyphens that people type. */
const MAX_TYPED_IDENTIFIER = 30

const identifierChoices = [
  { value: 'pan', label: m.cards_pan() },
  { value: 'trackingNumber', label: m.common_trackingNumber() },
] as const
