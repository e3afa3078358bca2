// Reverses a fee. The requester and the reason are required, with at most 255 characters each. On success the dialog
// closes and the statement reloads.
import { m } from '#words/messages.js'
import type { ChangeEvent } from 'react'
import type { CardTransaction } from '#contract/cards.ts'
import { MAX_REVERSAL_TEXT } from '#domain/cards/actions.ts'
import { cardToApiIdentifier } from '#domain/cards/identifiers.ts'
import { amountToText } from '#domain/money.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { useBlockingChange } from '#flows/pending-changes/store.ts'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { blankToUndefined } from '#pages/shared/ReasonField.tsx'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import type { Card } from '../details/card.ts'
import { holdersCard, cardLink } from '../words.ts'

interface ReverseDialogProps {
  readonly card: Card
  readonly ownerUser: string
  readonly transaction: CardTransaction
  readonly onClose: () => void
}

const EMPTY_DRAFT = { requesterName: '', declineReason: '', storeName: '', contactPhone: '', comments: '' }

export function ReverseDialog({ card, ownerUser, transaction, onClose }: ReverseDialogProps) {
  const { TRANSACTIONTYPELABEL: type, TRANSACTIONID: transactionId, AUTHNUMBER } = transaction
  const {
    draft: input,
    setDraft: setInput,
    forget: forgetInput,
  } = useTypedDraft(`reverse ${transactionId}`, () => EMPTY_DRAFT)
  const amount = amountToText(transaction.MONEYAMOUNT.replace('-', ''), card.CURRENCY)
  const whatWasDone = m.cards_transactionReversed({ type, amount, name: holdersCard(card) })
  const toFieldProps = (name: keyof typeof EMPTY_DRAFT, label: string) => ({
    label,
    maxLength: MAX_REVERSAL_TEXT,
    value: input[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setInput((before) => ({ ...before, [name]: event.target.value })),
  })
  const params = {
    voucherNumber: cardToApiIdentifier(card),
    transactionType: transaction.TRANSACTIONTYPE,
    transactionId,
    requesterName: input.requesterName.trim(),
    declineReason: input.declineReason.trim(),
    storeName: blankToUndefined(input.storeName),
    contactPhone: blankToUndefined(input.contactPhone),
    comments: blankToUndefined(input.comments),
    authorisationId: blankToUndefined(AUTHNUMBER),
  }
  const pendingChange = useBlockingChange(ownerUser, { kind: 'reverseTransaction', subject: transactionId })
  const isComplete = params.requesterName !== '' && params.declineReason !== ''

  return (
    <ChangeDialog
      title={m.cards_confirmReverse({ type, amount })}
      effect={m.cards_reverseEffect({ amount, name: holdersCard(card) })}
      confirmLabel={m.cards_reverseAmount({ amount })}
      done={whatWasDone}
      earlier={{ ownerUser, change: pendingChange }}
      disabledReason={isComplete ? undefined : m.cards_requesterAndReasonFirst()}
      send={() =>
        sendChange(ownerUser, {
          kind: 'reverseTransaction',
          params,
          subject: transactionId,
          done: whatWasDone,
          success: m.cards_reverseDone({ type }),
          link: cardLink(card),
        })
      }
      keepsInput
      onDone={() => {
        forgetInput()
        onClose()
      }}
      onClose={onClose}
    >
      <TextField {...toFieldProps('requesterName', m.cards_requesterName())} autoComplete="off" />
      <TextArea {...toFieldProps('declineReason', m.cards_declineReason())} rows={2} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...toFieldProps('storeName', m.cards_storeName())} optional autoComplete="off" />
        <TextField {...toFieldProps('contactPhone', m.cards_contactPhone())} optional autoComplete="off" />
      </div>
      <TextArea {...toFieldProps('comments', m.common_comments())} optional rows={2} />
    </ChangeDialog>
  )
}
