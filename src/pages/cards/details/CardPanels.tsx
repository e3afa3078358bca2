// The two panels of a card's details. The first shows the card with its amounts, the second the campaign, the status and
// other facts.
import { m } from '#words/messages.js'
import { Eye, EyeOff } from 'lucide-react'
import { type CardStatus, cardStatuses } from '#domain/cards/status.ts'
import { Badge } from '#ui/Badge.tsx'
import { CardNumber } from '#ui/CardNumber.tsx'
import { CopyButton } from '#ui/buttons/CopyButton.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import type { Tone } from '#ui/tones.tsx'
import { cents, decimalToCents } from '#domain/money.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { cardName } from '../words.ts'
import { useCallRefusal } from '../useCallRefusals.ts'
import { type Card, expiryText, statusDetailText } from './card.ts'
import { useReveal } from './useReveal.ts'

/** Shown in place of a masked CVV. */
const MASKED_CVV = '•••'

export function CardPanel({ card }: { readonly card: Card }) {
  const { revealedCard, pending, reveal, mask } = useReveal(card.VOUCHERID, capitalise(cardName(card.CARDNUMBER)))
  const refusal = useCallRefusal('revealCard')
  const money = (decimal: string) => (
    <Money cents={decimalToCents(decimal) ?? cents(0)} currency={card.CURRENCY} strong />
  )
  const cardNumber = revealedCard?.CARDNUMBER ?? card.CARDNUMBER
  const cvv = revealedCard?.CARDCVV2 ?? MASKED_CVV
  // An empty text means that the server has deleted the CVV.
  const cvvText = cvv === '' ? m.common_deleted() : cvv
  return (
    <Panel
      // The title is hidden, because the top bar already names the card.
      title={m.common_cardDetails()}
      titleHidden
    >
      <Facts
        inLines
        facts={[
          {
            label: m.common_cardNumber(),
            value: (
              <span className="inline-flex items-center gap-0.5">
                <CardNumber value={cardNumber} revealed={revealedCard !== undefined} />
                {/* There is no button to copy a masked number, which would be useless elsewhere. */}
                {revealedCard && <CopyButton value={cardNumber} name={m.cards_cardNumberInText()} />}
                <IconButton
                  size="small"
                  label={revealedCard ? m.cards_mask() : m.cards_reveal()}
                  icon={revealedCard ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
                  pending={pending}
                  disabledReason={revealedCard ? undefined : refusal}
                  onClick={revealedCard ? mask : reveal}
                />
              </span>
            ),
          },
          { label: m.common_expiryDate(), value: expiryText(card) },
          {
            label: 'CVV',
            value: <span className="figures">{cvvText}</span>,
          },
          { label: m.cards_cardBalance(), value: money(card.CARDBALANCE) },
          { label: m.cards_fundsAvailable(), value: money(card.FUNDSAVAILABLE) },
          { label: m.cards_loadedAmount(), value: money(card.LOADEDAMOUNT) },
          { label: m.cards_authorizedAmount(), value: money(card.AUTHORIZEDAMOUNT) },
          { label: m.cards_settledAmount(), value: money(card.SETTLEDAMOUNT) },
        ]}
      />
      <p role="status" className="sr-only">
        {revealedCard ? m.cards_numberAndCvvShown() : ''}
      </p>
    </Panel>
  )
}

interface ProgrammePanelProps {
  readonly card: Card
  readonly status: CardStatus
  /** The facts that an action changes, each with its button. */
  readonly factsWithButtons: readonly Fact[]
}

export function ProgrammePanel({ card, status, factsWithButtons }: ProgrammePanelProps) {
  const { CARDLABEL: cardLabel } = card
  const labelFacts = cardLabel === undefined ? [] : [{ label: m.common_cardLabel(), value: cardLabel }]
  const tagFacts = card.VOUCHERTAGS.map(({ TAGNAME: tagname, VOUCHERTAGVALUE: value }) => ({
    label: m.cards_tagLabel({ tagname }),
    value,
  }))
  return (
    <Panel title={m.cards_programme()} titleHidden>
      <Facts
        inLines
        facts={[
          { label: m.cards_campaignName(), value: card.CAMPAIGNNAME },
          {
            label: m.cards_cardStatus(),
            value: (
              <>
                <StatusBadge status={status} />{' '}
                <span className="text-xs text-muted">{statusDetailText(card, status)}</span>
              </>
            ),
          },
          {
            label: m.common_trackingNumber(),
            value: (
              <span className="inline-flex items-center gap-0.5">
                <CardNumber value={card.TRACKINGNUMBER} kind="identifier" />
                <CopyButton value={card.TRACKINGNUMBER} name={m.cards_trackingNumberInText()} />
              </span>
            ),
          },
          { label: m.common_customerReference(), value: card.ACTIVATIONDATA || '–' },
          ...labelFacts,
          { label: m.cards_sequenceNumber(), value: <span className="figures">{card.SEQUENCENUMBER}</span> },
          ...factsWithButtons,
          ...tagFacts,
        ]}
      />
    </Panel>
  )
}

export function StatusBadge({ status }: { readonly status: CardStatus }) {
  return <Badge tone={statusTones[status]}>{cardStatuses[status].label}</Badge>
}

const statusTones: Readonly<Record<CardStatus, Tone>> = {
  activated: 'positive',
  notActivated: 'neutral',
  expired: 'warning',
  retired: 'critical',
  stopped: 'critical',
}
