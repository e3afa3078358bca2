// Card details (/card/details/:voucherID): the card, its actions, its statement and its notes.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { CreditCard, HandCoins } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { client } from '#brand/current.ts'
import { canCall } from '#contract/methods.ts'
import { type CardAction, cardActions, shownActions, shownErrors } from '#domain/cards/actions.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { notifyRefusal, PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { type Failure, isMissing } from '#services/server/api.ts'
import { useOfferActions } from '#services/page-actions.ts'
import { useRecordRecentItem } from '#flows/recent-items.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useOwnerUser, useSession } from '#services/session/session.ts'
import { useToday } from '#services/useToday.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { buttonClasses } from '#ui/buttons/button-classes.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { actionViews } from './details/action-views.ts'
import { ActionBar, useFactsWithButtons, useRefusals } from './details/ActionBar.tsx'
import { ActionDialog } from './details/ActionDialog.tsx'
import { BalanceHistory } from './details/BalanceHistory.tsx'
import { CardHistory } from './details/CardHistory.tsx'
import { CardHolds } from './details/CardHolds.tsx'
import { CardPanel, ProgrammePanel, StatusBadge } from './details/CardPanels.tsx'
import { ResultsNav } from './details/ResultsNav.tsx'
import { type Card, toCardForRules, statusOf } from './details/card.ts'
import { Notes } from './details/Notes.tsx'
import { usePinChanged } from './details/pin-changes.ts'
import { Statement } from './statement/Statement.tsx'
import { useSearchEnteredCard } from './search/useSearchEnteredCard.ts'
import { cardName } from './words.ts'

export default function CardDetailsPage() {
  const { voucherID = '' } = useParams()
  // The format of an id in the contract: at most 18 digits. The server rejects any other value.
  const isId = /^[1-9][0-9]{0,17}$/.test(voucherID)
  const query = useServerQuery('cardDetails', { voucherID }, { enabled: isId })
  if (query.data) return <Details key={voucherID} card={query.data.card} failure={query.failure?.text} />
  const isLoading = isId && query.failure === undefined
  return (
    <Page title={m.common_cardDetails()}>
      {isLoading ? <SkeletonLines lines={8} /> : <NoCard failure={query.failure} onRetry={query.refresh} />}
    </Page>
  )
}

interface NoCardProps {
  /** Why the card was not loaded. Undefined if the address has no valid id, so that no request was sent. */
  readonly failure: Failure | undefined
  readonly onRetry: () => void
}

function NoCard({ failure, onRetry }: NoCardProps) {
  const isMissingCard = failure === undefined || isMissing(failure)
  return (
    <EmptyState
      icon={CreditCard}
      title={failure?.text ?? m.cards_thereIsNoSuchCard()}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {!isMissingCard && <Button onClick={onRetry}>{m.common_tryAgain()}</Button>}
          <Link to="/card/search" className="inline-flex h-control items-center text-accent underline">
            {m.common_findCard()}
          </Link>
        </span>
      }
    >
      {isMissingCard && m.cards_linkMayBeOldOrMistyped()}
      {failure?.kind === 'unreachable' && m.cards_cardNotKept()}
    </EmptyState>
  )
}

/** `failure` is set if the card on screen is from an earlier response, because the last request failed. */
function Details({ card, failure }: { readonly card: Card; readonly failure: string | undefined }) {
  const session = useSession()
  const ownerUser = useOwnerUser()
  const today = useToday()
  const cardForRules = { ...toCardForRules(card, today), pinChanged: usePinChanged(card.VOUCHERID) }
  const status = statusOf(card, today)
  const [openAction, setOpenAction] = useState<CardAction>()
  const [sendingAction, setSendingAction] = useState<CardAction>()
  const [errors, setErrors] = useState<Partial<Record<CardAction, string>>>({})
  const refusalOf = useRefusals(cardForRules)
  const actionProps = { cardForRules, sendingAction, onAction: setOpenAction }
  const factsWithButtons = useFactsWithButtons(card, actionProps)
  const clearError = (action: CardAction) => setErrors(({ [action]: _cleared, ...remaining }) => remaining)

  const navigate = useNavigate()
  const searchEnteredCard = useSearchEnteredCard()
  const hasLoadPermission = canCall(session?.permissions, 'batchLoadUpload')
  // If the card cannot be loaded for a reason other than its status, the wizard explains the reason.
  const canLoad = hasLoadPermission && status === 'activated'
  const loadPath = `/batchload?from=card-${card.VOUCHERID}`

  const name = cardName(card.CARDNUMBER)
  const holder = card.CARDHOLDERNAME || undefined
  useRecordRecentItem('card', commas([capitalise(name), holder]), `/card/details/${card.VOUCHERID}`)
  const display = { flags: client.flags, sending: sendingAction }
  const buttonsInBar = [...shownActions('bar', cardForRules, display), ...shownActions('barEnd', cardForRules, display)]
  const cardActionsNow = buttonsInBar
    .filter((action) => refusalOf(action) === undefined)
    .map((action) => ({ key: action, label: cardActions[action].label, run: () => setOpenAction(action) }))
  const loadAction = { key: 'load', label: m.cards_load(), run: () => void navigate(loadPath) }
  useOfferActions(name, canLoad ? [loadAction, ...cardActionsNow] : cardActionsNow)
  return (
    <Page
      title={capitalise(name)}
      titleInBar
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {holder && (
            <span className="text-xl font-semibold tracking-tight text-text">
              <span className="sr-only">{m.cards_cardholder()} </span>
              {holder}
            </span>
          )}
          <StatusBadge status={status} />
        </span>
      }
      actions={
        <>
          <ResultsNav voucherID={card.VOUCHERID} />
          <TrailLink type="card" id={card.VOUCHERID} />
        </>
      }
    >
      <PendingChangeList area="card" hidden={openAction !== undefined} onOpenCard={searchEnteredCard} />
      {failure !== undefined && <Banner kind="warning" title={failure} />}
      {shownErrors(errors).map((action) => (
        <Banner
          key={action}
          kind="critical"
          title={`${cardActions[action].label}: ${errors[action] ?? ''}`}
          onClose={() => clearError(action)}
        />
      ))}
      <ActionBar
        {...actionProps}
        leadingLink={hasLoadPermission && <LoadLink path={canLoad ? loadPath : undefined} />}
      />
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[21rem_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4 md:max-xl:grid-cols-2">
          <CardPanel card={card} />
          <ProgrammePanel card={card} status={status} factsWithButtons={factsWithButtons} />
          <Notes card={card} ownerUser={ownerUser} />
        </div>
        <div className="grid min-w-0 gap-4">
          {/* The amount is loaded before the holds, so the statement does not move when a card without holds opens. */}
          {card.AUTHORIZEDAMOUNT !== '0.00' && <CardHolds voucherID={card.VOUCHERID} />}
          <Statement card={card} ownerUser={ownerUser} />
          <BalanceHistory voucherID={card.VOUCHERID} currency={card.CURRENCY} />
          <CardHistory voucherID={card.VOUCHERID} currency={card.CURRENCY} />
        </div>
      </div>
      {openAction && (
        <ActionDialog
          key={openAction}
          ownerUser={ownerUser}
          action={openAction}
          card={card}
          onSending={(isSending) => setSendingAction(isSending ? openAction : undefined)}
          onDone={(earlierChange) => {
            clearError(openAction)
            setOpenAction(undefined)
            actionViews[openAction].onDone?.(card, { isEarlier: earlierChange !== undefined })
          }}
          onRefused={(text, earlierChange) => {
            if (earlierChange) notifyRefusal(earlierChange, text)
            else setErrors((otherErrors) => ({ ...otherErrors, [openAction]: text }))
            setOpenAction(undefined)
          }}
          onClose={() => setOpenAction(undefined)}
        />
      )}
    </Page>
  )
}

/** `path` is undefined if the status of the card does not allow a load. */
function LoadLink({ path }: { readonly path: string | undefined }) {
  // The disabled button keeps the place of the link, so that the other buttons do not move when the card is stopped.
  if (path === undefined)
    return (
      <Button kind="primary" icon={<HandCoins aria-hidden />} disabledReason={m.cards_loadNeedsActiveCard()}>
        {m.common_loadThisCard()}
      </Button>
    )
  return (
    <Link to={path} className={buttonClasses('primary')}>
      <HandCoins aria-hidden />
      {m.common_loadThisCard()}
    </Link>
  )
}
