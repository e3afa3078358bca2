// Insert Card Fee (/card/insertfee, cards §2): a fee on one card, named by its number or its tracking number.
import { type FormEvent, useId, useState } from 'react'
import { type IdentifierType, identifierKinds, PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { stripAmountInput } from '#domain/cards/statement.ts'
import { cents, centsToText, centsToWire, MAX_AMOUNT_CENTS, textToCents, wireToCents } from '#domain/money.ts'
import { createKeptState } from '#flows/kept-state.ts'
import type { Unanswered } from '#flows/unanswered/kinds.ts'
import { carryOut } from '#flows/unanswered/send.ts'
import { useEarlier } from '#flows/unanswered/store.ts'
import { tellRefusal, UnansweredList } from '#pages/shared/unanswered/UnansweredList.tsx'
import { OFFLINE_REASON, useConnection } from '#services/connection.ts'
import { useAsk } from '#services/queries.ts'
import { ownerUserOf, useSession } from '#services/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ErrorSummary, type FormError } from '#ui/ErrorSummary.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Segmented } from '#ui/RadioGroup.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ChangeDialog } from '#pages/shared/unanswered/ChangeDialog.tsx'
import * as say from '#words/pages/cards.ts'
import { useLookAtTyped } from './search/useLookAtTyped.ts'
import { cardName } from './words.ts'

/** cards §8. */
const FAILED = say.feeNotInserted
const INSERTED = say.feeHasBeenInserted
const TOO_LARGE = say.enterAmountOfAtMost(centsToText(cents(MAX_AMOUNT_CENTS)))

const EMPTY: TypedFee = { identifierType: PAN, identifier: '', amount: '', feeId: '' }

interface TypedFee {
  readonly identifierType: IdentifierType
  readonly identifier: string
  readonly amount: string
  readonly feeId: string
}
// Sealed on this device: a reload loses nothing of it, and it holds a card number.
const feeForm = createKeptState('insert-fee', EMPTY, readTyped)

export default function InsertCardFeePage() {
  const session = useSession()
  const ownerUser = session ? ownerUserOf(session) : ''
  const { online } = useConnection()
  const id = useId()
  const { state: typed } = feeForm.use()
  const { identifierType } = typed
  const [errors, setErrors] = useState<readonly FormError[]>([])
  const [asking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const onFind = useLookAtTyped()
  const fees = useAsk('getFeeTypes', {})
  const feeTypes = fees.data?.feeTypes ?? []

  const identifier = typed.identifier.replace(/[\s-]/g, '')
  const { label, length } = identifierKinds[identifierType]
  const fee = feeTypes.find((each) => each.id === typed.feeId)
  const change = (next: Partial<TypedFee>) => {
    feeForm.change(next)
    setErrors([])
    setRefusal(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = errorsOf(id, identifierType, identifier, typed)
    setErrors(found)
    setAsking(found.length === 0)
  }
  const errorAt = (field: string) => errors.find(({ fieldId }) => fieldId === `${id}-${field}`)?.text
  // The fields are found right before it is asked.
  const amountCents = textToCents(typed.amount)
  const amount = typeof amountCents === 'number' ? centsToText(amountCents) : typed.amount
  const name = identifierType === PAN ? cardName(identifier) : say.cardWithTrackingNumber(identifier)
  const done = say.feeOfOnWasInserted(amount, name)
  const thing = `${identifierType} ${identifier}`
  const unanswered = useEarlier(ownerUser, { kind: 'insertCardFee', thing })
  const params = {
    identifierType,
    identifier,
    amount: typeof amountCents === 'number' ? centsToWire(amountCents) : '',
    feeId: typed.feeId,
  }
  // A fee that was asked for again is done as well: left in the form, it would be charged twice.
  const clear = (again: Unanswered | undefined) => {
    if (!again || JSON.stringify(again.params) === JSON.stringify(params)) feeForm.change({ ...EMPTY, identifierType })
  }

  return (
    <Page title={say.insertCardFee} width="narrow" description={say.takesFeeOffOneCard}>
      <UnansweredList area="card" ownerUser={ownerUser} hidden={asking} onFind={onFind} onDone={clear} />
      {refusal !== undefined && (
        <Banner kind="critical" title={FAILED} onClose={() => setRefusal(undefined)}>
          {refusal}
        </Banner>
      )}
      <Panel>
        <form onSubmit={submit} noValidate className="grid gap-5">
          <ErrorSummary errors={errors} />
          <Segmented
            label={say.identifierType}
            labelHidden={false}
            choices={identifierChoices}
            value={String(identifierType)}
            onChange={(value) => change({ identifierType: value === '1' ? PAN : TRACKING_NUMBER, identifier: '' })}
          />
          <TextField
            id={`${id}-identifier`}
            label={label}
            hint={say.lengthDigits(length)}
            figures
            inputMode="numeric"
            autoComplete="off"
            maxLength={30}
            value={typed.identifier}
            error={errorAt('identifier')}
            onChange={(event) => change({ identifier: event.target.value })}
          />
          <Select
            id={`${id}-feeId`}
            label={say.feeType}
            placeholder={say.selectFeeType}
            value={typed.feeId}
            options={feeTypes.map((each) => ({ value: each.id, label: each.name }))}
            error={errorAt('feeId') ?? fees.failure?.text}
            onChange={(event) => {
              const charge = feeTypes.find((each) => each.id === event.target.value)?.charge
              const usual = charge !== undefined && (wireToCents(charge) ?? 0) > 0 ? charge : ''
              change({ feeId: event.target.value, amount: typed.amount === '' ? usual : typed.amount })
            }}
          />
          <TextField
            id={`${id}-amount`}
            label={say.amount}
            hint={say.inCardsCurrencyAtMostTwo}
            figures
            inputMode="decimal"
            autoComplete="off"
            value={typed.amount}
            error={errorAt('amount')}
            onChange={(event) => change({ amount: stripAmountInput(event.target.value) })}
          />
          <div>
            <Button type="submit" kind="primary" disabledReason={online ? undefined : OFFLINE_REASON}>
              {say.insertFee}
            </Button>
          </div>
        </form>
      </Panel>
      {asking && typeof amountCents === 'number' && (
        <ChangeDialog
          title={say.insertFeeOn(name)}
          effect={say.ofIsTakenOffCard(fee?.name, amount)}
          confirmLabel={say.insertFeeOf(amount)}
          done={done}
          earlier={{ ownerUser, change: unanswered, onFind }}
          send={() =>
            carryOut(ownerUser, {
              kind: 'insertCardFee',
              params,
              thing,
              done,
              success: INSERTED,
              place: { identifierType, identifier },
            })
          }
          onDone={(again) => {
            setAsking(false)
            clear(again)
          }}
          onRefused={(text, again) => {
            setAsking(false)
            if (again) tellRefusal(again, text)
            else setRefusal(text)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Page>
  )
}

const identifierChoices = [
  { value: '1', label: 'PAN' },
  { value: '2', label: say.trackingNumber },
] as const

/** cards §5: what is wrong, field by field, in their order. */
function errorsOf(id: string, type: IdentifierType, identifier: string, typed: typeof EMPTY): readonly FormError[] {
  const { label, length } = identifierKinds[type]
  const errors: FormError[] = []
  if (identifier.length !== length || /[^0-9]/.test(identifier))
    errors.push({ text: say.enterOfDigits(label.toLowerCase(), length), fieldId: `${id}-identifier` })
  if (typed.feeId === '') errors.push({ text: say.selectFeeType, fieldId: `${id}-feeId` })
  const amount = textToCents(typed.amount)
  if (typeof amount === 'string')
    errors.push({
      text: amount === 'amountTooLarge' ? TOO_LARGE : say.enterAmount,
      fieldId: `${id}-amount`,
    })
  return errors
}

// Another version of the portal may have kept something else.
function readTyped(kept: unknown): TypedFee | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { identifierType, identifier, amount, feeId } = kept as Partial<Record<keyof TypedFee, unknown>>
  const isSound =
    (identifierType === PAN || identifierType === TRACKING_NUMBER) &&
    [identifier, amount, feeId].every((text) => typeof text === 'string')
  return isSound ? (kept as TypedFee) : undefined
}
