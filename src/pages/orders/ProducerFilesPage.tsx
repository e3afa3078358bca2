// Producer files: the orders whose cards are to be made, each with the file that the card producer gets. A file holds card numbers
// in full: it can be fetched once, who has fetched it is said, and nothing of it is kept on this device.
import { Factory } from 'lucide-react'
import { useState } from 'react'
import type { Params, Result } from '#contract/operations.ts'
import type { Column } from '#domain/columns.ts'
import type { Question } from '#domain/questions.ts'
import { cardsToWords } from '#domain/order/words.ts'
import { earlierOf, orderToChange } from '#flows/unanswered/orders.ts'
import { carryOut } from '#flows/unanswered/send.ts'
import { useUnanswered } from '#flows/unanswered/store.ts'
import { ChangeDialog } from '#pages/shared/unanswered/ChangeDialog.tsx'
import { UnansweredList } from '#pages/shared/unanswered/UnansweredList.tsx'
import { OFFLINE_REASON, useConnection } from '#services/connection.ts'
import { useAddress } from '#services/lists/place.ts'
import { type ListSpec, useAskedList } from '#services/lists/useAskedList.ts'
import { useExport, wholeList } from '#services/lists/useExport.ts'
import { ownerUserOf, useSession } from '#services/session.ts'
import { useToday } from '#services/useToday.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { ListPanel } from '#ui/list/ListPanel.tsx'
import { Page } from '#ui/Page.tsx'
import { DoneBy, NamedFile } from '#ui/Twice.tsx'

type ProducerFile = Result<'producerFiles'>['files'][number]

export default function ProducerFilesPage() {
  const session = useSession()
  const ownerUser = session ? ownerUserOf(session) : ''
  const unanswered = useUnanswered(ownerUser)
  const { online } = useConnection()
  const [fetching, setFetching] = useState<ProducerFile>()
  const list = useAskedList(files, useAddress(everything))
  const download = useExport({
    name: `ProducerFiles_${useToday()}`,
    sheet: 'Producer files',
    columns,
    rows: () => wholeList('producerFiles', {}, (answer) => answer.files),
  })
  return (
    <Page
      title="Producer files"
      description="What the card producer gets for each final order. A file can be fetched once."
    >
      <UnansweredList ownerUser={ownerUser} area="producerFile" except={fetching?.orderId} />
      <ListBar label="Producer files" list={list} />
      <ListNote list={list} offline="A file can be fetched when the connection is back." />
      <ListPanel<ProducerFile>
        title="Final orders"
        download={download}
        caption="Producer files"
        list={list}
        columns={columns}
        rowKey={({ orderId }) => orderId}
        cells={cells}
        actions={(file) =>
          file.fetchedAt === null && (
            <Button
              size="small"
              disabledReason={online ? undefined : OFFLINE_REASON}
              onClick={() => setFetching(file)}
              aria-label={`Fetch the file of order ${file.orderId}`}
            >
              Fetch
            </Button>
          )
        }
        empty={
          <EmptyState icon={Factory} title="No order is final yet">
            An order of cards appears here 24 hours after it was submitted, once its cards have their numbers.
          </EmptyState>
        }
      />
      {fetching && (
        <FetchDialog
          ownerUser={ownerUser}
          file={fetching}
          unanswered={earlierOf(unanswered, 'fetch', fetching.orderId)}
          onClose={() => setFetching(undefined)}
        />
      )}
    </Page>
  )
}

interface FetchDialogProps {
  readonly ownerUser: string
  readonly file: ProducerFile
  readonly unanswered: ReturnType<typeof earlierOf>
  readonly onClose: () => void
}

function FetchDialog({ ownerUser, file, unanswered, onClose }: FetchDialogProps) {
  const { orderId, cardsCount } = file
  const size = cardsToWords(cardsCount, 'physical')
  return (
    <ChangeDialog
      title={`Fetch the file of order ${orderId}?`}
      effect={
        <>
          <p>
            The file holds the {cardsCount === 1 ? 'number of 1 card' : `numbers of ${size}`} in full. It can be fetched
            once, by one person, and that you have fetched it is recorded.
          </p>
          <p className="mt-2">Save it where nobody but the card producer gets it, and delete it once they have it.</p>
        </>
      }
      confirmLabel={`Fetch the file of ${size}`}
      earlier={{ ownerUser, change: unanswered }}
      refused={{
        title: `The file of order ${orderId} was not fetched`,
        words: 'The list shows by whom and when it was fetched, if it was.',
      }}
      send={() => carryOut(ownerUser, orderToChange({ orderId, size }, 'fetch'))}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

/** All of them: there is nothing to choose by. */
const everything: Question<object, Params<'producerFiles'>> = {
  params: {},
  usual: () => ({}),
  ask: () => ({ ok: true, params: {} }),
}

const files: ListSpec<'producerFiles', object, ProducerFile> = {
  name: 'producer-files',
  method: 'producerFiles',
  question: everything,
  rows: (answer) => answer.files,
  pageSize: 25,
  paged: true,
}

const columns: readonly Column<ProducerFile>[] = [
  { key: 'orderId', label: 'Order', format: 'status' },
  { key: 'campaignName', label: 'Campaign', format: 'text' },
  { key: 'cardsCount', label: 'Cards', format: 'count' },
  { key: 'finalAt', label: 'Final since', format: 'instant' },
  { key: 'fetchedBy', label: 'Fetched by', format: 'text' },
  { key: 'quotationNumber', label: 'Quotation number', format: 'text', on: 'files' },
  { key: 'fileName', label: 'File', format: 'text', on: 'files' },
  { key: 'fetchedAt', label: 'Fetched', format: 'instant', on: 'files' },
]

const cells = {
  campaignName: (file: ProducerFile) => <NamedFile name={file.campaignName} file={file.quotationNumber} />,
  fetchedBy: (file: ProducerFile) =>
    file.fetchedAt === null ? (
      <span className="text-muted">Not yet</span>
    ) : (
      <DoneBy by={file.fetchedBy ?? ''} at={file.fetchedAt} />
    ),
}
