// The header of an order: its campaign and, for physical cards, its quotation number, plastic and design
// (docs/rules/orders.md, "Order header").
import { m } from '#words/messages.js'
import { useEffect, useState } from 'react'
import { MAX_DESIGN_LENGTH, type OrderHeader, headerRefusals } from '#domain/order/header.ts'
import type { OrderTypeInfo } from '#domain/order/types.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import { formOptions, type UploadSnapshot } from '#machines/upload.ts'
import { cx } from '#ui/cx.ts'
import { Panel } from '#ui/Panel.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { TemplateLinks } from './TemplateLinks.tsx'
import { useCampaigns } from './useCampaigns.ts'
import { SingleRowButton } from './SingleRowButton.tsx'
import { openElsewhereText } from '#pages/shared/row-editor/words.ts'

const MAX_QUOTATION_LENGTH = 50

interface OrderHeaderPanelProps {
  readonly wizard: UploadWizard
  readonly order: OrderTypeInfo
  readonly snapshot: UploadSnapshot
}

export function OrderHeaderPanel({ wizard, order, snapshot }: OrderHeaderPanelProps) {
  const { context } = snapshot
  const options = formOptions(context)
  const { campaignOptions, onlyCampaignId, failure } = useCampaigns(order, options.campaignId)
  // A field shows its error once the user has visited and left the field. If there are rows, an invalid value shows its
  // error immediately. Before the visit, only the disabled button names a missing value.
  const [visitedFields, setVisitedFields] = useState<ReadonlySet<string>>(new Set())
  // When the rows are removed, the form is reset, and no field counts as visited.
  const hasRows = context.file !== undefined
  const [hadRows, setHadRows] = useState(hasRows)
  if (hadRows !== hasRows) {
    setHadRows(hasRows)
    if (!hasRows) setVisitedFields(new Set())
  }
  const defaultCampaignId = options.campaignId === '' ? onlyCampaignId : undefined
  useEffect(() => {
    if (defaultCampaignId !== undefined && !wizard.isReadOnly)
      wizard.actor.send({ type: 'options.changed', options: { campaignId: defaultCampaignId } })
  }, [defaultCampaignId, wizard])
  const errors = headerRefusals(order.type, options)
  const showsError = (name: keyof OrderHeader) => {
    const hasValue = options[name] !== ''
    return visitedFields.has(name) || (hasRows && hasValue)
  }
  const columnsReason = snapshot.matches('mapping') ? m.upload_chooseColumnsFirst() : undefined
  const fieldProps = (name: keyof OrderHeader) => ({
    value: options[name],
    error: showsError(name) ? errors[name] : undefined,
    onBlur: () => setVisitedFields((otherFields) => new Set([...otherFields, name])),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      wizard.actor.send({ type: 'options.changed', options: { [name]: target.value } }),
    disabled: wizard.isReadOnly,
  })
  return (
    <Panel title={m.common_order()} titleHidden flush>
      {/* Fields and buttons share one line with little padding, which leaves more space for the rows. */}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-2.5 xl:flex-nowrap">
        <div
          className={cx(
            'grid min-w-0 grow items-start gap-4',
            // A label can take two lines on a phone, so the fields of a line are aligned at their end.
            order.hasQuotation
              ? 'grid-cols-[2fr_1fr_1fr] max-md:items-end md:grid-cols-[2fr_2fr_1fr_1fr]'
              : 'sm:max-w-sm',
          )}
        >
          <Select
            label={m.common_campaign()}
            className={cx(order.hasQuotation && 'max-md:col-span-3')}
            placeholder={m.common_selectCampaign()}
            options={campaignOptions}
            {...fieldProps('campaignId')}
            hint={failure}
          />
          {order.hasQuotation && (
            <>
              <TextField
                label={m.common_quotationNumber()}
                autoComplete="off"
                maxLength={MAX_QUOTATION_LENGTH}
                {...fieldProps('quotationNumber')}
              />
              <TextField
                label={m.common_plasticId()}
                autoComplete="off"
                maxLength={MAX_DESIGN_LENGTH}
                {...fieldProps('plasticId')}
              />
              <TextField
                label={m.common_designId()}
                autoComplete="off"
                maxLength={MAX_DESIGN_LENGTH}
                {...fieldProps('designId')}
              />
            </>
          )}
        </div>
        <div className="ms-auto flex flex-wrap gap-2 sm:shrink-0 xl:pt-6.5">
          <TemplateLinks typeInfo={wizard.typeInfo} identifierType={options.identifierType} />
          {/* The button stays in place when the first row is added, so that the user can type several rows in sequence. */}
          <SingleRowButton
            order={order}
            disabledReason={wizard.isReadOnly ? openElsewhereText(wizard.typeInfo) : columnsReason}
            onAdd={(row) => wizard.addRow(row)}
          />
        </div>
      </div>
    </Panel>
  )
}
