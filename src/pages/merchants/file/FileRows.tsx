// The rows of a file of merchants: their figures and the way on, what there is room for, and the rows to mend in place.
import { useState, useSyncExternalStore } from 'react'
import { LIST_FULL } from '#domain/merchants/list.ts'
import { counted } from '#domain/units.ts'
import type { FileStage, MerchantFile, RunState } from '#flows/merchants/file.ts'
import { useMerchants } from '#flows/merchants/list.ts'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import { useUnanswered } from '#flows/unanswered/store.ts'
import { RowsPanel } from '#pages/shared/rows/RowsPanel.tsx'
import { SaveMark } from '#pages/shared/rows/SaveMark.tsx'
import { useCell } from '#pages/shared/rows/useCell.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Progress } from '#ui/Progress.tsx'
import { SummaryBar } from '#ui/SummaryBar.tsx'

interface FileRowsProps {
  readonly file: MerchantFile
  readonly stage: Extract<FileStage, { kind: 'rows' }>
  readonly opened: OpenRows
  readonly limit: number
  readonly barred: string | undefined
  readonly onGoToList: () => void
}

const NONE_RIGHT = 'No row is right yet. Mend the rows first.'

export function FileRows({ file, stage: { words, unsure }, opened, limit, barred, onGoToList }: FileRowsProps) {
  const { rows } = opened
  useSyncExternalStore(rows.subscribe, rows.version)
  // What there is room for follows from both.
  const listed = useMerchants(file.ownerUser)
  useUnanswered(file.ownerUser)
  const run = useCell(file.run)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const figures = rows.figures()
  const fitting = file.idsToSignUp(limit).length
  const isFull = figures.valid > 0 && fitting === 0
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold wrap-anywhere">{words.name}</h2>
        <SaveMark desk={file} />
      </div>
      <SummaryBar
        label="Figures of the file"
        figures={[
          { label: 'Rows', value: figures.rows.toLocaleString('en') },
          { label: 'Valid', value: figures.valid.toLocaleString('en') },
          {
            label: 'To fix',
            value: figures.toFix.toLocaleString('en'),
            ...(figures.toFix > 0 && { tone: 'critical' as const }),
          },
        ]}
        actions={
          <>
            {run ? (
              <Button onClick={file.stop}>Stop</Button>
            ) : (
              <Button onClick={() => setIsDiscarding(true)}>Discard…</Button>
            )}
            <Button
              kind="primary"
              pending={run !== undefined}
              disabledReason={
                run || listed === undefined
                  ? undefined
                  : (barred ?? (figures.valid === 0 ? NONE_RIGHT : isFull ? LIST_FULL : undefined))
              }
              onClick={() => void file.signUp(limit)}
            >
              {run ? `Generating ${run.total.toLocaleString('en')}…` : generateLabel(fitting, figures.valid)}
            </Button>
          </>
        }
      />
      {run ? (
        <Running run={run} />
      ) : (
        <>
          {fitting < figures.valid && (
            <RoomBanner fitting={fitting} valid={figures.valid} limit={limit} onGoToList={onGoToList} />
          )}
          {words.damage.length > 0 && (
            <Banner kind="warning" folded title="A spreadsheet has ruined numbers in this file">
              {words.damage.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </Banner>
          )}
          <RowsPanel desk={file} opened={opened} figures={figures} fileName={words.name} takesPasted />
          {words.facts.length > 0 && <p className="text-sm text-muted">{words.facts.join(' · ')}</p>}
          {unsure && (
            <p>
              <Button size="small" onClick={file.changeColumns}>
                Change columns
              </Button>
            </p>
          )}
        </>
      )}
      {isDiscarding && (
        <ConfirmDialog
          open
          title={`Discard the rows of ${words.name}`}
          effect={`${counted(figures.rows, 'row', 'rows')} of merchants that are not signed up leave this device. Those in the list stay there.`}
          confirmLabel={`Discard ${counted(figures.rows, 'row', 'rows')}`}
          danger
          onCancel={() => setIsDiscarding(false)}
          onConfirm={() => {
            setIsDiscarding(false)
            void file.discard()
          }}
        />
      )}
    </div>
  )
}

/** What the button would do, so that nobody takes a part for the whole. */
const generateLabel = (fitting: number, valid: number): string =>
  fitting > 0 && fitting < valid
    ? `Generate the first ${fitting.toLocaleString('en')}`
    : `Generate ${valid === 0 ? '' : valid.toLocaleString('en')}`.trim()

interface RoomBannerProps {
  readonly fitting: number
  readonly valid: number
  readonly limit: number
  readonly onGoToList: () => void
}

function RoomBanner({ fitting, valid, limit, onGoToList }: RoomBannerProps) {
  const holds = `The list holds ${counted(limit, 'merchant', 'merchants')} at most.`
  const more = 'How many it holds is a setting of this portal: ask the people who run it for more.'
  if (fitting === 0)
    return (
      <Banner
        kind="warning"
        title={LIST_FULL}
        actions={
          <Button size="small" onClick={onGoToList}>
            Go to the list
          </Button>
        }
      >
        {counted(valid, 'merchant of this file waits', 'merchants of this file wait')} for room. {holds} Download it
        with its QR codes, clear it and go on here: the rows stay. {more}
      </Banner>
    )
  return (
    <Banner
      kind="warning"
      title={`The list has room for ${fitting.toLocaleString('en')} of these ${counted(valid, 'merchant', 'merchants')}`}
    >
      {holds} Generate the first {fitting.toLocaleString('en')}, download the list with its QR codes, clear it, and go
      on with the others: they stay here. {more}
    </Banner>
  )
}

const waitWords = {
  line: 'The connection is lost. It goes on by itself when it is back.',
  while: 'No answer has come. It goes on by itself in a moment.',
  host: 'The system asks for a pause. It goes on by itself in a moment.',
} as const

function Running({ run: { total, done, waitsFor } }: { readonly run: RunState }) {
  return (
    <Panel>
      <div className="grid gap-3">
        <Progress label="Merchants signed up" done={done} total={total} />
        <p role="status" className="text-sm text-muted">
          {waitsFor
            ? waitWords[waitsFor]
            : 'Each comes into the list as it is done. You may leave this page meanwhile.'}
        </p>
      </div>
    </Panel>
  )
}
