// One event that was not applied: the reason, what to do, the event's content in words, who works on it, and how it was
// resolved. The user can take the event, try it again, or resolve it with a note.
import { m } from '#words/messages.js'
import { useMemo, useState } from 'react'
import { MAX_FEED_NOTE } from '#domain/feed/event-types.ts'
import { eventToChange, type FeedChange, findPendingFeedChange } from '#flows/pending-changes/feed-changes.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { ReasonField } from '#pages/shared/ReasonField.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { DoneBy } from '#ui/tables/cells.tsx'
import { EventCard, type EventRow, exceptionToRow, TakenBy } from './rows.tsx'
import { eventToFacts, faultTexts } from './words.ts'

interface EventDetailsProps {
  readonly ownerUser: string
  readonly id: string
  /** The event, if the list on the page contains it. */
  readonly listed: EventRow | undefined
  readonly onClose: () => void
}

export function EventDetails({ ownerUser, id, listed, onClose }: EventDetailsProps) {
  const { online } = useConnection()
  const username = useSession()?.user.username
  const [change, setChange] = useState<FeedChange>()
  // The event is loaded if it is on another page of the list, or if the list shows another status. With an id, the
  // server finds an event of any status.
  const query = useServerQuery('feedExceptions', { id, status: 'open' }, { enabled: listed === undefined })
  const loadedException = query.data?.exceptions[0]
  const loadedRow = useMemo(() => loadedException && exceptionToRow(loadedException), [loadedException])
  const row = listed ?? loadedRow
  if (row && change)
    return (
      <FeedChangeDialog
        ownerUser={ownerUser}
        row={row}
        change={change}
        onDone={() => {
          setChange(undefined)
          // A user who takes an event works on it next, so the details stay open.
          if (change !== 'take') onClose()
        }}
        onClose={() => setChange(undefined)}
      />
    )
  const offlineReason = online ? undefined : OFFLINE_REASON
  const isOpen = row?.resolvedAt === null
  const isTakenByUser = row?.takenBy === username
  const hasLoadingEnded = query.data !== undefined || query.failure !== undefined
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={row ? m.feed_event({ eventId: row.eventId }) : m.feed_eventColumn()}
      description={row && `${row.kindText}: ${row.problem}`}
      footer={
        <>
          <Button onClick={onClose}>{m.common_close()}</Button>
          <TrailLink type="feedException" id={id} />
          {isOpen && (
            <>
              {!isTakenByUser && (
                <Button disabledReason={offlineReason} onClick={() => setChange('take')}>
                  {m.feed_take()}
                </Button>
              )}
              <Button disabledReason={offlineReason} onClick={() => setChange('resolve')}>
                {m.feed_resolve()}
              </Button>
              <Button
                kind="primary"
                disabledReason={offlineReason ?? retryRefusal(row)}
                onClick={() => setChange('retry')}
              >
                {m.common_tryAgain()}
              </Button>
            </>
          )}
        </>
      }
    >
      {row && (
        <div className="grid gap-4">
          {isOpen && <Banner kind="warning" title={faultTexts[row.fault].hint} />}
          <EventFacts row={row} />
        </div>
      )}
      {!row && hasLoadingEnded && <EmptyState title={query.failure?.text ?? m.feed_noSuchException()} />}
      {!row && !hasLoadingEnded && <SkeletonLines lines={4} />}
    </Dialog>
  )
}

const retryRefusal = ({ fault }: EventRow) => (fault === 'otherContent' ? m.feed_sentWithOtherContent() : undefined)

function EventFacts({ row }: { readonly row: EventRow }) {
  const { amountText, source, note, resolvedAt, resolvedBy } = row
  const facts: Fact[] = []
  if (amountText !== '') facts.push({ label: m.common_amount(), value: <span className="figures">{amountText}</span> })
  facts.push(
    { label: m.common_trackingNumber(), value: <EventCard row={row} /> },
    { label: m.feed_eventTime(), value: <Instant value={row.at} /> },
    ...eventToFacts(row.event),
    { label: m.common_cardProcessor(), value: source },
    { label: m.feed_foundAt(), value: <Instant value={row.foundAt} /> },
    { label: m.feed_takenBy(), value: <TakenBy row={row} /> },
  )
  if (resolvedAt !== null) {
    const resolver = resolvedBy ?? m.feed_laterEvent()
    facts.push({ label: m.feed_resolvedBy(), value: <DoneBy by={resolver} at={resolvedAt} /> })
    if (note !== '') facts.push({ label: m.common_note(), value: note })
  }
  return <Facts facts={facts} />
}

interface FeedChangeDialogProps {
  readonly ownerUser: string
  readonly row: EventRow
  readonly change: FeedChange
  readonly onDone: () => void
  readonly onClose: () => void
}

function FeedChangeDialog({ ownerUser, row, change, onDone, onClose }: FeedChangeDialogProps) {
  const { id, eventId, takenBy } = row
  const pendingChanges = usePendingChanges(ownerUser)
  const { draft: note, setDraft: setNote, forget } = useTypedDraft<string>(`resolve event ${id}`, () => '')
  const [isSending, setIsSending] = useState(false)
  const textsByChange = {
    take: {
      title: m.feed_takeQuestion({ eventId }),
      effect: takenBy === null ? m.feed_takeEffect() : m.feed_takeOverEffect({ who: takenBy }),
      label: m.feed_takeLabel(),
    },
    resolve: {
      title: m.feed_resolveQuestion({ eventId }),
      effect: m.feed_resolveEffect(),
      label: m.feed_resolveLabel(),
    },
    retry: { title: m.feed_retryQuestion({ eventId }), effect: m.feed_retryEffect(), label: m.feed_retryLabel() },
  }
  const { title, effect, label } = textsByChange[change]
  const isNoteMissing = change === 'resolve' && note.trim() === ''
  return (
    <ChangeDialog
      title={title}
      effect={effect}
      confirmLabel={label}
      danger={change === 'resolve'}
      disabledReason={isNoteMissing ? m.feed_noteMissing() : undefined}
      earlier={{ ownerUser, change: findPendingFeedChange(pendingChanges, change, id) }}
      send={() => sendChange(ownerUser, eventToChange(row, change, note.trim()))}
      onSending={setIsSending}
      keepsInput
      onDone={() => {
        if (change === 'resolve') forget()
        onDone()
      }}
      onClose={onClose}
    >
      {change === 'resolve' && (
        <ReasonField
          label={m.common_note()}
          hint={m.feed_noteHint()}
          required
          maxLength={MAX_FEED_NOTE}
          value={note}
          readOnly={isSending}
          onChange={(text) => setNote(() => text)}
        />
      )}
    </ChangeDialog>
  )
}
