// Shown once the server has the order: the number and the figures of the order, whether the rows with errors are saved,
// and the next steps. Closing the dialog starts the next order.
import { m } from '#words/messages.js'
import { CircleCheck } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { client } from '#brand/current.ts'
import { orderMoney } from '#domain/order/words.ts'
import { draftPath } from '#flows/upload/draft.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import type { UploadSnapshot } from '#machines/upload.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { saveOwnFile } from '#pages/shared/row-editor/toolbar/saveOwnFile.ts'
import { useObservable } from '#pages/shared/row-editor/useObservable.ts'
import { UploadFunding } from './UploadFunding.tsx'

interface OrderDoneDialogProps {
  readonly wizard: UploadWizard
  readonly snapshot: UploadSnapshot
}

export function OrderDoneDialog({ wizard, snapshot: { context } }: OrderDoneDialogProps) {
  const { typeInfo, actor } = wizard
  const { figures, file, uploadId } = context
  const excludedRows = useObservable(wizard.leftOut)
  const draftId = excludedRows?.draftId
  const navigate = useNavigate()
  const startNext = () => actor.send({ type: 'start.over' })
  const faultyFile = { fileName: file?.name ?? '', extension: 'csv', rowsToSave: 'toFix' } as const
  return (
    <Dialog
      open
      title={
        <span className="flex items-start gap-2.5">
          <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-positive" />
          {typeInfo.submittedMessage}
        </span>
      }
      description={m.upload_orderSummary({
        uploadId: uploadId ?? '',
        cards: typeInfo.countToText(figures.valid),
        amount: orderMoney(figures.amountCents, client.orderCurrencySymbol),
      })}
      onClose={startNext}
      footer={
        <>
          <Button onClick={() => void navigate('/card/my-orders')}>{m.upload_seeMyOrders()}</Button>
          <Button kind="primary" onClick={startNext}>
            {typeInfo.wizardTexts.startAnother}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          {typeInfo.order?.needsApproval ? m.upload_orderNeedsApproval() : m.upload_madeWhenFinal()}{' '}
          {m.orders_deliveryNote()}
        </p>
        {typeInfo.order?.issueNote !== undefined && <p>{typeInfo.order.issueNote}</p>}
        <UploadFunding typeInfo={typeInfo} context={context} isSubmitted />
        {excludedRows && (
          <Banner kind="warning" title={m.upload_errorsLeftOut({ count: excludedRows.rows.count })}>
            <p>{draftId === undefined ? m.upload_leftOutNotKept() : m.upload_leftOutKeptAsDraft()}</p>
            <span className="mt-2 flex flex-wrap gap-2">
              {draftId !== undefined && (
                <Button size="small" onClick={() => void navigate(draftPath(typeInfo.type, draftId))}>
                  {m.upload_fixThemNow()}
                </Button>
              )}
              <Button size="small" onClick={() => void saveOwnFile(excludedRows, faultyFile)}>
                {m.upload_saveThemAsCsv()}
              </Button>
            </span>
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
