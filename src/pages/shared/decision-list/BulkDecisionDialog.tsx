// Confirms one decision about several batches or orders. The dialog lists the items with their current figures, and the
// excluded items with the reason. Then it sends the decisions one by one and shows the result of each.
import { m } from '#words/messages.js'
import { type ReactNode, useState } from 'react'
import { type Cents, cents } from '#domain/money.ts'
import { availableFunds, missingFundsInOrder, type Funding } from '#domain/funding/funds.ts'
import { type OpenApproval, type Proof, type SignWith, useApproval } from '#flows/approval.ts'
import type { AnyChangeRequest } from '#flows/pending-changes/change-types.ts'
import { sendChanges, type SeriesResult } from '#flows/pending-changes/several.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import type { ItemOnScreen } from '#flows/signing.ts'
import { CheckingRows } from '#pages/shared/freshness.tsx'
import { ReasonField, blankToUndefined } from '#pages/shared/ReasonField.tsx'
import { SignatureFields } from '#pages/shared/SignatureFields.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useOwnerUser } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import type { FormatMoney } from '../Funding.tsx'
import type { FinalDecision } from './useDecisionList.ts'

/** One batch or order with its current figures. */
export interface BulkDecisionItem {
  readonly id: string
  /** 'Batch 12'. */
  readonly name: string
  /** Reference or campaign. */
  readonly description: string
  readonly maker: string
  /** '4,812 loads, SGD 96,240.00'. */
  readonly size: string
  readonly warnings: readonly string[]
  /** When the item runs after an approval, if its maker has proposed a time. */
  readonly runTime?: string | undefined
  /** Undefined if no account funds the item. */
  readonly funding: Funding | undefined
  /** Minutes between the approval and the start of posting, in which the item can still be cancelled. */
  readonly holdMinutes?: number | undefined
  /** Why this user cannot decide about the item. Undefined if the user can. */
  readonly refusal: string | undefined
  /** Why the user has to wait before deciding about the item; undefined once its data is current. */
  readonly waitText: string | undefined
  /** How the user signs a decision about the item; undefined if no signature is needed. */
  readonly signWith?: SignWith
  /** What the signature covers. */
  readonly toSign: () => ItemOnScreen
  readonly toRequest: (reason: string | undefined, proof?: Proof) => Exclude<AnyChangeRequest, { kind: 'upload' }>
}

export interface BulkDecisionDialogProps {
  readonly decision: FinalDecision
  readonly noun: 'batch' | 'order'
  readonly formatMoney: FormatMoney
  /** The total of some of the items: 'SGD 96,240.00'. */
  readonly sumOfIds: (ids: readonly string[]) => string
  readonly maxReason: number
  /** All selected items with their current data. While sending, the dialog shows the confirmed items. */
  readonly allItems: readonly BulkDecisionItem[]
  /** Called with the ids of the confirmed items, which no longer need to be reloaded. */
  readonly onSend: (ids: readonly string[]) => void
  /** Called for each item once it is decided. */
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}

/** The items that a decision is sent for, and those that it leaves out. */
interface SplitItems {
  readonly items: readonly BulkDecisionItem[]
  readonly excludedItems: readonly ExcludedItem[]
}

interface ExcludedItem {
  readonly item: BulkDecisionItem
  readonly reason: string
}

export function BulkDecisionDialog(props: BulkDecisionDialogProps) {
  const { decision, noun, formatMoney, sumOfIds, allItems, onSend, onDone } = props
  const ownerUser = useOwnerUser()
  // The items as they were when the user confirmed; undefined before that.
  const [sentItems, setSentItems] = useState<SplitItems>()
  const [outcomes, setOutcomes] = useState<readonly SeriesResult[]>([])
  const currentSplit = splitItems(allItems, decision, formatMoney)
  const { items } = currentSplit
  const signedItem = items.find(({ signWith }) => signWith !== undefined)
  // The dialog does not wait for an item that this user cannot decide anyway.
  const waitText = allItems.find((item) => item.waitText !== undefined && item.refusal === undefined)?.waitText
  const hasNoneToDecide = waitText === undefined && items.length === 0
  const countAndSum = m.common_itemsWithSum({
    items: m.common_countedItems({ noun, count: items.length }),
    sum: sumOfIds(items.map(({ id }) => id)),
  })
  const approval = useApproval<{ kind: 'done' }>({
    // An approval has one result, but here each item has its own result. So `useApproval` handles only the signature.
    isApproval: false,
    refusal: hasNoneToDecide ? m.common_noneCanBeDecided({ kind: noun }) : undefined,
    waitText,
    // One signature covers all items.
    signWith: decision === 'approve' ? signedItem?.signWith : undefined,
    what: countAndSum,
  })
  const confirm = ({ reason, onSending }: Confirmation) =>
    approval.decide({
      items: items.map(({ toSign }) => toSign()),
      send: async (proof) => {
        onSending()
        setSentItems(currentSplit)
        onSend(items.map(({ id }) => id))
        const requests = items.map(({ toRequest }) => toRequest(reason, proof))
        await sendChanges(ownerUser, requests, (outcome, index) => {
          setOutcomes((before) => [...before, outcome])
          const item = items[index]
          if (outcome.kind === 'done' && item) onDone(item.id)
        })
        return { kind: 'done' }
      },
    })
  if (sentItems) return <ResultView {...props} {...sentItems} outcomes={outcomes} />
  return (
    <ConfirmView
      {...props}
      {...currentSplit}
      waitText={waitText}
      hasNoneToDecide={hasNoneToDecide}
      countAndSum={countAndSum}
      approval={approval}
      onConfirm={confirm}
    />
  )
}

interface Confirmation {
  readonly reason: string | undefined
  /** Called when the decisions are sent, after the signature. */
  readonly onSending: () => void
}

interface ConfirmViewProps extends BulkDecisionDialogProps, SplitItems {
  readonly waitText: string | undefined
  readonly hasNoneToDecide: boolean
  /** '2 batches, SGD 96,240.00'. */
  readonly countAndSum: string
  readonly approval: Pick<OpenApproval, 'disabledReason' | 'isSigning' | 'signature'>
  readonly onConfirm: (confirmation: Confirmation) => void
}

function ConfirmView({
  decision,
  noun,
  formatMoney,
  maxReason,
  allItems,
  items,
  excludedItems,
  waitText,
  hasNoneToDecide,
  countAndSum,
  approval,
  onConfirm,
  onClose,
}: ConfirmViewProps) {
  const { online } = useConnection()
  const {
    draft: reason,
    setDraft: setReason,
    forget: forgetReason,
  } = useTypedDraft<string>(`${decision} several of ${noun}`, () => '')
  const isApproval = decision === 'approve'
  const allItemsText = m.common_countedItems({ noun, count: allItems.length })
  const question = isApproval
    ? m.common_confirmApproval({ items: allItemsText })
    : m.common_confirmRejection({ items: allItemsText })
  const holdMinutes = items.find((item) => item.holdMinutes !== undefined)?.holdMinutes
  const approvalEffect = m.common_approvalEffect({
    hasMinutes: holdMinutes === undefined ? 'no' : 'yes',
    minutes: holdMinutes ?? 0,
  })
  return (
    <ConfirmDialog
      open
      size="wide"
      title={hasNoneToDecide ? m.common_noneCanBeDecided({ kind: noun }) : question}
      effect={isApproval ? approvalEffect : m.common_rejectionEffect()}
      confirmLabel={
        isApproval ? m.common_approveItems({ items: countAndSum }) : m.common_rejectItems({ items: countAndSum })
      }
      danger={!isApproval}
      keepsInput
      disabledReason={online ? approval.disabledReason : OFFLINE_REASON}
      pending={approval.isSigning}
      onConfirm={() => onConfirm({ reason: blankToUndefined(reason), onSending: forgetReason })}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        {waitText !== undefined && <CheckingRows />}
        {waitText === undefined && isApproval && <FundingSummary items={items} formatMoney={formatMoney} />}
        {items.length > 0 && (
          <ItemSection title={m.common_included()}>
            {items.map((item) => (
              <ItemLine key={item.id} item={item}>
                {isApproval && item.runTime !== undefined && <li>{item.runTime}</li>}
                {item.warnings.map((warning) => (
                  <li key={warning} className="text-warning">
                    {warning}
                  </li>
                ))}
              </ItemLine>
            ))}
          </ItemSection>
        )}
        <ExcludedSection excludedItems={excludedItems} />
        <SignatureFields signature={approval.signature} />
        {!isApproval && (
          <ReasonField
            hint={m.common_makersSeeReason()}
            maxLength={maxReason}
            value={reason}
            readOnly={false}
            onChange={setReason}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}

/**
 * Separates the items to decide about from those that are left out. An item is left out if this user cannot decide it,
 * or if the funds do not cover its approval.
 */
function splitItems(
  allItems: readonly BulkDecisionItem[],
  decision: FinalDecision,
  formatMoney: FormatMoney,
): SplitItems {
  // A rejection needs no funds.
  const missingByItem = decision === 'approve' ? findMissingFunds(allItems) : undefined
  const items: BulkDecisionItem[] = []
  const excludedItems: ExcludedItem[] = []
  // True once an earlier item takes some of the funds.
  let haveOthersTakenFunds = false
  for (const item of allItems) {
    const missingCents = missingByItem?.get(item)
    if (item.refusal !== undefined) excludedItems.push({ item, reason: item.refusal })
    else if (missingCents !== undefined) {
      const afterOthers = haveOthersTakenFunds ? 'yes' : 'no'
      excludedItems.push({ item, reason: m.common_notCovered({ missing: formatMoney(missingCents), afterOthers }) })
    } else {
      items.push(item)
      const needsFunds = item.funding !== undefined && item.funding.neededCents > 0
      if (needsFunds) haveOthersTakenFunds = true
    }
  }
  return { items, excludedItems }
}

/** The missing amount of each item that the funds do not cover. Funds are assigned in list order, oldest first. */
function findMissingFunds(allItems: readonly BulkDecisionItem[]): ReadonlyMap<BulkDecisionItem, Cents> {
  const decidableItems = allItems.filter(({ refusal }) => refusal === undefined)
  const amounts = missingFundsInOrder(decidableItems.map(({ funding }) => funding))
  const missingByItem = new Map<BulkDecisionItem, Cents>()
  for (const [index, item] of decidableItems.entries()) {
    const amount = amounts[index]
    if (amount !== undefined && amount > 0) missingByItem.set(item, amount)
  }
  return missingByItem
}

function FundingSummary({
  items,
  formatMoney,
}: {
  readonly items: readonly BulkDecisionItem[]
  readonly formatMoney: FormatMoney
}) {
  const fundings = items.map(({ funding }) => funding).filter((funding) => funding !== undefined)
  const [firstFunding] = fundings
  if (!firstFunding) return null
  // All items use the same account. Their data may have been loaded at different times, so the lowest value is safe.
  const available = Math.min(...fundings.map(availableFunds))
  const needed = fundings.reduce((sum, { neededCents }) => sum + neededCents, 0)
  return (
    <p className="figures">
      {m.common_fundingCovers({
        balance: formatMoney(cents(available)),
        needed: formatMoney(cents(needed)),
        left: formatMoney(cents(available - needed)),
      })}
    </p>
  )
}

interface ResultViewProps extends BulkDecisionDialogProps, SplitItems {
  /** In the order of the items. Outcomes that have not arrived yet are missing at the end. */
  readonly outcomes: readonly SeriesResult[]
}

function ResultView({ decision, noun, items, excludedItems, outcomes, onClose }: ResultViewProps) {
  const isFinished = outcomes.length === items.length
  const results: ItemResult[] = []
  for (const [index, item] of items.entries()) {
    const outcome = outcomes[index]
    if (outcome) results.push({ item, outcome })
  }
  const doneResults = results.filter(({ outcome }) => outcome.kind === 'done')
  const unknownResults = results.filter(({ outcome }) => outcome.kind === 'unknown')
  const failedResults = results.filter(({ outcome }) => outcome.kind === 'refused' || outcome.kind === 'notSent')
  const isApproval = decision === 'approve'
  const counts = {
    done: doneResults.length,
    items: m.common_countedItems({ noun, count: items.length }),
  }
  const title = isApproval ? m.common_itemsApproved(counts) : m.common_itemsRejected(counts)
  return (
    <Dialog
      open
      size="wide"
      locked={!isFinished}
      onClose={onClose}
      title={isFinished ? title : m.common_sendingItem({ position: outcomes.length + 1, total: items.length })}
      footer={
        <Button kind="primary" pending={!isFinished} onClick={onClose}>
          {m.common_close()}
        </Button>
      }
    >
      <div className="grid gap-4" role="status">
        <ResultSection title={m.common_noAnswer()} results={unknownResults} />
        <ResultSection title={isApproval ? m.common_notApproved() : m.common_notRejected()} results={failedResults} />
        <ResultSection title={isApproval ? m.common_approved() : m.common_rejectedLabel()} results={doneResults} />
        <ExcludedSection excludedItems={excludedItems} />
      </div>
    </Dialog>
  )
}

interface ItemResult {
  readonly item: BulkDecisionItem
  readonly outcome: SeriesResult
}

function ResultSection({ title, results }: { readonly title: string; readonly results: readonly ItemResult[] }) {
  if (results.length === 0) return null
  return (
    <ItemSection title={title}>
      {results.map(({ item, outcome }) => (
        <ItemLine key={item.id} item={item}>
          {outcome.kind !== 'done' && <li className="text-warning">{problemToText(outcome)}</li>}
        </ItemLine>
      ))}
    </ItemSection>
  )
}

function problemToText(outcome: Exclude<SeriesResult, { kind: 'done' }>): string {
  switch (outcome.kind) {
    case 'unknown':
      return m.common_noAnswerHint()
    case 'refused':
      return m.common_refusedBecause({ reason: outcome.text.replace(/\.$/, '') })
    case 'notSent':
      return m.common_notSent()
  }
}

function ExcludedSection({ excludedItems }: { readonly excludedItems: readonly ExcludedItem[] }) {
  if (excludedItems.length === 0) return null
  return (
    <ItemSection title={m.common_leftOut()}>
      {excludedItems.map(({ item, reason }) => (
        <ItemLine key={item.id} item={item}>
          <li className="text-muted">{reason}</li>
        </ItemLine>
      ))}
    </ItemSection>
  )
}

function ItemSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-1.5">
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      <ul className="grid divide-y divide-line rounded-lg border border-line">{children}</ul>
    </section>
  )
}

function ItemLine({ item, children }: { readonly item: BulkDecisionItem; readonly children: ReactNode }) {
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">{item.name}</span> {item.description}{' '}
          <span className="text-muted">{m.common_by({ maker: item.maker })}</span>
        </span>
        <span className="figures">{item.size}</span>
      </div>
      <ul className="text-sm">{children}</ul>
    </li>
  )
}
