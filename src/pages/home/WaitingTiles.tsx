// The tiles of Home for what waits for this user. Problems come first, and the funding account comes last. Tiles with a
// count are rendered before the count arrives, so that nothing moves then. All amounts on Home have the code of the
// currency. On the pages of orders, amounts have the symbol of the currency.
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
  /** True for a section of the response, and for a section that is still loading. */
  const isShown = (method: GuardedMethod, section: object | undefined): boolean =>
    canCall(session.permissions, method) && (section !== undefined || isLoading)
  const showsBatches = isShown('batchLoads', batchesToApprove)
  const showsOrders = isShown('fetchVirtualCardOrdersBatchLoads', ordersToApprove)
  const showsPhysicalOrders = isShown('physicalCardOrders', physicalOrders)
  const showsFiles = isShown('producerFiles', producerFiles)
  const showsPayments = isShown('confirmFundingPayment', paymentsToConfirm)
  const showsEvents = isShown('feedExceptions', unappliedEvents)
  const canUploadBatches = canCall(session.permissions, 'myBatches')
  const canOrderCards = canCall(session.permissions, 'myCardOrders')
  const canHaveProblems = canUploadBatches || canOrderCards
  const showsDifferences = feedDifferences !== undefined && feedDifferences.count > 0
  const showsFeedFiles = feedFilesToConfirm !== undefined && feedFilesToConfirm.count > 0
  const hasApprovals = showsBatches || showsOrders || showsPhysicalOrders || showsPayments || blocked !== undefined
  const hasFeed = showsEvents || showsDifferences || showsFeedFiles
  const hasOwnWork = canHaveProblems || showsDrafts || showsFiles
  const hasTiles = hasApprovals || hasFeed || hasOwnWork || fundingAccount !== undefined
  if (!hasTiles) return null
  return (
    <ul aria-label={m.home_waitingForYou()} className="flex flex-wrap gap-4 2xl:max-w-7xl">
      {/* A line break. Tiles with a count of zero come after the break, on a separate line. */}
      <li aria-hidden className="order-1 basis-full" />
      {canHaveProblems && <MyProblems canUploadBatches={canUploadBatches} canOrderCards={canOrderCards} />}
      {blocked && <BlockedTile {...blocked} session={session} />}
      {showsBatches && <BatchesTile batches={batchesToApprove} currency={currency} />}
      {showsOrders && <OrdersTile orders={ordersToApprove} currency={currency} />}
      {showsPayments && <PaymentsTile payments={paymentsToConfirm} currency={currency} />}
      {showsEvents && <UnappliedEventsTile events={unappliedEvents} />}
      {showsDifferences && (
        <Tile to="/card/events/daily" icon={Scale} label={m.feed_dailyControl()} count={feedDifferences.count}>
          {m.feed_different()}
        </Tile>
      )}
      {showsFeedFiles && (
        <Tile to="/card/events/files" icon={FileUp} label={m.feed_eventFiles()} count={feedFilesToConfirm.count}>
          {m.feed_oldestFile()} <Instant value={feedFilesToConfirm.oldestUploadedAt ?? ''} />
        </Tile>
      )}
      {showsPhysicalOrders && <PhysicalOrdersTile placedOrders={physicalOrders} currency={currency} />}
      {showsFiles && <ProducerFilesTile files={producerFiles} />}
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

const pagesOfBatches = { method: 'batchLoads', approverPage: '/batchloads', makerPage: '/batches/mine' } as const
const pagesOfOrders = {
  method: 'fetchVirtualCardOrdersBatchLoads',
  approverPage: '/card/virtual-card-orders',
  makerPage: '/card/my-orders',
} as const

interface BlockedTileProps extends NonNullable<Result<'overview'>['blocked']> {
  readonly session: Session
}

/**
 * The numbers of batches and orders that wait for a signature that no one can give. Users who cannot approve see only
 * their own batches and orders.
 */
function BlockedTile({ batches, orders, session }: BlockedTileProps) {
  const { method, approverPage, makerPage } = batches > 0 ? pagesOfBatches : pagesOfOrders
  const isApprover = canCall(session.permissions, method)
  return (
    <Tile to={isApprover ? approverPage : makerPage} icon={UserX} label={m.home_blocked()} count={batches + orders}>
      {m.home_blockedHint()}
    </Tile>
  )
}

interface BatchesTileProps {
  /** Undefined while loading. */
  readonly batches: Result<'overview'>['batchesToApprove']
  readonly currency: string
}

function BatchesTile({ batches, currency }: BatchesTileProps) {
  const tileProps = { to: '/batchloads', icon: ListChecks }
  if (!batches) return <Tile {...tileProps} label={m.home_batchesToApprove()} count={undefined} />
  // An older server sends only the sum of all types, which is shown like a total of loads.
  const amounts = batches.amounts ?? [{ type: 'load' as const, amount: batches.amount }]
  const totals = amounts.map(({ type, amount }) => ({ type, cents: decimalToCents(amount) ?? cents(0) }))
  return (
    <ToApproveTile
      {...tileProps}
      noun={batches.count === 1 ? m.common_batch() : m.common_batches()}
      count={batches.count}
      amount={<span className="figures">{typeTotalsToText(totals, currency)}</span>}
      oldest={batches.oldestUploadedAt}
    />
  )
}

interface OrdersTileProps {
  /** Undefined while loading. */
  readonly orders: Result<'overview'>['ordersToApprove']
  readonly currency: string
}

function OrdersTile({ orders, currency }: OrdersTileProps) {
  const tileProps = { to: '/card/virtual-card-orders', icon: ListTodo }
  if (!orders) return <Tile {...tileProps} label={m.home_cardOrdersToApprove()} count={undefined} />
  return (
    <ToApproveTile
      {...tileProps}
      noun={orders.count === 1 ? m.home_cardOrder() : m.common_cardOrders()}
      count={orders.count}
      details={cardCountToText(orders.cards, 'virtual')}
      amount={<Money cents={decimalToCents(orders.amount) ?? cents(0)} currency={currency} />}
      oldest={orders.oldestOrderedAt}
    />
  )
}

interface PaymentsTileProps {
  /** Undefined while loading. */
  readonly payments: Result<'overview'>['paymentsToConfirm']
  readonly currency: string
}

function PaymentsTile({ payments, currency }: PaymentsTileProps) {
  const tileProps = { to: '/funding?state=waiting', icon: Landmark, label: m.home_paymentsToConfirm() }
  if (!payments) return <Tile {...tileProps} count={undefined} />
  if (payments.count === 0)
    return (
      <Tile {...tileProps} count={0}>
        {m.home_nothingToConfirm()}
      </Tile>
    )
  return (
    <Tile {...tileProps} count={payments.count}>
      <Money cents={decimalToCents(payments.amount) ?? cents(0)} currency={currency} /> {m.home_inTotal()}
      {payments.oldestRecordedAt !== null && (
        <>
          {m.home_oldestFrom()} <Instant value={payments.oldestRecordedAt} />
        </>
      )}
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
  /** The time of the oldest item, ISO 8601. Null without items. */
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

/** Other users' physical orders that can still be cancelled, and how many of these orders wait for an approval. */
function PhysicalOrdersTile({ placedOrders, currency }: PhysicalOrdersTileProps) {
  const countToApprove = placedOrders?.toApprove ?? 0
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
          {countToApprove > 0 && <span className="block">{m.home_ofThemToApprove({ count: countToApprove })}</span>}
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
function FundingTile({ balance, reserved, shortage, low: lowThreshold, currency, to }: FundingTileProps) {
  const reservedCents = decimalToCents(reserved) ?? cents(0)
  const lowWarning =
    lowThreshold === undefined ? undefined : m.home_fundsBelow({ threshold: amountToText(lowThreshold, currency) })
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
      {warning !== undefined && <Warning text={warning} />}
    </Tile>
  )
}

function Warning({ text }: { readonly text: string }) {
  return (
    <span className="flex items-start gap-1.5 text-warning">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="wrap-anywhere">{text}</span>
    </span>
  )
}

/** Links to a draft that was sent and has no known result. Without such a draft, links to the newest draft. */
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
      {draftToOpen ? <DraftText draft={draftToOpen} count={drafts.length} /> : m.home_noUnfinishedBatch()}
    </Tile>
  )
}

/** `count` is the number of all drafts. */
function DraftText({ draft, count }: { readonly draft: Draft; readonly count: number }) {
  const { title, isWaiting, savedAt } = draft
  if (isWaiting) return <Warning text={title ? m.home_outcomeUnknown({ title }) : m.home_oneOutcomeUnknown()} />
  return (
    <span className="wrap-anywhere">
      {m.home_latestSaved({ count, hasTitle: title === '' ? 'no' : 'yes', title })}{' '}
      <Instant value={new Date(savedAt).toISOString()} />
    </span>
  )
}

const DRAFTS_PATH = '/drafts'
