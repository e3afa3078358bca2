// Confirms one decision about several batches or orders. The dialog lists each item with its current figures, names the
// excluded items with the reason, sends the decisions about the included items one by one, and shows each result.
import { m } from '#words/messages.js'
import { type ReactNode, useState } from 'react'
import { cents } from '#domain/money.ts'
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
  /** Why this user cannot decide about the item; undefined if they can. */
  readonly refusal: string | undefined
  /** Why the user has to wait before deciding about the item; undefined once its data is current. */
  readonly waitText: string | undefined
  /** How the user signs a decision about it; undefined if it needs no signature. */
  readonly signWith?: SignWith
  /** The item as it is signed. */
  readonly toSign: () => ItemOnScreen
  readonly toRequest: (reason: string | undefined, proof?: Proof) => Exclude<AnyChangeRequest, { kind: 'upload' }>
}

export interface BulkDecisionDialogProps {
  readonly decision: FinalDecision
  readonly noun: 'batch' | 'order'
  readonly money: FormatMoney
  /** The total of some of the items: 'SGD 96,240.00'. */
  readonly sumOf: (ids: readonly string[]) => string
  readonly maxReason: number
  /** The current items. While sending, the dialog shows the confirmed items. */
  readonly items: readonly BulkDecisionItem[]
  /** Called with the ids of the confirmed items, which no longer need to be reloaded. */
  readonly onSend: (ids: readonly string[]) => void
  /** Called for each item once it is decided. */
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}

interface Submission {
  readonly items: readonly BulkDecisionItem[]
  readonly excludedItems: readonly ExcludedItem[]
}

interface ExcludedItem {
  readonly item: BulkDecisionItem
  readonly reason: string
}

export function BulkDecisionDialog(props: BulkDecisionDialogProps) {
  const { decision, noun, money, sumOf, items: allItems, onSend, onDone } = props
  const ownerUser = useOwnerUser()
  const [submission, setSubmission] = useState<Submission>()
  const [outcomes, setOutcomes] = useState<readonly SeriesResult[]>([])
  const split = splitItems(allItems, decision, money)
  const { items } = split
  const waitText = allItems.find((item) => item.waitText !== undefined && item.refusal === undefined)?.waitText
  const countAndSum = m.common_itemsWithSum({
    items: m.common_countedItems({ noun, count: items.length }),
    sum: sumOf(items.map(({ id }) => id)),
  })
  const approval = useApproval<{ kind: 'done' }>({
    // Each item has its own result; this dialog asks only for the signature.
    isApproval: false,
    refusal: waitText === undefined && items.length === 0 ? m.common_noneCanBeDecided({ kind: noun }) : undefined,
    waitText,
    // One signature covers all items.
    signWith: decision === 'approve' ? items.find(({ signWith }) => signWith !== undefined)?.signWith : undefined,
    what: countAndSum,
  })
  const confirm = (reason: string | undefined, onSending: () => void) =>
    approval.decide({
      items: items.map(({ toSign }) => toSign()),
      send: async (proof) => {
        onSending()
        setSubmission(split)
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
  if (submission) return <ResultView {...props} {...submission} outcomes={outcomes} />
  return <ConfirmView {...props} {...{ split, waitText, countAndSum, approval }} onConfirm={confirm} />
}

interface ConfirmViewProps extends BulkDecisionDialogProps {
  readonly split: Submission
  readonly waitText: string | undefined
  readonly countAndSum: string
  readonly approval: Pick<OpenApproval, 'disabledReason' | 'isSigning' | 'signature'>
  /** `onSending`: called when the decisions are sent, after the signature. */
  readonly onConfirm: (reason: string | undefined, onSending: () => void) => void
}

function ConfirmView({
  decision,
  noun,
  money,
  maxReason,
  items: allItems,
  split: { items, excludedItems },
  waitText,
  countAndSum,
  approval,
  onConfirm,
  onClose,
}: ConfirmViewProps) {
  const { online } = useConnection()
  const {
    draft: reason,
    setDraft: setReason,
    forget,
  } = useTypedDraft<string>(`${decision} several of ${noun}`, () => '')
  const isApproval = decision === 'approve'
  const canDecideNone = waitText === undefined && items.length === 0
  const allItemsText = m.common_countedItems({ noun, count: allItems.length })
  const question = isApproval
    ? m.common_confirmApproval({ items: allItemsText })
    : m.common_confirmRejection({ items: allItemsText })
  const holdMinutes = items.find((item) => item.holdMinutes !== undefined)?.holdMinutes
  return (
    <ConfirmDialog
      open
      size="wide"
      title={canDecideNone ? m.common_noneCanBeDecided({ kind: noun }) : question}
      effect={
        isApproval
          ? m.common_approvalEffect({
              hasMinutes: holdMinutes === undefined ? 'no' : 'yes',
              minutes: holdMinutes ?? 0,
            })
          : m.common_rejectionEffect()
      }
      confirmLabel={
        isApproval ? m.common_approveItems({ items: countAndSum }) : m.common_rejectItems({ items: countAndSum })
      }
      danger={!isApproval}
      keepsInput
      disabledReason={(online ? undefined : OFFLINE_REASON) ?? approval.disabledReason}
      pending={approval.isSigning}
      onConfirm={() => onConfirm(blankToUndefined(reason), forget)}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        {waitText !== undefined && <CheckingRows />}
        {waitText === undefined && isApproval && <FundingSummary items={items} money={money} />}
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
            onChange={(text) => setReason(() => text)}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}

/** Separates the items to decide about from the excluded ones. Funds are assigned in list order, oldest first. */
function splitItems(allItems: readonly BulkDecisionItem[], decision: FinalDecision, money: FormatMoney): Submission {
  const decidableItems = allItems.filter(({ refusal }) => refusal === undefined)
  const missingAmounts =
    decision === 'approve'
      ? missingFundsInOrder(decidableItems.map(({ funding }) => funding))
      : decidableItems.map(() => 0)
  const exclusionReason = (item: BulkDecisionItem): string | undefined => {
    const index = decidableItems.indexOf(item)
    const missingCents = missingAmounts[index] ?? 0
    if (item.refusal !== undefined || missingCents === 0) return item.refusal
    const isAfterOthers = decidableItems.some(
      ({ funding }, other) => other < index && missingAmounts[other] === 0 && (funding?.neededCents ?? 0) > 0,
    )
    return m.common_notCovered({ missing: money(cents(missingCents)), afterOthers: isAfterOthers ? 'yes' : 'no' })
  }
  return {
    items: allItems.filter((item) => exclusionReason(item) === undefined),
    excludedItems: allItems.flatMap((item) => {
      const reason = exclusionReason(item)
      return reason === undefined ? [] : [{ item, reason }]
    }),
  }
}

function FundingSummary({
  items,
  money,
}: {
  readonly items: readonly BulkDecisionItem[]
  readonly money: FormatMoney
}) {
  const fundings = items.flatMap(({ funding }) => funding ?? [])
  const [firstFunding] = fundings
  if (!firstFunding) return null
  // All items use the same account, but their data may have been loaded at different times; the lowest value is safe.
  const available = Math.min(...fundings.map(availableFunds))
  const needed = fundings.reduce((sum, { neededCents }) => sum + neededCents, 0)
  return (
    <p className="figures">
      {m.common_fundingCovers({
        balance: money(cents(available)),
        needed: money(cents(needed)),
        left: money(cents(available - needed)),
      })}
    </p>
  )
}

interface ResultViewProps extends BulkDecisionDialogProps, Submission {
  readonly outcomes: readonly SeriesResult[]
}

function ResultView({ decision, noun, items, excludedItems, outcomes, onClose }: ResultViewProps) {
  const isFinished = outcomes.length === items.length
  const outcomesOfKind = (...kinds: readonly SeriesResult['kind'][]) =>
    items.flatMap((item, index) => {
      const outcome = outcomes[index]
      return outcome && kinds.includes(outcome.kind) ? [{ item, outcome }] : []
    })
  const doneOutcomes = outcomesOfKind('done')
  const isApproval = decision === 'approve'
  const title = isApproval
    ? m.common_itemsApproved({
        done: doneOutcomes.length,
        items: m.common_countedItems({ noun: noun, count: items.length }),
      })
    : m.common_itemsRejected({
        done: doneOutcomes.length,
        items: m.common_countedItems({ noun: noun, count: items.length }),
      })
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
        <ResultSection
          title={m.common_noAnswer()}
          outcomes={outcomesOfKind('unknown')}
          noteOf={() => m.common_noAnswerHint()}
        />
        <ResultSection
          title={isApproval ? m.common_notApproved() : m.common_notRejected()}
          outcomes={outcomesOfKind('refused', 'notSent')}
          noteOf={(outcome) =>
            outcome.kind === 'refused'
              ? m.common_refusedBecause({ reason: outcome.text.replace(/\.$/, '') })
              : m.common_notSent()
          }
        />
        <ResultSection title={isApproval ? m.common_approved() : m.common_rejectedLabel()} outcomes={doneOutcomes} />
        <ExcludedSection excludedItems={excludedItems} />
      </div>
    </Dialog>
  )
}

interface ResultSectionProps {
  readonly title: string
  readonly outcomes: readonly { readonly item: BulkDecisionItem; readonly outcome: SeriesResult }[]
  readonly noteOf?: (outcome: SeriesResult) => string
}

function ResultSection({ title, outcomes, noteOf }: ResultSectionProps) {
  if (outcomes.length === 0) return null
  return (
    <ItemSection title={title}>
      {outcomes.map(({ item, outcome }) => (
        <ItemLine key={item.id} item={item}>
          {noteOf && <li className="text-warning">{noteOf(outcome)}</li>}
        </ItemLine>
      ))}
    </ItemSection>
  )
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
