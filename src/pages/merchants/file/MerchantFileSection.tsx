// Merchants from a file: drop it, map its columns, fix its rows, and sign up all valid rows.
import { m } from '#words/messages.js'
import { useSelector } from '@xstate/react'
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { MERCHANT_SAMPLE_NAME } from '#domain/merchants/sample.ts'
import { messageToText } from '#domain/message-text.ts'
import { toRowKind } from '#domain/row-kinds.ts'
import type { MerchantFile } from '#flows/merchants/file.ts'
import { MERCHANT_FILE } from '#flows/merchants/file-read.ts'
import type { OpenedMerchantFile } from '#flows/merchants/open-file.ts'
import type { ReadSettings } from '#domain/rows/reading.ts'
import type { FileRefusal, MerchantFileSnapshot } from '#machines/merchant-file.ts'
import type { SourceFile, FileToMap } from '#machines/upload-steps.ts'
import { nameOfFile, textToFile } from '#flows/rows/generated-file.ts'
import { EncodingChoice, SheetChoice, SheetChoiceWithNotes, SplitButton } from '#pages/shared/rows/reading-choices.tsx'
import { ColumnMapping } from '#pages/shared/rows/ColumnMapping.tsx'
import { OtherPageSuggestion } from '#pages/shared/rows/OtherPageSuggestion.tsx'
import { draftToTable } from '#pages/shared/rows/draft-to-table.ts'
import { StorageWarning } from '#pages/shared/rows/SaveStatus.tsx'
import { TemplateMenu } from '#pages/shared/rows/TemplateMenu.tsx'
import { UnreadableRows } from '#pages/shared/rows/UnreadableRows.tsx'
import { useObservable } from '#pages/shared/rows/useObservable.ts'
import { useSharedColumns } from '#pages/shared/rows/useSharedColumns.ts'
import { usePastedRows } from '#pages/shared/rows/usePastedRows.ts'
import { OpenElsewhere } from '#pages/shared/rows/OpenElsewhere.tsx'
import { clearWaitingFile, useWaitingFile } from '#services/files/opened-file.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { ownerUserOf, useSession } from '#services/session/session.ts'
import { discardDraft } from '#storage/drafts.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { FileDrop } from '#ui/forms/FileDrop.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { FileRows } from './FileRows.tsx'
import { focusHeadingIfLost, giveFocus } from '#ui/focus.ts'
import { RunOutcomeBanner } from './RunOutcomeBanner.tsx'

interface MerchantFileSectionProps {
  /** Undefined while loading. */
  readonly openedFile: OpenedMerchantFile | undefined
  readonly onReopen: () => void
  /** Maximum number of merchants in the list. */
  readonly limit: number
  /** Why no merchant can be signed up now, regardless of the file. */
  readonly blockedReason: string | undefined
  /** Scrolls to the list. */
  readonly onGoToList: () => void
}

export function MerchantFileSection({ openedFile, onReopen, ...otherProps }: MerchantFileSectionProps) {
  const session = useSession()
  if (!openedFile) return <SkeletonLines lines={6} />
  if (openedFile.kind === 'file') return <OpenFile file={openedFile.file} {...otherProps} />
  const { draftId, table } = openedFile
  const discard = async () => {
    if (session) await discardDraft(ownerUserOf(session), draftId)
    onReopen()
  }
  return (
    <UnreadableRows table={table} toTable={() => draftToTable(table, undefined)} onDiscard={() => void discard()} />
  )
}

interface OpenFileProps extends Pick<MerchantFileSectionProps, 'limit' | 'blockedReason' | 'onGoToList'> {
  readonly file: MerchantFile
}

function OpenFile({ file, ...otherProps }: OpenFileProps) {
  const snapshot = useSelector(file.actor, (current) => current)
  const { fileInfo, refusal, fileToMap, source } = snapshot.context
  const readAgain = (settings: ReadSettings) => file.actor.send({ type: 'file.read.again', settings })
  const openRows = useObservable(file.openRows)
  useRestoredFocus(toStateName(snapshot))
  // Loads the shared columns before they are needed, when a file is read.
  useServerQuery('sharedColumns', NO_PARAMS)
  const waitingFile = useWaitingFile('merchant')?.file
  const canReadFile = snapshot.matches('empty') && !file.isReadOnly
  useEffect(() => {
    if (!waitingFile || !canReadFile) return
    clearWaitingFile()
    void file.read(waitingFile)
  }, [waitingFile, canReadFile, file])
  if (file.isReadOnly)
    return (
      <OpenElsewhere itemName={MERCHANT_FILE.itemName} draftId={openRows?.draftId}>
        {fileInfo && <span className="font-medium wrap-anywhere">{fileInfo.name}</span>} {m.merchants_canContinueHere()}
      </OpenElsewhere>
    )
  return (
    <div className="grid min-w-0 gap-4">
      {waitingFile && !snapshot.matches('reading') && (
        <Banner
          title={
            <>
              <span className="wrap-anywhere">{waitingFile.name}</span> {m.merchants_openedNotReadYet()}
            </>
          }
          actions={
            <Button size="small" onClick={clearWaitingFile}>
              {m.common_doNotOpen()}
            </Button>
          }
        >
          {m.merchants_openedFileHint()}
        </Banner>
      )}
      <StorageWarning model={file} />
      <RunOutcomeBanner file={file} />
      {snapshot.matches('empty') && <ChooseFile file={file} refusal={refusal} source={source} />}
      {snapshot.matches('reading') && <Reading file={file} />}
      {snapshot.matches('mapping') && fileToMap && (
        <ChooseColumns
          file={file}
          fileToMap={fileToMap}
          cancelLabel={fileInfo && m.common_keepRows()}
          notice={
            <>
              {source && <SheetChoiceWithNotes source={source} onRead={readAgain} />}
              <OtherPageSuggestion file={fileToMap.file} kind="merchant" />
            </>
          }
        />
      )}
      {snapshot.matches('rows') && fileInfo && openRows && (
        <FileRows file={file} context={snapshot.context} fileInfo={fileInfo} openRows={openRows} {...otherProps} />
      )}
    </div>
  )
}

const toStateName = ({ value }: MerchantFileSnapshot): string => (typeof value === 'string' ? value : 'rows')

/** Moves the focus to the heading if a new state has removed the element with the focus. */
function useRestoredFocus(state: string): void {
  const previousState = useRef(state)
  useLayoutEffect(() => {
    if (previousState.current === state) return
    previousState.current = state
    focusHeadingIfLost()
  }, [state])
}

interface ChooseColumnsProps extends Pick<ComponentProps<typeof ColumnMapping>, 'cancelLabel' | 'notice'> {
  readonly file: MerchantFile
  readonly fileToMap: FileToMap
}

function ChooseColumns({ file: { actor, rules }, fileToMap: { file, columns }, ...otherProps }: ChooseColumnsProps) {
  const kind = toRowKind(rules())
  return (
    <ColumnMapping
      {...otherProps}
      kind={kind}
      columns={columns}
      sharing={useSharedColumns(kind, columns)}
      fileName={nameOfFile(file)}
      onUse={(mapping) => actor.send({ type: 'columns.chosen', mapping })}
      onCancel={() => actor.send({ type: 'cancel' })}
    />
  )
}

interface ChooseFileProps {
  readonly file: MerchantFile
  readonly refusal: FileRefusal | undefined
  /** The refused file, if there are other ways to read it. */
  readonly source: SourceFile | undefined
}

function ChooseFile({ file, refusal, source }: ChooseFileProps) {
  const readAgain = (settings: ReadSettings) => file.actor.send({ type: 'file.read.again', settings })
  const { accepts, maxRows } = MERCHANT_FILE
  usePastedRows((text) => void file.read(textToFile(text, m.common_pastedRows())), true)
  return (
    <>
      {refusal && (
        <Banner
          kind="critical"
          title={messageToText(refusal.message)}
          actions={source?.needs === 'split' && <SplitButton maxRows={maxRows} onRead={readAgain} />}
        >
          {messageToText(refusal.hint)}
        </Banner>
      )}
      {source && source.needs !== 'split' && (
        <Panel title={nameOfFile(source.file)} takesFocus>
          {source.needs === 'encoding' ? (
            <EncodingChoice source={source} onRead={readAgain} />
          ) : (
            <SheetChoice source={source} onRead={readAgain} />
          )}
        </Panel>
      )}
      <FileDrop
        label={m.merchants_dropFileHere()}
        accept={accepts.map((extension) => `.${extension}`)}
        hint={<p>{m.merchants_fileRequirements({ maxRows })}</p>}
        onFile={(chosen) => void file.read(chosen)}
      >
        <TemplateMenu
          label={m.common_template()}
          storedName={MERCHANT_SAMPLE_NAME}
          saveAs={MERCHANT_SAMPLE_NAME}
          accepts={accepts}
        />
      </FileDrop>
    </>
  )
}

// An empty box, as high as the drop area that it replaces, so that nothing moves. Its content appears only if reading
// takes long, since most files are read immediately.
function Reading({ file }: { readonly file: MerchantFile }) {
  const [takesLong, setTakesLong] = useState(false)
  const cancelButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => setTakesLong(true), 150)
    return () => clearTimeout(timer)
  }, [])
  useLayoutEffect(() => {
    if (takesLong) giveFocus(cancelButton.current)
  }, [takesLong])
  return (
    <div
      role="status"
      className="grid min-h-59 content-center justify-items-center gap-4 rounded-xl border border-line bg-raised"
    >
      {takesLong && (
        <>
          <p className="text-lg font-medium">{m.common_readingAndCheckingFile()}</p>
          <Button ref={cancelButton} onClick={() => file.actor.send({ type: 'cancel' })}>
            {m.common_cancel()}
          </Button>
        </>
      )}
    </div>
  )
}
