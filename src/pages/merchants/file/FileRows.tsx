// The rows of a merchant file: figures, remaining capacity of the list, the next step, and the rows to fix.
import { m } from '#words/messages.js'
import { useState, useSyncExternalStore } from 'react'
import { LIST_FULL_MESSAGE } from '#domain/merchants/list.ts'
import { messageToText } from '#domain/message-text.ts'
import type { MerchantFile } from '#flows/merchants/file.ts'
import { useMerchants } from '#flows/merchants/list.ts'
import type { MerchantFileContext, SignUpProgress } from '#machines/merchant-file.ts'
import type { UploadedFile } from '#machines/upload-steps.ts'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { FileAssumptions } from '#pages/shared/rows/FileAssumptions.tsx'
import { RowsPanel } from '#pages/shared/rows/RowsPanel.tsx'
import { SaveStatus } from '#pages/shared/rows/SaveStatus.tsx'
import { WorkStatus } from '#pages/shared/rows/WorkStatus.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Progress } from '#ui/Progress.tsx'
import { SummaryBar } from '#ui/tables/SummaryBar.tsx'
import { numberToText } from '#words/figures.ts'

interface FileRowsProps {
  readonly file: MerchantFile
  readonly context: MerchantFileContext
  readonly fileInfo: UploadedFile
  readonly openRows: OpenRows
  readonly limit: number
  readonly blockedReason: string | undefined
  readonly onGoToList: () => void
}

const NO_VALID_ROW = m.merchants_noRowValidYet()

export function FileRows({ file, context, fileInfo, openRows, limit, blockedReason, onGoToList }: FileRowsProps) {
  const { rows } = openRows
  useSyncExternalStore(rows.subscribe, rows.version)
  // Renders again when merchants or pending changes change, since both reduce the remaining capacity of the list.
  const merchants = useMerchants(file.ownerUser)
  usePendingChanges(file.ownerUser)
  const { progress, fileToMap } = context
  const [isDiscarding, setIsDiscarding] = useState(false)
  const figures = rows.figures()
  const fittingCount = file.idsToSignUp(limit).length
  const isListFull = figures.valid > 0 && fittingCount === 0
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold wrap-anywhere">{fileInfo.name}</h2>
        <SaveStatus model={file} />
      </div>
      <SummaryBar
        label={m.merchants_figuresOfFile()}
        figures={[
          { label: m.common_rows(), value: numberToText(figures.rows) },
          { label: m.common_valid(), value: numberToText(figures.valid) },
          {
            label: m.common_toFix(),
            value: numberToText(figures.toFix),
            tone: figures.toFix > 0 ? 'critical' : undefined,
          },
        ]}
        actions={
          <>
            {progress ? (
              <Button onClick={() => file.actor.send({ type: 'stop' })}>{m.common_stop()}</Button>
            ) : (
              <Button onClick={() => setIsDiscarding(true)}>{m.merchants_discard()}</Button>
            )}
            <Button
              kind="primary"
              pending={progress !== undefined}
              disabledReason={
                progress || merchants === undefined
                  ? undefined
                  : (blockedReason ?? (figures.valid === 0 ? NO_VALID_ROW : isListFull ? LIST_FULL_MESSAGE : undefined))
              }
              onClick={() => void file.signUp(limit)}
            >
              {progress
                ? m.merchants_generatingTotal({ total: progress.total })
                : generateLabel(fittingCount, figures.valid)}
            </Button>
          </>
        }
      />
      {progress ? (
        <RunProgress progress={progress} />
      ) : (
        <>
          {fittingCount < figures.valid && (
            <CapacityBanner
              fittingCount={fittingCount}
              validCount={figures.valid}
              limit={limit}
              onGoToList={onGoToList}
            />
          )}
          {fileInfo.damage.length > 0 && (
            <Banner kind="warning" startsCollapsed title={m.merchants_spreadsheetChangedRows()}>
              {fileInfo.damage.map((message, index) => (
                <p key={index}>{messageToText(message)}</p>
              ))}
            </Banner>
          )}
          <FileAssumptions
            assumed={fileInfo.assumed}
            openRows={openRows}
            source={context.source}
            onRead={(settings) => file.actor.send({ type: 'file.read.again', settings })}
            onColumns={context.fileToMap && (() => file.actor.send({ type: 'columns.change' }))}
            isReadOnly={file.isReadOnly}
          />
          <RowsPanel
            model={file}
            openRows={openRows}
            figures={figures}
            fileName={fileInfo.name}
            assumed={fileInfo.assumed}
            acceptsPaste
          />
          {fileInfo.facts.length > 0 && (
            <p className="text-sm text-muted">{fileInfo.facts.map((message) => messageToText(message)).join(' · ')}</p>
          )}
          {fileToMap && (
            <p>
              <Button size="small" onClick={() => file.actor.send({ type: 'columns.change' })}>
                {m.rows_changeColumns()}
              </Button>
            </p>
          )}
        </>
      )}
      {isDiscarding && (
        <ConfirmDialog
          open
          title={m.merchants_discardRows({ name: fileInfo.name })}
          effect={m.merchants_discardEffect({ rows: figures.rows })}
          confirmLabel={m.merchants_discardCount({ rows: figures.rows })}
          danger
          onCancel={() => setIsDiscarding(false)}
          onConfirm={() => {
            setIsDiscarding(false)
            file.actor.send({ type: 'discard' })
          }}
        />
      )}
    </div>
  )
}

/** The label contains the number of merchants, so that the user does not expect all rows to be added. */
const generateLabel = (fittingCount: number, validCount: number): string =>
  fittingCount > 0 && fittingCount < validCount
    ? m.merchants_generateFirst({ fitting: fittingCount })
    : m.merchants_generateValid({ valid: validCount }).trim()

interface CapacityBannerProps {
  readonly fittingCount: number
  readonly validCount: number
  readonly limit: number
  readonly onGoToList: () => void
}

function CapacityBanner({ fittingCount, validCount, limit, onGoToList }: CapacityBannerProps) {
  const capacityText = m.merchants_listLimit({ limit })
  const settingText = m.merchants_listLimitIsSetting()
  if (fittingCount === 0)
    return (
      <Banner
        kind="warning"
        title={LIST_FULL_MESSAGE}
        actions={
          <Button size="small" onClick={onGoToList}>
            {m.merchants_goToList()}
          </Button>
        }
      >
        {m.merchants_merchantsWaitForRoom({ valid: validCount, capacity: capacityText, settingNote: settingText })}
      </Banner>
    )
  return (
    <Banner kind="warning" title={m.merchants_listHasRoomFor({ fitting: fittingCount, valid: validCount })}>
      {m.merchants_generateFirstHint({
        capacity: capacityText,
        fitting: fittingCount,
        settingNote: settingText,
      })}
    </Banner>
  )
}

const waitTexts = {
  connection: m.merchants_signUpResumesOnline(),
  retry: m.merchants_signUpRepeatsSoon(),
  server: m.merchants_serverIsBusy(),
} as const

function RunProgress({ progress: { total, done, waitsFor } }: { readonly progress: SignUpProgress }) {
  return (
    <Panel>
      <div className="grid gap-3">
        <Progress label={m.merchants_merchantsSignedUp()} done={done} total={total} />
        <WorkStatus waitsFor={waitsFor} text={waitsFor ? waitTexts[waitsFor] : m.merchants_signUpProgressHint()} />
      </div>
    </Panel>
  )
}
