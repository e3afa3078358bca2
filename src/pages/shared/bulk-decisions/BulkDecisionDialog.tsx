// One dialog for a decision about several batches or orders. Lists each with its current rows, names the excluded ones
// with the reason, sends the others one by one, and shows each result.
import { m } from '#words/messages.js'
import { type ReactNode, useState } from 'react'
import { cents, type Cents } from '#domain/money.ts'
import { availableOf, coverInOrder, type Funding } from '#domain/funding.ts'
import type { AnyChangeRequest } from '#flows/pending-changes/kinds.ts'
import { carryOutSeveral, type Fate } from '#flows/pending-changes/several.ts'
import { CheckingRows } from '#pages/shared/freshness.tsx'
import { ReasonField, blankToUndefined } from '#pages/shared/ReasonField.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import type { FormatMoney } from '../Funding.tsx'
import type { BulkDecision } from './SelectionBar.tsx'

/** One batch or order with its current rows. */
export interface BulkDecisionItem {
  readonly id: string
  /** 'Batch 12'. */
  readonly name: string
  /** Reference or campaign. */
  readonly about: string
  readonly maker: string
  /** '4,812 loads, SGD 96,240.00'. */
  readonly size: string
  readonly cents: Cents
  readonly warnings: readonly string[]
  /** Undefined if no account funds it. */
  readonly funding: Funding | undefined
  /** How long it is on hold after an approval, in minutes. */
  readonly holdMinutes?: number | undefined
  /** Why this user cannot decide it here. */
  readonly refusal: string | undefined
  /** Why it cannot be decided yet. */
  readonly waitText: string | undefined
  readonly toRequest: (reason: string | undefined) => Exclude<AnyChangeRequest, { kind: 'upload' }>
}

interface BulkDecisionDialogProps {
  readonly ownerUser: string
  readonly decision: BulkDecision
  readonly noun: 'batch' | 'order'
  readonly money: FormatMoney
  readonly maxReason: number
  /** The current items. While sending, the dialog shows the confirmed items. */
  readonly items: readonly BulkDecisionItem[]
  /** The responses for these items no longer need to be loaded. */
  readonly onSend: (ids: readonly string[]) => void
  /** Called for each item once it is decided. */
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}

interface Sent {
  readonly items: readonly BulkDecisionItem[]
  readonly leftOut: readonly LeftOut[]
}

interface LeftOut {
  readonly item: BulkDecisionItem
  readonly why: string
}

export function BulkDecisionDialog(props: BulkDecisionDialogProps) {
  const { ownerUser, onSend, onDone } = props
  const [sent, setSent] = useState<Sent>()
  const [fates, setFates] = useState<readonly Fate[]>([])
  const send = async (now: Sent, reason: string | undefined) => {
    setSent(now)
    onSend(now.items.map(({ id }) => id))
    await carryOutSeveral(
      ownerUser,
      now.items.map(({ toRequest }) => toRequest(reason)),
      (fate, at) => {
        setFates((before) => [...before, fate])
        const item = now.items[at]
        if (fate.kind === 'done' && item) onDone(item.id)
      },
    )
  }
  if (sent) return <Outcome {...props} {...sent} fates={fates} />
  return <Question {...props} onConfirm={(now, reason) => void send(now, reason)} />
}

interface QuestionProps extends BulkDecisionDialogProps {
  readonly onConfirm: (sent: Sent, reason: string | undefined) => void
}

function Question({ decision, noun, money, maxReason, items: all, onConfirm, onClose }: QuestionProps) {
  const { online } = useConnection()
  const [reason, setReason] = useState('')
  const { items, leftOut } = split(all, decision, money)
  const waits = all.find((item) => item.waitText !== undefined && item.refusal === undefined)?.waitText
  const sum = money(cents(items.reduce((total, item) => total + item.cents, 0)))
  const chosen = m.common_things({ kind: noun, count: items.length })
  const withSum = m.common_thingsWithSum({ things: chosen, sum })
  const isApproval = decision === 'approve'
  return (
    <ConfirmDialog
      open
      size="wide"
      title={
        isApproval
          ? m.common_confirmApproval({ things: m.common_things({ kind: noun, count: all.length }) })
          : m.common_confirmRejection({ things: m.common_things({ kind: noun, count: all.length }) })
      }
      effect={
        isApproval
          ? m.common_approvalEffect({
              hasMinutes:
                items.find(({ holdMinutes }) => holdMinutes !== undefined)?.holdMinutes === undefined ? 'no' : 'yes',
              minutes: items.find(({ holdMinutes }) => holdMinutes !== undefined)?.holdMinutes ?? 0,
            })
          : m.common_rejectionEffect()
      }
      confirmLabel={isApproval ? m.common_approveThese({ things: withSum }) : m.common_rejectThese({ things: withSum })}
      danger={!isApproval}
      disabledReason={
        (online ? undefined : OFFLINE_REASON) ??
        waits ??
        (items.length === 0 ? m.common_nothingLeft({ kind: noun }) : undefined)
      }
      onConfirm={() => onConfirm({ items, leftOut }, blankToUndefined(reason))}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        {waits !== undefined && <CheckingRows />}
        {waits === undefined && isApproval && <FundingLine items={items} money={money} />}
        {items.length > 0 && (
          <Part title={m.common_included()}>
            {items.map((item) => (
              <Line key={item.id} item={item}>
                {item.warnings.map((warning) => (
                  <li key={warning} className="text-warning">
                    {warning}
                  </li>
                ))}
              </Line>
            ))}
          </Part>
        )}
        <ExcludedSection leftOut={leftOut} />
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

/** Separates the items to decide from the excluded ones. Money is assigned in list order, oldest first. */
function split(all: readonly BulkDecisionItem[], decision: BulkDecision, money: FormatMoney): Sent {
  const possible = all.filter(({ refusal }) => refusal === undefined)
  const missing = decision === 'approve' ? coverInOrder(possible.map(({ funding }) => funding)) : possible.map(() => 0)
  const why = (item: BulkDecisionItem): string | undefined => {
    const short = missing[possible.indexOf(item)] ?? 0
    return item.refusal ?? (short > 0 ? m.common_notCovered({ missing: money(cents(short)) }) : undefined)
  }
  return {
    items: all.filter((item) => why(item) === undefined),
    leftOut: all.flatMap((item) => {
      const reason = why(item)
      return reason === undefined ? [] : [{ item, why: reason }]
    }),
  }
}

function FundingLine({ items, money }: { readonly items: readonly BulkDecisionItem[]; readonly money: FormatMoney }) {
  const funded = items.flatMap(({ funding }) => funding ?? [])
  const [first] = funded
  if (!first) return null
  const available = Math.min(...funded.map(availableOf))
  const needed = funded.reduce((sum, { neededCents }) => sum + neededCents, 0)
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

interface OutcomeProps extends BulkDecisionDialogProps, Sent {
  readonly fates: readonly Fate[]
}

function Outcome({ decision, noun, items, leftOut, fates, onClose }: OutcomeProps) {
  const isOver = fates.length === items.length
  const of = (...kinds: readonly Fate['kind'][]) =>
    items.flatMap((item, at) => {
      const fate = fates[at]
      return fate && kinds.includes(fate.kind) ? [{ item, fate }] : []
    })
  const done = of('done')
  const isApproval = decision === 'approve'
  const title = isApproval
    ? m.common_approvedOf({ done: done.length, things: m.common_things({ kind: noun, count: items.length }) })
    : m.common_rejectedOf({ done: done.length, things: m.common_things({ kind: noun, count: items.length }) })
  return (
    <Dialog
      open
      size="wide"
      locked={!isOver}
      onClose={onClose}
      title={isOver ? title : m.common_sendingOf({ at: fates.length + 1, total: items.length })}
      footer={
        <Button kind="primary" pending={!isOver} onClick={onClose}>
          {m.common_close()}
        </Button>
      }
    >
      <div className="grid gap-4" role="status">
        <ResultSection title={m.common_noAnswer()} fates={of('unknown')} words={() => m.common_noAnswerYet()} />
        <ResultSection
          title={isApproval ? m.common_notApproved() : m.common_notRejected()}
          fates={of('refused', 'notSent')}
          words={(fate) =>
            fate.kind === 'refused'
              ? m.common_refusedBecause({ reasonReplace: fate.text.replace(/\.$/, '') })
              : m.common_notSent()
          }
        />
        <ResultSection title={isApproval ? m.common_approved() : m.common_batchRejected()} fates={done} />
        <ExcludedSection leftOut={leftOut} />
      </div>
    </Dialog>
  )
}

interface ResultSectionProps {
  readonly title: string
  readonly fates: readonly { readonly item: BulkDecisionItem; readonly fate: Fate }[]
  readonly words?: (fate: Fate) => string
}

function ResultSection({ title, fates, words }: ResultSectionProps) {
  if (fates.length === 0) return null
  return (
    <Part title={title}>
      {fates.map(({ item, fate }) => (
        <Line key={item.id} item={item}>
          {words && <li className="text-warning">{words(fate)}</li>}
        </Line>
      ))}
    </Part>
  )
}

function ExcludedSection({ leftOut }: { readonly leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null
  return (
    <Part title={m.common_leftOut()}>
      {leftOut.map(({ item, why }) => (
        <Line key={item.id} item={item}>
          <li className="text-muted">{why}</li>
        </Line>
      ))}
    </Part>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-1.5">
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      <ul className="grid divide-y divide-line rounded-lg border border-line">{children}</ul>
    </section>
  )
}

function Line({ item, children }: { readonly item: BulkDecisionItem; readonly children: ReactNode }) {
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">{item.name}</span> {item.about}{' '}
          <span className="text-muted">{m.common_by({ maker: item.maker })}</span>
        </span>
        <span className="figures">{item.size}</span>
      </div>
      <ul className="text-sm">{children}</ul>
    </li>
  )
}
