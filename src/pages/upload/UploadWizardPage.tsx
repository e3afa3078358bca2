// The page of an upload wizard, which turns a file or typed rows into a batch or an order. The page shows the current
// step. All upload types share this page. Their differences are in the tables of types, rules and texts.
import { m } from '#words/messages.js'
import { useSelector } from '@xstate/react'
import { useDeferredValue, useLayoutEffect, useRef } from 'react'
import { messageToText } from '#domain/messages/to-text.ts'
import { uploadTypes, type UploadType } from '#domain/uploads.ts'
import { useAreDraftsLocked } from '#flows/access/drafts-locked.ts'
import { textToFile } from '#flows/open-rows/generated-file.ts'
import { type Activation, lastActivation } from '#flows/upload/last-activation.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import { type UploadSnapshot, snapshotToStep } from '#machines/upload.ts'
import { useAddressParams } from '#services/address-params.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { ownerUserOf, useSession } from '#services/session/session.ts'
import { addWaitingFile, useWaitingFile } from '#services/files/opened-file.ts'
import { Banner } from '#ui/Banner.tsx'
import { giveFocus } from '#ui/focus.ts'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { ActivationResult } from './ActivationResult.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { ChooseStep } from './ChooseStep.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { DoneStep } from './DoneStep.tsx'
import { OrderDoneDialog } from './OrderDoneDialog.tsx'
import { OrderHeaderPanel } from './OrderHeaderPanel.tsx'
import { OrderErrorDialog } from './OrderErrorDialog.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { SplitButton } from '#pages/shared/row-editor/columns/reading-choices.tsx'
import { SaveStatus, StorageWarning } from '#pages/shared/row-editor/toolbar/SaveStatus.tsx'
import { UnreadableDraft } from './UnreadableDraft.tsx'
import { useObservable } from '#pages/shared/row-editor/useObservable.ts'
import { startOver, useOpenUpload } from './useOpenUpload.ts'
import { OpenElsewhere } from '#pages/shared/row-editor/OpenElsewhere.tsx'

/** Creates the component for the route of an upload type. A route renders its component without props. */
export const createUploadPage = (type: UploadType) =>
  function UploadTypePage() {
    return <UploadWizardPage type={type} />
  }

function UploadWizardPage({ type }: { readonly type: UploadType }) {
  const session = useSession()
  const { opened, reopen } = useOpenUpload(session && ownerUserOf(session), type)

  if (opened?.kind === 'wizard') return <Wizard key={opened.wizard.instanceId} wizard={opened.wizard} />
  return (
    <Page title={uploadTypes[type].title} titleInBar>
      {opened === undefined ? (
        <SkeletonLines lines={6} />
      ) : (
        <UnreadableDraft draft={opened} type={type} onDiscarded={reopen} />
      )}
    </Page>
  )
}

function Wizard({ wizard }: { readonly wizard: UploadWizard }) {
  const { actor, typeInfo } = wizard
  const snapshot = useDisplayedSnapshot(actor)
  const openRows = useObservable(wizard.openRows)
  const { notice, uploadId } = snapshot.context
  // Loads the shared columns in advance, before a file is read.
  useServerQuery('sharedColumns', NO_PARAMS)
  const step = snapshotToStep(snapshot)
  const initialFocus = useRef<HTMLElement>(null)
  const texts = typeInfo.wizardTexts
  const { result: activationResult, isLoading: isActivationLoading } = useActivation(wizard, snapshot)
  // An activation restored after a reload counts as done, too.
  const isDone = snapshot.matches('done') || activationResult !== undefined
  const isSent = snapshot.matches('submitting') || snapshot.matches('outcomeUnknown')
  const isLocked = isSent || isDone
  const isChoosing = snapshot.matches('choosing') || snapshot.matches('reading')
  const showsChooseStep = isChoosing && activationResult === undefined && !isActivationLoading
  // When the next upload begins, the first step gets the focus, whichever control has started the upload.
  const wasDone = useRef(isDone)
  useLayoutEffect(() => {
    if (wasDone.current && showsChooseStep) giveFocus(initialFocus.current)
    wasDone.current = isDone
  }, [isDone, showsChooseStep])
  // The first step of an order also shows its rows, which need the space of the description.
  const showsDescription = step === 0 && !isDone && !snapshot.matches('reviewing')
  const showsConfirmStep = isSent || snapshot.matches('confirming')
  // The server's refusal of an order has a code. It is shown in a dialog instead of a banner.
  const opensErrorDialog = typeInfo.order !== undefined && notice?.code !== undefined
  const needsSplit = snapshot.matches('choosing') && snapshot.context.source?.needs === 'split'

  // A draft named in the address opens only once its key has arrived. Until then, a banner says so above the empty
  // first step.
  const [addressParams] = useAddressParams()
  const areDraftsLocked = useAreDraftsLocked()
  const isDraftLocked = areDraftsLocked && addressParams.has('draft') && snapshot.matches('choosing')

  const goBackTo = (index: number) => {
    for (let stepsBack = step - index; stepsBack > 0; stepsBack -= 1) actor.send({ type: 'back' })
  }
  return (
    <Page
      title={typeInfo.title}
      titleInBar
      // A batch begins with a field or the file button. An order has a header above, so the heading gets the focus.
      initialFocus={typeInfo.batch ? initialFocus : undefined}
      description={showsDescription ? texts.description : undefined}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3 sm:gap-x-3">
        <Stepper
          label={m.upload_stepsOf({ title: typeInfo.title })}
          steps={texts.steps}
          current={isDone ? texts.steps.length : step}
          onGoTo={goBackTo}
          isLocked={wizard.isReadOnly || isLocked}
        />
        {!isDone && <SaveStatus model={wizard} />}
      </div>
      {isDraftLocked ? (
        <Banner title={m.upload_draftIsLocked()}>{m.upload_draftOpensWhenOnline()}</Banner>
      ) : (
        <StorageWarning model={wizard} />
      )}
      {wizard.isReadOnly && (
        <OpenElsewhere itemName={typeInfo.itemName} draftId={openRows?.draftId}>
          {m.upload_readOnlyInThisTab()}
        </OpenElsewhere>
      )}
      {notice && opensErrorDialog && <OrderErrorDialog wizard={wizard} notice={notice} />}
      {notice && !opensErrorDialog && (
        <Banner
          kind={notice.tone}
          title={messageToText(notice.message)}
          actions={
            needsSplit && (
              <SplitButton
                maxRows={typeInfo.maxRows}
                onRead={(settings) => actor.send({ type: 'file.read.again', settings })}
              />
            )
          }
        >
          {messageToText(notice.hint)}
        </Banner>
      )}
      {typeInfo.order && step === 0 && <OrderHeaderPanel wizard={wizard} order={typeInfo.order} snapshot={snapshot} />}
      {activationResult && (
        <ActivationResult
          activation={activationResult}
          startAnotherLabel={texts.startAnother}
          onStartAnother={() => startOver(wizard)}
          onRetry={(identifiers) => {
            // The file waits for the first step, which reads a waiting file when it is rendered.
            const fileOfCards = textToFile(identifiers.join('\n'), m.upload_cardsNotActivated())
            addWaitingFile(fileOfCards, typeInfo.type)
            startOver(wizard)
          }}
        />
      )}
      {showsChooseStep && (
        // The key makes a new upload start with default options.
        <ChooseStep
          key={snapshot.context.file ? 'open' : 'new'}
          wizard={wizard}
          snapshot={snapshot}
          initialFocus={initialFocus}
        />
      )}
      {snapshot.matches('mapping') && snapshot.context.fileToMap && (
        <ColumnsStep wizard={wizard} context={snapshot.context} fileToMap={snapshot.context.fileToMap} />
      )}
      {snapshot.matches('reviewing') && openRows && (
        <ReviewStep wizard={wizard} snapshot={snapshot} openRows={openRows} />
      )}
      {showsConfirmStep && <ConfirmStep wizard={wizard} snapshot={snapshot} currency={openRows?.rows.currency()} />}
      {snapshot.matches('done') && typeInfo.order && (
        <>
          <ConfirmStep wizard={wizard} snapshot={snapshot} currency={undefined} />
          <OrderDoneDialog wizard={wizard} snapshot={snapshot} />
        </>
      )}
      {snapshot.matches('done') && typeInfo.batch && uploadId !== undefined && (
        <DoneStep uploadId={uploadId} wizard={wizard} snapshot={snapshot} currency={openRows?.rows.currency()} />
      )}
    </Page>
  )
}

interface ShownActivation {
  readonly result: Activation | undefined
  readonly isLoading: boolean
}

const NO_ACTIVATION: ShownActivation = { result: undefined, isLoading: false }

/** The activation whose result is shown: the current one, or the one before a reload if no other upload was started. */
function useActivation({ typeInfo }: UploadWizard, snapshot: UploadSnapshot): ShownActivation {
  const { state: lastResult, ready } = lastActivation.use()
  const waitingFile = useWaitingFile(typeInfo.type)
  const { file, results, options, uploadId } = snapshot.context
  if (!typeInfo.runsWithoutApproval) return NO_ACTIVATION
  // The server gives no id to an activation, which runs immediately.
  const isActivated = snapshot.matches('done') && uploadId === undefined
  if (isActivated) return { result: { identifierType: options.identifierType, results }, isLoading: false }
  const isUploadStarted = !snapshot.matches('choosing') || file !== undefined || waitingFile !== undefined
  if (isUploadStarted) return NO_ACTIVATION
  if (!ready) return { result: undefined, isLoading: true }
  return lastResult.results.length > 0 ? { result: lastResult, isLoading: false } : NO_ACTIVATION
}

/**
 * The snapshot that the page renders. A new step renders in the background first, so that the page stays responsive on
 * a slow machine.
 */
function useDisplayedSnapshot(actor: UploadWizard['actor']): UploadSnapshot {
  const currentSnapshot = useSelector(actor, (snapshot) => snapshot)
  const deferredSnapshot = useDeferredValue(currentSnapshot)
  const isSameStep = snapshotToStep(deferredSnapshot) === snapshotToStep(currentSnapshot)
  return isSameStep ? currentSnapshot : deferredSnapshot
}
