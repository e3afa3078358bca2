// One uploaded file of events: its content, and the effect that applying it would have. Here a user who did not upload
// the file confirms or rejects it.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { FeedFile } from '#contract/feed.ts'
import { feedFileDecisionRefusal, type FeedFileState, MAX_FEED_FILE_REASON } from '#domain/feed/files.ts'
import { amountToText } from '#domain/money.ts'
import { type FileDecision, fileToChange, findPendingFileChange } from '#flows/pending-changes/feed-changes.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { blankToUndefined, ReasonField } from '#pages/shared/ReasonField.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { DoneBy } from '#ui/tables/cells.tsx'
import type { Tone } from '#ui/tones.tsx'
import { faultTexts, kindLabels } from './words.ts'

export const fileStateLabels: Readonly<Record<FeedFileState, string>> = {
  waiting: m.feed_fileWaits(),
  posted: m.feed_filePosted(),
  rejected: m.feed_fileRejected(),
}
const tones: Readonly<Record<FeedFileState, Tone>> = { waiting: 'waiting', posted: 'positive', rejected: 'neutral' }

export const FileBadge = ({ state }: { readonly state: FeedFileState }) => (
  <Badge tone={tones[state]}>{fileStateLabels[state]}</Badge>
)

interface FileDetailsProps {
  readonly ownerUser: string
  readonly fileId: string
  /** The file, if the list on the page contains it. */
  readonly listed: FeedFile | undefined
  readonly onClose: () => void
}

export function FileDetails({ ownerUser, fileId, listed, onClose }: FileDetailsProps) {
  const { online } = useConnection()
  const [decision, setDecision] = useState<FileDecision>()
  const query = useServerQuery('feedFiles', { fileId }, { enabled: listed === undefined })
  const file = listed ?? query.data?.files[0]
  if (file && decision)
    return (
      <DecisionDialog
        ownerUser={ownerUser}
        file={file}
        decision={decision}
        onDone={() => {
          setDecision(undefined)
          onClose()
        }}
        onClose={() => setDecision(undefined)}
      />
    )
  const refusal = file && feedFileDecisionRefusal(file)
  const disabledReason = online ? refusal : OFFLINE_REASON
  const hasLoadingEnded = query.data !== undefined || query.failure !== undefined
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={file?.fileName ?? m.feed_eventFile()}
      footer={
        <>
          <Button onClick={onClose}>{m.common_close()}</Button>
          <TrailLink type="feedFile" id={fileId} />
          {file?.state === 'waiting' && (
            <>
              <Button disabledReason={disabledReason} onClick={() => setDecision('reject')}>
                {m.common_reject()}
              </Button>
              <Button kind="primary" disabledReason={disabledReason} onClick={() => setDecision('confirm')}>
                {m.funding_confirm()}
              </Button>
            </>
          )}
        </>
      }
    >
      {file && <FileFacts file={file} />}
      {!file && hasLoadingEnded && <EmptyState title={query.failure?.text ?? m.feed_noSuchFile()} />}
      {!file && !hasLoadingEnded && <SkeletonLines lines={4} />}
    </Dialog>
  )
}

/** What the user should know before the decision. */
function warningsOf({ preview }: FeedFile): readonly string[] {
  const { faults, refused, known, waiting, differences } = preview
  // `known` includes the refused events.
  const unchanged = known - refused
  const warnings = faults.map(({ fault, count }) => m.feed_wouldBeListed({ count, problem: faultTexts[fault].label }))
  if (refused > 0) warnings.push(m.feed_wouldBeRefused({ count: refused }))
  if (unchanged > 0) warnings.push(m.feed_knownBefore({ count: unchanged }))
  if (waiting > 0) warnings.push(m.feed_wouldWait({ count: waiting }))
  if (differences > 0) warnings.push(m.feed_wouldDiffer({ count: differences }))
  return warnings
}

function FileFacts({ file }: { readonly file: FeedFile }) {
  const { state, source, kinds, events, totals, currency, preview } = file
  const warnings = warningsOf(file)
  const renderFigures = (text: string | number) => <span className="figures">{text}</span>
  const facts: Fact[] = [
    { label: m.common_status(), value: <FileBadge state={state} /> },
    { label: m.common_cardProcessor(), value: source },
    { label: m.feed_events(), value: renderFigures(events) },
  ]
  // Events of kinds that move no money have only a count.
  for (const { kind, count, amount } of kinds) {
    const text =
      amount === null
        ? String(count)
        : m.feed_countAndSum({ count: String(count), sum: amountToText(amount, currency) })
    facts.push({ label: kindLabels[kind], value: renderFigures(text) })
  }
  if (totals > 0) facts.push({ label: m.feed_totalsInFile(), value: renderFigures(totals) })
  facts.push(
    { label: m.feed_cardsPay(), value: renderFigures(amountToText(preview.posted, currency)) },
    {
      label: m.batches_uploadedBy(),
      value: <DoneBy by={file.isOwn ? m.orders_you() : file.uploadedBy} at={file.uploadedAt} />,
    },
  )
  if (file.decidedBy !== null)
    facts.push({ label: m.common_decidedBy(), value: <DoneBy by={file.decidedBy} at={file.decidedAt} /> })
  if (file.rejectReason !== null) facts.push({ label: m.common_reason(), value: file.rejectReason })
  return (
    <div className="grid gap-4">
      {state === 'waiting' && warnings.length > 0 && (
        <Banner kind="warning" title={m.feed_beforeYouConfirm()}>
          <ul className="list-disc ps-5">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Banner>
      )}
      <Facts facts={facts} />
    </div>
  )
}

interface DecisionDialogProps {
  readonly ownerUser: string
  readonly file: FeedFile
  readonly decision: FileDecision
  readonly onDone: () => void
  readonly onClose: () => void
}

function DecisionDialog({ ownerUser, file, decision, onDone, onClose }: DecisionDialogProps) {
  const { fileId, fileName, events } = file
  const pendingChanges = usePendingChanges(ownerUser)
  const { draft: reason, setDraft: setReason, forget } = useTypedDraft<string>(`${decision} file ${fileId}`, () => '')
  const [isSending, setIsSending] = useState(false)
  const textsByDecision = {
    confirm: {
      title: m.feed_confirmFileQuestion({ fileName }),
      effect: m.feed_confirmFileEffect({ sum: amountToText(file.preview.posted, file.currency) }),
      label: m.feed_applyEvents({ count: events }),
    },
    reject: {
      title: m.feed_rejectFileQuestion({ fileName }),
      effect: m.feed_rejectFileEffect(),
      label: m.feed_rejectFile(),
    },
  }
  const { title, effect, label } = textsByDecision[decision]
  return (
    <ChangeDialog
      title={title}
      effect={effect}
      confirmLabel={label}
      danger={decision === 'reject'}
      earlier={{ ownerUser, change: findPendingFileChange(pendingChanges, decision, fileId) }}
      send={() => sendChange(ownerUser, fileToChange(file, decision, blankToUndefined(reason)))}
      onSending={setIsSending}
      keepsInput
      onDone={() => {
        forget()
        onDone()
      }}
      onClose={onClose}
    >
      <FileFacts file={file} />
      {decision === 'reject' && (
        <ReasonField
          hint={m.feed_rejectFileHint()}
          maxLength={MAX_FEED_FILE_REASON}
          value={reason}
          readOnly={isSending}
          onChange={(text) => setReason(() => text)}
        />
      )}
    </ChangeDialog>
  )
}
