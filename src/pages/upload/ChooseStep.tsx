// The first step: the user chooses a file, types rows one by one, or pastes rows from a spreadsheet. For a batch, the
// step also shows the options.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { memo, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { messageToText } from '#domain/messages/to-text.ts'
import { fileNameToReference } from '#domain/batch/reference.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import { isUserFile, nameOfFile, rowsToFile, textToFile } from '#flows/open-rows/generated-file.ts'
import { optionsToRules } from '#flows/upload/row-rules.ts'
import { toRowType, type RowRules } from '#domain/row-types.ts'
import type { RowField } from '#domain/rows/fields.ts'
import type { ReadSettings } from '#domain/rows/reading.ts'
import type { SourceFile } from '#machines/upload-steps.ts'
import { formOptions, fileRefusal, type UploadSnapshot } from '#machines/upload.ts'
import { whenIdle } from '#services/breathe.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { clearWaitingFile, addWaitingFile, useWaitingFile } from '#services/files/opened-file.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { cx } from '#ui/cx.ts'
import { FileDrop, TALL_HEIGHT } from '#ui/forms/FileDrop.tsx'
import { Panel } from '#ui/Panel.tsx'
import { BatchOptionsPanel } from './BatchOptionsPanel.tsx'
import { DraftList } from './DraftList.tsx'
import { TemplateLinks } from './TemplateLinks.tsx'
import { EncodingChoice, SheetChoice } from '#pages/shared/row-editor/columns/reading-choices.tsx'
import { TypedRowForm } from '#pages/shared/row-editor/toolbar/TypedRowForm.tsx'
import { usePastedRows } from '#pages/shared/row-editor/toolbar/usePastedRows.ts'
import { giveFocus } from '#ui/focus.ts'
import { inSentence, listOr } from '#words/figures.ts'

interface ChooseStepProps {
  readonly wizard: UploadWizard
  readonly snapshot: UploadSnapshot
  /** Refers to the element that gets the focus first: a reference field that must be filled in, or the file button. */
  readonly initialFocus: Ref<HTMLElement>
}

/** Memoised, so that it does not render again while React prepares the next step. */
export const ChooseStep = memo(function ChooseStep({ wizard, snapshot, initialFocus }: ChooseStepProps) {
  const { actor, typeInfo } = wizard
  const { context } = snapshot
  const { source } = context
  const options = formOptions(context)
  const [showsError, setShowsError] = useState(false)
  const fileForPage = useWaitingFile(typeInfo.type)
  // The file that was dropped before the required reference was typed. A file opened from outside the portal is for a new
  // wizard that is about to open.
  const waitingFile = fileForPage?.isFromOutside ? undefined : fileForPage
  const referenceField = useRef<HTMLInputElement>(null)
  const fileButton = useRef<HTMLButtonElement>(null)
  const isReading = snapshot.matches('reading')
  const showsReading = useDelayedTrue(isReading, SHOW_READING_AFTER_MS)
  const optionsError = messageToText(fileRefusal(context))
  const { identifierType, fillUp, fillUpTo } = options
  // oxlint-disable-next-line react/exhaustive-deps -- the other options do not affect a single row
  const rules = useMemo(() => optionsToRules(typeInfo.type, options), [typeInfo.type, identifierType, fillUp, fillUpTo])
  // The reference of some batches must be typed before the file is chosen.
  const fileBlockedReason = typeInfo.batch?.label?.isEnteredBeforeFile ? optionsError : undefined
  // The first step of an order without a file has no other content, so there is space for a tall drop area.
  const isTall = typeInfo.order !== undefined && !context.file

  /**
   * Returns false if the file cannot be read yet; the reference field then shows why. With `waitsIfBlocked` the file
   * waits until it can be read.
   */
  const openFile = (file: File, { waitsIfBlocked = true } = {}): boolean => {
    const reference = suggestReference(file)
    if (reference !== '') actor.send({ type: 'options.changed', options: { reference } })
    const canBeRead = reference !== '' || optionsError === undefined
    if (canBeRead) clearWaitingFile()
    else {
      showError()
      if (waitsIfBlocked) addWaitingFile(file, typeInfo.type)
    }
    // The machine reads the file, or shows why the file cannot be read.
    actor.send({ type: 'files.dropped', files: [file] })
    return canBeRead
  }
  /** A reference from the name of the user's file. '' if a reference was typed, or if the name suggests none. */
  const suggestReference = (file: File) => {
    if (!typeInfo.batch?.label || options.reference.trim() !== '') return ''
    const canSuggest = fileBlockedReason === undefined && isUserFile(file)
    return canSuggest ? fileNameToReference(file.name, typeInfo.batch.type) : ''
  }
  const showError = () => {
    setShowsError(true)
    if (optionsError !== undefined) referenceField.current?.focus()
  }
  useImperativeHandle(initialFocus, () => {
    const firstControl = fileBlockedReason === undefined ? fileButton : referenceField
    // The control is on screen when React calls this function.
    return firstControl.current as HTMLElement
  }, [fileBlockedReason])
  const proceed = () => {
    showError()
    actor.send({ type: 'next' })
  }
  useEffect(() => {
    // Reads a file when it arrives, unless the reference is missing and the file's name suggests none.
    if (!waitingFile || isReading) return
    const canBeRead = optionsError === undefined || suggestReference(waitingFile.file) !== ''
    if (canBeRead) openFile(waitingFile.file)
  }, [waitingFile, isReading]) // oxlint-disable-line react/exhaustive-deps -- must not read the file while the reference is being typed
  const openPastedRows = (text: string) => {
    if (fileBlockedReason === undefined) openFile(textToFile(text, m.common_pastedRows()))
    else showError()
  }
  usePastedRows({ isEnabled: !isReading, onPaste: openPastedRows })
  usePrestartedWorker()

  return (
    <div className={cx('grid items-start gap-5', typeInfo.batch && 'xl:grid-cols-[minmax(20rem,26rem)_1fr]')}>
      {typeInfo.batch && (
        <BatchOptionsPanel
          ref={referenceField}
          batch={typeInfo.batch}
          options={options}
          error={showsError ? optionsError : undefined}
          onChange={(change) => actor.send({ type: 'options.changed', options: change })}
          onDone={() => {
            if (waitingFile && optionsError === undefined) openFile(waitingFile.file)
          }}
        />
      )}
      <div className="grid min-w-0 gap-5">
        {context.file && !isReading && (
          <Panel>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p>
                <span className="font-medium wrap-anywhere">{context.file.name}</span>{' '}
                {m.upload_isOpenWithRows({ rows: context.figures.rows })}
              </p>
              <span className="flex flex-wrap gap-2">
                <Button onClick={() => actor.send({ type: 'start.over' })}>{m.upload_saveForLater()}</Button>
                <Button kind="primary" onClick={proceed}>
                  {m.common_continue()}
                </Button>
              </span>
            </div>
          </Panel>
        )}
        {waitingFile && !isReading && (
          <Panel>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p role="status">
                <span className="font-medium wrap-anywhere">{nameOfFile(waitingFile.file)}</span>{' '}
                {m.upload_isReadyEnterMissing({ missing: inSentence(typeInfo.batch?.label?.text ?? '') })}
              </p>
              <span className="flex flex-wrap gap-2">
                <Button onClick={clearWaitingFile}>{m.upload_removeFile()}</Button>
                <Button kind="primary" disabledReason={optionsError} onClick={() => openFile(waitingFile.file)}>
                  {m.common_continue()}
                </Button>
              </span>
            </div>
          </Panel>
        )}
        {source && !isReading && <ReadingChoicePanel source={source} actor={actor} />}
        {showsReading ? (
          <ReadingFile isTall={isTall} onCancel={() => actor.send({ type: 'cancel' })} />
        ) : (
          <>
            <FileDrop
              label={
                context.file
                  ? m.upload_dropAnotherFileHere({ subject: typeInfo.itemName })
                  : m.upload_dropFileHere({ subject: typeInfo.itemName })
              }
              accept={typeInfo.accepts.map((extension) => `.${extension}`)}
              hint={
                <>
                  {fileBlockedReason !== undefined && (
                    <p className="font-medium text-text">
                      {m.upload_enterFirst({ missing: inSentence(typeInfo.batch?.label?.text ?? '') })}
                    </p>
                  )}
                  <p>
                    {m.upload_fileRequirements({
                      accepts: listOr(typeInfo.accepts),
                      maxRows: typeInfo.maxRows,
                      rowOf: typeInfo.wizardTexts.rowDescription,
                    })}
                  </p>
                  {isTall && <ColumnNames rules={rules} />}
                </>
              }
              disabledReason={fileBlockedReason}
              tall={isTall}
              button={fileButton}
              onFile={(file) => openFile(file)}
            >
              {typeInfo.batch && <TemplateLinks typeInfo={typeInfo} identifierType={options.identifierType} />}
            </FileDrop>
            {typeInfo.batch && (
              <TypedRowForm
                rules={rules}
                blockedReason={fileBlockedReason}
                onAdd={(row) => openFile(rowsToFile([row], m.upload_typedRows()), { waitsIfBlocked: false })}
                onPaste={openPastedRows}
              />
            )}
          </>
        )}
        <DraftList wizard={wizard} />
      </div>
    </div>
  )
})

const SHOW_READING_AFTER_MS = 150

/** Lists the columns of an order file, which are too many to guess. */
function ColumnNames({ rules }: { readonly rules: RowRules }) {
  const { fields } = toRowType(rules)
  const namesOf = (use: RowField['use']) =>
    commas(fields.filter((field) => field.use === use).map(({ label }) => label))
  const required = namesOf('required')
  const optional = namesOf('optional')
  return (
    <div className="mx-auto mt-3 grid max-w-prose gap-1 text-pretty max-sm:hidden">
      {required !== '' && <p>{m.upload_requiredColumns({ required })}</p>}
      {optional !== '' && <p>{m.upload_optionalColumns({ optional })}</p>}
    </div>
  )
}

/** For a file that could not be read: lets the user choose another encoding or another sheet. */
function ReadingChoicePanel({ source, actor }: { readonly source: SourceFile; readonly actor: UploadWizard['actor'] }) {
  const readAgain = (settings: ReadSettings) => actor.send({ type: 'file.read.again', settings })
  const needsEncoding = source.needs === 'encoding'
  const hasOtherSheets = source.sheets !== undefined && source.sheets.length > 1
  if (!needsEncoding && !hasOtherSheets) return null
  return (
    <Panel title={nameOfFile(source.file)} takesFocus>
      {needsEncoding ? (
        <EncodingChoice source={source} onRead={readAgain} />
      ) : (
        <SheetChoice source={source} onRead={readAgain} />
      )}
    </Panel>
  )
}

/**
 * True once `isTrue` has been true for `ms` milliseconds. Most files are read so fast that showing progress would only
 * flicker.
 */
function useDelayedTrue(isTrue: boolean, ms: number): boolean {
  const [isDelayed, setIsDelayed] = useState(false)
  useEffect(() => {
    if (!isTrue) return undefined
    const timer = setTimeout(() => setIsDelayed(true), ms)
    return () => {
      clearTimeout(timer)
      setIsDelayed(false)
    }
  }, [isTrue, ms])
  return isDelayed
}

/** Starts the worker while the user looks for a file. An earlier start would delay the page itself. */
function usePrestartedWorker(): void {
  useEffect(() => {
    const timer = setTimeout(() => void whenIdle().then(sheetsWorker.prepare), START_WORKER_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}

const START_WORKER_AFTER_MS = 1000

/** Replaces the drop area while the file is read, with the same height, so that nothing moves. */
function ReadingFile({ isTall, onCancel }: { readonly isTall: boolean; readonly onCancel: () => void }) {
  const cancel = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => giveFocus(cancel.current), [])
  return (
    <div
      role="status"
      className={cx(
        'grid min-h-59 content-center justify-items-center gap-4 rounded-xl border border-line bg-raised',
        isTall && TALL_HEIGHT,
      )}
    >
      <p className="text-lg font-medium">{m.common_readingAndCheckingFile()}</p>
      <Button ref={cancel} onClick={onCancel}>
        {m.common_cancel()}
      </Button>
    </div>
  )
}
