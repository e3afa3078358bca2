// Create Batch Load (batches §2): a file becomes a batch that awaits approval, in three steps. The page shows the step that
// the wizard is in; what a step needs is handed to it.
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { batchKinds, batchSteps } from '#domain/batch/kinds.ts'
import type { BatchWizard } from '#flows/batch.ts'
import { snapshotToStep } from '#machines/batch.ts'
import { ownerUserOf, useSession } from '#services/session.ts'
import { sheetsWorker } from '#services/sheets-worker.ts'
import { Banner } from '#ui/Banner.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { ChooseStep } from './wizard/ChooseStep.tsx'
import { ConfirmStep } from './wizard/ConfirmStep.tsx'
import { DoneStep } from './wizard/DoneStep.tsx'
import { ReviewStep } from './wizard/ReviewStep.tsx'
import { SaveMark, StorageWarning } from './wizard/SaveMark.tsx'
import { UnreadableDraft } from './wizard/UnreadableDraft.tsx'
import { useCell } from './wizard/useCell.ts'
import { useOpenBatch } from './wizard/useOpenBatch.ts'

const { title } = batchKinds.load

export default function CreateBatchLoadPage() {
  const session = useSession()
  const { opened, reopen } = useOpenBatch(session && ownerUserOf(session))

  // The worker practises while the operator types, so that the first file is read fast.
  useEffect(() => {
    const idle = setTimeout(() => sheetsWorker.warm(), 300)
    return () => clearTimeout(idle)
  }, [])

  if (opened?.kind === 'wizard') return <Wizard key={opened.wizard.name} wizard={opened.wizard} />
  return (
    <Page title={title}>
      {opened === undefined ? <SkeletonLines lines={6} /> : <UnreadableDraft draft={opened} onGone={reopen} />}
    </Page>
  )
}

function Wizard({ wizard }: { readonly wizard: BatchWizard }) {
  const { actor } = wizard
  const snapshot = useSelector(actor, (now) => now)
  const opened = useCell(wizard.open)
  const { notice } = snapshot.context
  const step = snapshotToStep(snapshot)
  const isLocked = snapshot.matches('submitting') || snapshot.matches('outcomeUnknown') || snapshot.matches('done')

  const goTo = (index: number) => {
    for (let at: number = step; at > index; at -= 1) actor.send({ type: 'back' })
  }
  return (
    <Page
      title={title}
      {...(step === 0 && { description: 'Load funds onto many cards from a file. Another person approves the batch.' })}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Stepper
          label="Steps of the batch load"
          steps={batchSteps}
          current={snapshot.matches('done') ? batchSteps.length : step}
          onGoTo={goTo}
          lockedReason={isLocked || wizard.isReadOnly ? 'The batch is on its way' : undefined}
        />
        {!snapshot.matches('done') && <SaveMark wizard={wizard} />}
      </div>
      <StorageWarning wizard={wizard} />
      {wizard.isReadOnly && (
        <Banner kind="warning" title="This batch is open in another tab">
          It can be looked at here. Close it there to go on with it here; nothing has to be done twice.
        </Banner>
      )}
      {notice && (
        <Banner kind={notice.tone} title={notice.text}>
          {notice.hint}
        </Banner>
      )}
      {(snapshot.matches('choosing') || snapshot.matches('reading')) && (
        <ChooseStep wizard={wizard} snapshot={snapshot} />
      )}
      {snapshot.matches('reviewing') && opened && <ReviewStep wizard={wizard} snapshot={snapshot} opened={opened} />}
      {(snapshot.matches('confirming') || snapshot.matches('submitting') || snapshot.matches('outcomeUnknown')) && (
        <ConfirmStep wizard={wizard} snapshot={snapshot} currency={opened?.rows.currency()} />
      )}
      {snapshot.matches('done') && <DoneStep wizard={wizard} snapshot={snapshot} currency={opened?.rows.currency()} />}
    </Page>
  )
}
