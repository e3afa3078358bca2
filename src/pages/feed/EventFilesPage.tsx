// Event files: files with events of the card processor, uploaded by users. The events of a file are applied when a user
// who did not upload it confirms it. Rules: docs/rules/feed.md, "Files on the page".
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { FeedFile } from '#contract/feed.ts'
import type { Column } from '#domain/columns.ts'
import { type FeedFileState, feedFileStates } from '#domain/feed/files.ts'
import { choiceParam, type QuerySpec } from '#domain/query-specs.ts'
import { ListPage } from '#pages/shared/ListPage.tsx'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useOwnerUser } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { DoneBy } from '#ui/tables/cells.tsx'
import { FileBadge, fileStateLabels, FileDetails } from './FileDetails.tsx'
import { UploadDialog } from './UploadDialog.tsx'

type StateFilter = FeedFileState | 'all'
interface Values {
  readonly state: StateFilter
}

const query: QuerySpec<Values, { readonly state?: FeedFileState }> = {
  params: { state: choiceParam('state', ['all', ...feedFileStates]) },
  defaults: () => ({ state: 'all' }),
  toParams: ({ state }) => ({ ok: true, params: state === 'all' ? {} : { state } }),
}

interface FileRow extends FeedFile {
  readonly stateText: string
}

const listSpec: ListSpec<'feedFiles', Values, FileRow> = {
  name: 'event-files',
  method: 'feedFiles',
  querySpec: query,
  rows: ({ files }) => files.map((file) => ({ ...file, stateText: fileStateLabels[file.state] })),
  pageSize: 25,
  isPaged: true,
}

const columns: readonly Column<FileRow>[] = [
  { key: 'fileName', label: m.common_fileLabel(), format: 'text' },
  { key: 'source', label: m.common_cardProcessor(), format: 'text' },
  { key: 'events', label: m.feed_events(), format: 'count' },
  { key: 'uploadedBy', label: m.batches_uploadedBy(), format: 'text' },
  { key: 'stateText', label: m.common_status(), format: 'text' },
  { key: 'uploadedAt', label: m.batches_uploaded(), format: 'instant', onlyOn: 'files' },
  { key: 'decidedBy', label: m.common_decidedBy(), format: 'text', onlyOn: 'files' },
  { key: 'rejectReason', label: m.common_reason(), format: 'text', onlyOn: 'files' },
]
const cells = {
  uploadedBy: ({ isOwn, uploadedBy, uploadedAt }: FileRow) => (
    <DoneBy by={isOwn ? m.orders_you() : uploadedBy} at={uploadedAt} />
  ),
  stateText: ({ state }: FileRow) => <FileBadge state={state} />,
}
const stateOptions = [
  { value: 'all', label: m.funding_anyState() },
  ...feedFileStates.map((value) => ({ value, label: fileStateLabels[value] })),
]

export default function EventFilesPage() {
  const ownerUser = useOwnerUser()
  const { online } = useConnection()
  const [isUploading, setIsUploading] = useState(false)
  const [openId, setOpenId] = useOpenItemId('file')
  const listState = useUrlListState(query)
  const list = useServerList(listSpec, listState)
  return (
    <ListPage<FileRow>
      title={m.feed_eventFiles()}
      description={m.feed_filesIntro()}
      actions={
        <Button
          kind="primary"
          disabledReason={online ? undefined : OFFLINE_REASON}
          onClick={() => setIsUploading(true)}
        >
          {m.feed_uploadFile()}
        </Button>
      }
      pendingChanges={{ area: 'feedFile', exceptSubject: openId }}
      list={list}
      filters={
        <Select
          label={m.common_status()}
          className="w-full sm:w-56"
          options={stateOptions}
          value={listState.values.state}
          onChange={({ target }) => listState.setValues({ state: target.value as StateFilter })}
        />
      }
      offline={m.feed_whenOnline()}
      rowsTitle={m.feed_eventFiles()}
      fileName="EventFiles"
      columns={columns}
      rowKey={({ fileId }) => fileId}
      cells={cells}
      onOpen={({ fileId }) => setOpenId(fileId)}
      rowActions={({ fileId, fileName }) => (
        <Button size="small" onClick={() => setOpenId(fileId)} aria-label={m.feed_detailsOfFile({ fileName })}>
          {m.common_details()}
        </Button>
      )}
      empty={<EmptyState title={m.feed_noFiles()}>{m.feed_noFilesHint()}</EmptyState>}
    >
      {isUploading && (
        <UploadDialog
          onUploaded={(fileId) => {
            setIsUploading(false)
            setOpenId(fileId)
          }}
          onClose={() => setIsUploading(false)}
        />
      )}
      {openId !== undefined && (
        <FileDetails
          ownerUser={ownerUser}
          fileId={openId}
          listed={list.rows?.find(({ fileId }) => fileId === openId)}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </ListPage>
  )
}
