// Producer files: final orders with the file for the card producer. A file contains full card numbers. Users can fetch a
// file only once, and the page shows who fetched it. This device stores no part of a file.
import { m } from '#words/messages.js'
import { Factory } from 'lucide-react'
import { useState } from 'react'
import type { Result } from '#contract/operations.ts'
import type { Column } from '#domain/columns.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { orderChanges, orderToChange } from '#flows/pending-changes/order-changes.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { usePendingChange } from '#flows/pending-changes/store.ts'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { ListPage } from '#pages/shared/ListPage.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { useOwnerUser } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { DoneBy, NameAndDetail } from '#ui/tables/cells.tsx'
import { unfilteredQuery } from '#domain/query-specs.ts'

type ProducerFile = Result<'producerFiles'>['files'][number]

export default function ProducerFilesPage() {
  const { online } = useConnection()
  const [fileToFetch, setFileToFetch] = useState<ProducerFile>()
  const list = useServerList(producerFilesListSpec, useUrlListState(unfilteredQuery))
  return (
    <ListPage<ProducerFile>
      title={m.common_producerFiles()}
      description={m.orders_producerFilesIntro()}
      pendingChanges={{ area: 'producerFile', exceptSubject: fileToFetch?.orderId }}
      list={list}
      offline={m.orders_downloadWhenOnline()}
      rowsTitle={m.orders_finalOrders()}
      fileName="ProducerFiles"
      columns={columns}
      rowKey={({ orderId }) => orderId}
      cells={cells}
      rowActions={(file) =>
        file.fetchedAt === null && (
          <Button
            size="small"
            disabledReason={online ? undefined : OFFLINE_REASON}
            onClick={() => setFileToFetch(file)}
            aria-label={m.orders_downloadFileOfOrder({ orderId: file.orderId })}
          >
            {m.common_download()}
          </Button>
        )
      }
      empty={
        <EmptyState icon={Factory} title={m.orders_noOrderIsFinalYet()}>
          {m.orders_whenFinalOrdersAppear()}
        </EmptyState>
      }
    >
      {fileToFetch && <FetchDialog file={fileToFetch} onClose={() => setFileToFetch(undefined)} />}
    </ListPage>
  )
}

interface FetchDialogProps {
  readonly file: ProducerFile
  readonly onClose: () => void
}

function FetchDialog({ file, onClose }: FetchDialogProps) {
  const { orderId, cardsCount } = file
  const ownerUser = useOwnerUser()
  const pendingChange = usePendingChange(ownerUser, { kind: orderChanges.fetch.kind, subject: orderId })
  const size = cardCountToText(cardsCount, 'physical')
  return (
    <ChangeDialog
      title={m.orders_downloadFileQuestion({ orderId })}
      effect={
        <>
          <p>{m.orders_downloadEffect({ cardsCount, size })}</p>
          <p className="mt-2">{m.orders_saveFileSafely()}</p>
        </>
      }
      confirmLabel={m.orders_downloadSize({ size })}
      earlier={{ ownerUser, change: pendingChange }}
      refusalTexts={{
        title: m.orders_downloadRefused({ orderId }),
        text: m.orders_listShowsDownloads(),
      }}
      send={() => sendChange(ownerUser, orderToChange({ orderId, size }, 'fetch'))}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

const producerFilesListSpec: ListSpec<'producerFiles', object, ProducerFile> = {
  name: 'producer-files',
  method: 'producerFiles',
  querySpec: unfilteredQuery,
  rows: (response) => response.files,
  pageSize: 25,
  isPaged: true,
}

const columns: readonly Column<ProducerFile>[] = [
  { key: 'orderId', label: m.common_order(), format: 'shortText' },
  { key: 'campaignName', label: m.common_campaign(), format: 'text' },
  { key: 'cardsCount', label: m.common_cardsLabel(), format: 'count' },
  { key: 'finalAt', label: m.orders_finalSince(), format: 'instant' },
  { key: 'fetchedBy', label: m.orders_downloadedBy(), format: 'text' },
  { key: 'quotationNumber', label: m.common_quotationNumberLabel(), format: 'text', onlyOn: 'files' },
  { key: 'fileName', label: m.common_fileLabel(), format: 'text', onlyOn: 'files' },
  { key: 'fetchedAt', label: m.orders_downloaded(), format: 'instant', onlyOn: 'files' },
]

const cells = {
  campaignName: (file: ProducerFile) => <NameAndDetail name={file.campaignName} detail={file.quotationNumber} />,
  fetchedBy: (file: ProducerFile) =>
    file.fetchedAt === null ? (
      <span className="text-muted">{m.common_notYet()}</span>
    ) : (
      <DoneBy by={file.fetchedBy ?? ''} at={file.fetchedAt} />
    ),
}
