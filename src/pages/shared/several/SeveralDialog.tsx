// One dialog for a decision about several batches or orders. Lists each with its current rows, names the excluded ones
// with the reason, sends the others one by one, and shows each result.
import { type ReactNode, useState } from 'react'
import { cents, type Cents } from '#domain/money.ts'
import { availableOf, coverInOrder, type Funding } from '#domain/funding.ts'
import type { AnyChangeRequest } from '#flows/pending-changes/kinds.ts'
import { carryOutSeveral, type Fate } from '#flows/pending-changes/several.ts'
import { Checking } from '#pages/shared/fresh.tsx'
import { ReasonField, reasonOf } from '#pages/shared/ReasonField.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import * as say from '#words/pages/shared/several.ts'
import type { MoneyWords } from '../Funding.tsx'
import type { SeveralDecision } from './SelectionBar.tsx'

/** One batch or order with its current rows. */
export interface SeveralItem {
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
  readonly waits: string | undefined
  readonly toRequest: (reason: string | undefined) => Exclude<AnyChangeRequest, { kind: 'upload' }>
}

interface SeveralDialogProps {
  readonly ownerUser: string
  readonly decision: SeveralDecision
  readonly noun: say.Noun
  readonly money: MoneyWords
  readonly maxReason: number
  /** The current items. While sending, the dialog shows the confirmed items. */
  readonly items: readonly SeveralItem[]
  /** The responses for these items no longer need to be loaded. */
  readonly onSend: (ids: readonly string[]) => void
  /** Called for each item once it is decided. */
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}

interface Sent {
  readonly items: readonly SeveralItem[]
  readonly leftOut: readonly LeftOut[]
}

interface LeftOut {
  readonly item: SeveralItem
  readonly why: string
}

export function SeveralDialog(props: SeveralDialogProps) {
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

interface QuestionProps extends SeveralDialogProps {
  readonly onConfirm: (sent: Sent, reason: string | undefined) => void
}

function Question({ decision, noun, money, maxReason, items: all, onConfirm, onClose }: QuestionProps) {
  const { online } = useConnection()
  const [reason, setReason] = useState('')
  const { items, leftOut } = split(all, decision, money)
  const waits = all.find((item) => item.waits !== undefined && item.refusal === undefined)?.waits
  const sum = money(cents(items.reduce((total, item) => total + item.cents, 0)))
  const chosen = say.things(items.length, noun)
  const withSum = say.thingsWithSum(chosen, sum)
  const isApproval = decision === 'approve'
  return (
    <ConfirmDialog
      open
      size="wide"
      title={(isApproval ? say.confirmApproval : say.confirmRejection)(say.things(all.length, noun))}
      effect={
        isApproval
          ? say.approvalEffect(items.find(({ holdMinutes }) => holdMinutes !== undefined)?.holdMinutes)
          : say.rejectionEffect
      }
      confirmLabel={(isApproval ? say.approveThese : say.rejectThese)(withSum)}
      danger={!isApproval}
      disabledReason={
        (online ? undefined : OFFLINE_REASON) ?? waits ?? (items.length === 0 ? say.nothingLeft(noun.many) : undefined)
      }
      onConfirm={() => onConfirm({ items, leftOut }, reasonOf(reason))}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        {waits !== undefined && <Checking />}
        {waits === undefined && isApproval && <FundingLine items={items} money={money} />}
        {items.length > 0 && (
          <Part title={say.included}>
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
            hint={say.makersSeeReason}
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
function split(all: readonly SeveralItem[], decision: SeveralDecision, money: MoneyWords): Sent {
  const possible = all.filter(({ refusal }) => refusal === undefined)
  const missing = decision === 'approve' ? coverInOrder(possible.map(({ funding }) => funding)) : possible.map(() => 0)
  const why = (item: SeveralItem): string | undefined => {
    const short = missing[possible.indexOf(item)] ?? 0
    return item.refusal ?? (short > 0 ? say.notCovered(money(cents(short))) : undefined)
  }
  return {
    items: all.filter((item) => why(item) === undefined),
    leftOut: all.flatMap((item) => {
      const reason = why(item)
      return reason === undefined ? [] : [{ item, why: reason }]
    }),
  }
}

function FundingLine({ items, money }: { readonly items: readonly SeveralItem[]; readonly money: MoneyWords }) {
  const funded = items.flatMap(({ funding }) => funding ?? [])
  const [first] = funded
  if (!first) return null
  const available = Math.min(...funded.map(availableOf))
  const needed = funded.reduce((sum, { neededCents }) => sum + neededCents, 0)
  return (
    <p className="figures">
      {say.fundingCovers(money(cents(available)), money(cents(needed)), money(cents(available - needed)))}
    </p>
  )
}

interface OutcomeProps extends SeveralDialogProps, Sent {
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
  const title = (isApproval ? say.approvedOf : say.rejectedOf)(done.length, say.things(items.length, noun))
  return (
    <Dialog
      open
      size="wide"
      locked={!isOver}
      onClose={onClose}
      title={isOver ? title : say.sendingOf(fates.length + 1, items.length)}
      footer={
        <Button kind="primary" pending={!isOver} onClick={onClose}>
          {say.close}
        </Button>
      }
    >
      <div className="grid gap-4" role="status">
        <ResultSection title={say.noAnswer} fates={of('unknown')} words={() => say.noAnswerYet} />
        <ResultSection
          title={isApproval ? say.notApproved : say.notRejected}
          fates={of('refused', 'notSent')}
          words={(fate) => (fate.kind === 'refused' ? say.refusedBecause(fate.text) : say.notSent)}
        />
        <ResultSection title={isApproval ? say.approved : say.rejected} fates={done} />
        <ExcludedSection leftOut={leftOut} />
      </div>
    </Dialog>
  )
}

interface ResultSectionProps {
  readonly title: string
  readonly fates: readonly { readonly item: SeveralItem; readonly fate: Fate }[]
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
    <Part title={say.leftOut}>
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

function Line({ item, children }: { readonly item: SeveralItem; readonly children: ReactNode }) {
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">{item.name}</span> {item.about}{' '}
          <span className="text-muted">{say.by(item.maker)}</span>
        </span>
        <span className="figures">{item.size}</span>
      </div>
      <ul className="text-sm">{children}</ul>
    </li>
  )
}
