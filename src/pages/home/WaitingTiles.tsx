// The tiles of Home for what waits for this user, problems first: the user's batches and orders that were rejected or
// only partly done, batches and orders to approve, physical orders that can be cancelled, events of the card processor that
// were not applied, files of its events to confirm, files for the card producer, and drafts on this device. The last tile
// shows the funding account. The drafts tile links to a draft with an unknown result if there is one, otherwise to the
// newest draft. Tiles with a count are rendered before the count arrives, so that nothing moves then. All amounts on Home
// have the currency's code, also the amounts of orders, which have its symbol on their own pages.
import { m } from '#words/messages.js'
import {
  CircleAlert,
  Factory,
  FilePen,
  FileUp,
  IdCard,
  Landmark,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Scale,
  TriangleAlert,
  UserX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type GuardedMethod, canCall } from '#contract/methods.ts'
import type { Result } from '#contract/operations.ts'
import { typeTotalsToText } from '#domain/batch/words.ts'
import { shortageToText } from '#domain/funding/forecast.ts'
import { amountToText, cents, decimalToCents } from '#domain/money.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { useAreDraftsLocked } from '#flows/access/drafts-locked.ts'
import type { Draft } from '#flows/drafts/drafts.ts'
import { useDrafts } from '#flows/drafts/use-drafts.ts'
import { ownerUserOf, type Session } from '#services/session/session.ts'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { MyProblems } from './MyProblems.tsx'
import { Tile } from './Tile.tsx'

const PAYMENTS_PATH = '/funding?state=waiting'

interface WaitingTilesProps {
  readonly session: Session
  /** Undefined while unknown. */
  readonly overview: Result<'overview'> | undefined
  /** True while loading for the first time. */
  readonly isLoading: boolean
}

export function WaitingTiles({ session, overview, isLoading }: WaitingTilesProps) {
  const {
    batchesToApprove,
    ordersToApprove,
    physicalOrders,
    producerFiles,
    paymentsToConfirm,
    unappliedEvents,
    feedDifferences,
    feedFilesToConfirm,
    blocked,
    fundingAccount,
    currency = '',
  } = overview ?? {}
  const canLoad = canCall(session.permissions, 'batchLoadUpload')
  const drafts = useDrafts(ownerUserOf(session), session.permissions)
  const hasDrafts = drafts !== undefined && drafts.length > 0
  const showsDrafts = canLoad || hasDrafts
  const whileLoading = isLoading ? 'loading' : undefined
  /** The section; 'loading' until it arrives; undefined if the user cannot see it or it could not be loaded. */
  const sectionOf = <Section,>(method: GuardedMethod, section: Section | undefined) =>
    canCall(session.permissions, method) ? (section ?? whileLoading) : undefined
  const batches = sectionOf('batchLoads', batchesToApprove)
  const orders = sectionOf('fetchVirtualCardOrdersBatchLoads', ordersToApprove)
  const placedOrders = sectionOf('physicalCardOrders', physicalOrders)
  const files = sectionOf('producerFiles', producerFiles)
  const payments = sectionOf('confirmFundingPayment', paymentsToConfirm)
  const events = sectionOf('feedExceptions', unappliedEvents)
  const hasBatches = canCall(session.permissions, 'myBatches')
  const hasOrders = canCall(session.permissions, 'myCardOrders')
  const hasOwnItems = hasBatches || hasOrders
  const hasSections = [batches, orders, placedOrders, files, payments, events].some((section) => section !== undefined)
  if (!hasSections && !hasOwnItems && !showsDrafts) return null
  return (
    <ul aria-label={m.home_waitingForYou()} className="flex flex-wrap gap-4 2xl:max-w-7xl">
      {/* A line break: tiles with a count of zero follow it, on a line of their own. */}
      <li aria-hidden className="order-1 basis-full" />
      {hasOwnItems && <MyProblems hasBatches={hasBatches} hasOrders={hasOrders} />}
      {blocked && <BlockedTile {...blocked} session={session} />}
      {batches === 'loading' ? (
        <Tile to="/batchloads" icon={ListChecks} label={m.home_batchesToApprove()} count={undefined} />
      ) : (
        batches && (
          <ToApproveTile
            to="/batchloads"
            icon={ListChecks}
            noun={batches.count === 1 ? m.common_batch() : m.common_batches()}
            count={batches.count}
            amount={
              <span className="figures">
                {typeTotalsToText(
                  (batches.amounts ?? [{ type: 'load', amount: batches.amount }]).map(({ type, amount }) => ({
                    type,
                    cents: decimalToCents(amount) ?? cents(0),
                  })),
                  currency,
                )}
              </span>
            }
            oldest={batches.oldestUploadedAt}
          />
        )
      )}
      {orders === 'loading' ? (
        <Tile to="/card/virtual-card-orders" icon={ListTodo} label={m.home_cardOrdersToApprove()} count={undefined} />
      ) : (
        orders && (
          <ToApproveTile
            to="/card/virtual-card-orders"
            icon={ListTodo}
            noun={orders.count === 1 ? m.home_cardOrder() : m.common_cardOrders()}
            count={orders.count}
            details={cardCountToText(orders.cards, 'virtual')}
            amount={<Money cents={decimalToCents(orders.amount) ?? cents(0)} currency={currency} />}
            oldest={orders.oldestOrderedAt}
          />
        )
      )}
      {payments === 'loading' ? (
        <Tile to={PAYMENTS_PATH} icon={Landmark} label={m.home_paymentsToConfirm()} count={undefined} />
      ) : (
        payments && (
          <Tile to={PAYMENTS_PATH} icon={Landmark} label={m.home_paymentsToConfirm()} count={payments.count}>
            {payments.count === 0 ? (
              m.home_nothingToConfirm()
            ) : (
              <>
                <Money cents={decimalToCents(payments.amount) ?? cents(0)} currency={currency} /> {m.home_inTotal()}
                {payments.oldestRecordedAt !== null && (
                  <>
                    {m.home_oldestFrom()} <Instant value={payments.oldestRecordedAt} />
                  </>
                )}
              </>
            )}
          </Tile>
        )
      )}
      {events && <UnappliedEventsTile events={events === 'loading' ? undefined : events} />}
      {feedDifferences && feedDifferences.count > 0 && (
        <Tile to="/card/events/daily" icon={Scale} label={m.feed_dailyControl()} count={feedDifferences.count}>
          {m.feed_different()}
        </Tile>
      )}
      {feedFilesToConfirm && feedFilesToConfirm.count > 0 && (
        <Tile to="/card/events/files" icon={FileUp} label={m.feed_eventFiles()} count={feedFilesToConfirm.count}>
          {m.feed_oldestFile()} <Instant value={feedFilesToConfirm.oldestUploadedAt ?? ''} />
        </Tile>
      )}
      {placedOrders && (
        <PhysicalOrdersTile placedOrders={placedOrders === 'loading' ? undefined : placedOrders} currency={currency} />
      )}
      {files && <ProducerFilesTile files={files === 'loading' ? undefined : files} />}
      {showsDrafts && <DraftsTile drafts={drafts} />}
      {fundingAccount && (
        <FundingTile
          {...fundingAccount}
          currency={currency}
          to={canCall(session.permissions, 'fundingStatement') ? '/funding' : undefined}
        />
      )}
    </ul>
  )
}

interface BlockedTileProps extends NonNullable<Result<'overview'>['blocked']> {
  readonly session: Session
}

/** Batches and orders that wait for a signature that no one can give. Users who cannot approve see only their own. */
function BlockedTile({ batches, orders, session }: BlockedTileProps) {
  const isApprover = canCall(session.permissions, batches > 0 ? 'batchLoads' : 'fetchVirtualCardOrdersBatchLoads')
  const approverPage = batches > 0 ? '/batchloads' : '/card/virtual-card-orders'
  const ownPage = batches > 0 ? '/batches/mine' : '/card/my-orders'
  return (
    <Tile to={isApprover ? approverPage : ownPage} icon={UserX} label={m.home_blocked()} count={batches + orders}>
      {m.home_blockedHint()}
    </Tile>
  )
}

interface ToApproveTileProps {
  readonly to: string
  readonly icon: LucideIcon
  readonly noun: string
  readonly count: number
  /** Says more about the items, e.g. the number of cards in the orders. */
  readonly details?: string
  readonly amount: ReactNode
  /** ISO 8601. */
  readonly oldest: string | null
}

function ToApproveTile({ noun, count, details, amount, oldest, ...tileProps }: ToApproveTileProps) {
  return (
    <Tile {...tileProps} label={m.home_toApprove({ noun })} count={count}>
      {count === 0 ? (
        m.home_nothingToApprove()
      ) : (
        <>
          {details !== undefined && details + m.common_comma()}
          {amount} {m.home_inTotal()}
          {oldest !== null && (
            <>
              {m.home_oldestFrom()} <Instant value={oldest} />
            </>
          )}
        </>
      )}
    </Tile>
  )
}

interface PhysicalOrdersTileProps {
  readonly placedOrders: Result<'overview'>['physicalOrders']
  readonly currency: string
}

/** Other users' physical orders that can still be cancelled, and how many of them wait for an approval. */
function PhysicalOrdersTile({ placedOrders, currency }: PhysicalOrdersTileProps) {
  const tileProps = {
    to: '/card/physical-orders',
    icon: IdCard,
    label: m.home_cancellableOrders({ count: placedOrders?.count ?? 0 }),
  }
  if (!placedOrders) return <Tile {...tileProps} count={undefined} />
  return (
    <Tile {...tileProps} count={placedOrders.count}>
      {placedOrders.count === 0 ? (
        m.home_noCancellableOrder()
      ) : (
        <>
          {cardCountToText(placedOrders.cards, 'physical')}
          {m.common_comma()}
          <Money cents={decimalToCents(placedOrders.amount) ?? cents(0)} currency={currency} /> {m.home_inTotal()}
          {placedOrders.firstFinalAt !== null && (
            <>
              {m.home_firstFinalOn()} <Instant value={placedOrders.firstFinalAt} />
            </>
          )}
          {(placedOrders.toApprove ?? 0) > 0 && (
            <span className="block">{m.home_ofThemToApprove({ count: placedOrders.toApprove ?? 0 })}</span>
          )}
        </>
      )}
    </Tile>
  )
}

function ProducerFilesTile({ files }: { readonly files: Result<'overview'>['producerFiles'] }) {
  const tileProps = {
    to: '/card/producer-files',
    icon: Factory,
    label: m.home_producerFilesToDownload({ count: files?.count ?? 0 }),
  }
  if (!files) return <Tile {...tileProps} count={undefined} />
  return (
    <Tile {...tileProps} count={files.count}>
      {files.count === 0 ? (
        m.home_noProducerFileWaits()
      ) : (
        <>
          {cardCountToText(files.cards, 'physical')}
          {files.oldestReadyAt !== null && (
            <>
              {m.home_oldestFrom()} <Instant value={files.oldestReadyAt} />
            </>
          )}
        </>
      )}
    </Tile>
  )
}

/** Events of the card processor that could not be applied. */
function UnappliedEventsTile({ events }: { readonly events: Result<'overview'>['unappliedEvents'] }) {
  const tileProps = { to: '/card/events', icon: CircleAlert, label: m.feed_unappliedEvents() }
  if (!events) return <Tile {...tileProps} count={undefined} />
  return (
    <Tile {...tileProps} count={events.count}>
      {events.oldestFoundAt === null ? (
        m.feed_everyEventApplied()
      ) : (
        <>
          {m.home_oldestEventFrom()} <Instant value={events.oldestFoundAt} />
        </>
      )}
    </Tile>
  )
}

interface FundingTileProps extends NonNullable<Result<'overview'>['fundingAccount']> {
  readonly currency: string
  /** The page of the account, if the user can open it. */
  readonly to: string | undefined
}

/** The funding account, which pays for loads and orders. */
function FundingTile({ balance, reserved, shortage, low, currency, to }: FundingTileProps) {
  const reservedCents = decimalToCents(reserved) ?? cents(0)
  const lowWarning = low === undefined ? undefined : m.home_fundsBelow({ threshold: amountToText(low, currency) })
  const warning = shortage ? shortageToText(shortage, currency) : lowWarning
  return (
    <Tile
      to={to}
      icon={Landmark}
      label={m.home_inFundingAccount()}
      value={<Money cents={decimalToCents(balance) ?? cents(0)} currency={currency} />}
    >
      {reservedCents === 0 ? (
        m.home_nothingReserved()
      ) : (
        <>
          <Money cents={reservedCents} currency={currency} /> {m.home_reservedForApproved()}
        </>
      )}
      {warning !== undefined && (
        <span className="flex items-start gap-1.5 text-warning">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">{warning}</span>
        </span>
      )}
    </Tile>
  )
}

function DraftsTile({ drafts }: { readonly drafts: readonly Draft[] | undefined }) {
  const areLocked = useAreDraftsLocked()
  if (drafts === undefined || areLocked)
    return (
      <Tile to={DRAFTS_PATH} icon={FilePen} label={m.common_draftsOnThisDevice()} count={undefined}>
        {areLocked ? m.common_draftsAreLocked() : undefined}
      </Tile>
    )
  const draftToOpen = drafts.find(({ isWaiting }) => isWaiting) ?? drafts[0]
  const label = drafts.length === 1 ? m.home_draftOnThisDevice() : m.common_draftsOnThisDevice()
  return (
    <Tile to={draftToOpen?.path ?? DRAFTS_PATH} icon={FilePen} label={label} count={drafts.length}>
      {draftToOpen === undefined ? (
        m.home_noUnfinishedBatch()
      ) : draftToOpen.isWaiting ? (
        <span className="flex items-start gap-1.5 text-warning">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">
            {draftToOpen.title ? m.home_outcomeUnknown({ title: draftToOpen.title }) : m.home_oneOutcomeUnknown()}
          </span>
        </span>
      ) : (
        <span className="wrap-anywhere">
          {m.home_latestSaved({
            count: drafts.length,
            hasTitle: draftToOpen.title === '' ? 'no' : 'yes',
            title: draftToOpen.title ?? '',
          })}{' '}
          <Instant value={new Date(draftToOpen.savedAt).toISOString()} />
        </span>
      )}
    </Tile>
  )
}

const DRAFTS_PATH = '/drafts'
