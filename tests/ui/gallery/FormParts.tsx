// Buttons and all form fields.
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/buttons/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { Combobox } from '#ui/forms/Combobox.tsx'
import { CopyButton } from '#ui/buttons/CopyButton.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { ErrorSummary } from '#ui/forms/ErrorSummary.tsx'
import { FileDrop } from '#ui/forms/FileDrop.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { KeyHint } from '#ui/buttons/KeyHint.tsx'
import { Panel } from '#ui/Panel.tsx'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { RadioGroup, Segmented } from '#ui/forms/RadioGroup.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { TextField } from '#ui/forms/TextField.tsx'

const steps = ['Batch file upload', 'Batch verification', 'Batch submit']

const currencies = [
  { value: '036', label: 'Australian Dollar' },
  { value: '702', label: 'Singapore Dollar' },
  { value: '978', label: 'Euro' },
]

// A separate component, since rendering the error summary again would take the focus.
function CurrencyField() {
  const [code, setCode] = useState('702')
  return <Combobox label="Currency Code" hint="Singapore Dollar" value={code} onChange={setCode} choices={currencies} />
}

export function FormParts() {
  const [step, setStep] = useState(1)
  const [kind, setKind] = useState<'pan' | 'tracking'>('pan')
  const [filter, setFilter] = useState<'all' | 'fix'>('all')
  const [fileName, setFileName] = useState('none')
  const [date, setDate] = useState('2026-03-04')
  const [pressed, setPressed] = useState(0)
  return (
    <>
      <Panel title="Buttons">
        <div className="flex flex-wrap items-center gap-3">
          <Button kind="primary" onClick={() => setPressed(pressed + 1)}>
            Submit batch
          </Button>
          <Button icon={<Plus aria-hidden />}>Add row</Button>
          <Button kind="quiet">Cancel</Button>
          <Button kind="danger" icon={<Trash2 aria-hidden />}>
            Remove 14 rows
          </Button>
          <Button kind="primary" pending>
            Sending
          </Button>
          <Button
            kind="primary"
            disabledReason="A user cannot approve their own load"
            onClick={() => setPressed(pressed + 1)}
          >
            Approve
          </Button>
          <Button size="small">Small</Button>
          <IconButton label="Remove row" icon={<Trash2 aria-hidden />} />
          <CopyButton value="900001" name="number" />
          <KeyHint keys="Ctrl+K" />
        </div>
        <p className="mt-3 text-sm text-muted" data-testid="pressed">
          Pressed {pressed}
        </p>
      </Panel>
      <Panel title="Stepper">
        <Stepper label="Create Batch Load" steps={steps} current={step} onGoTo={setStep} />
      </Panel>
      <Panel title="Fields">
        <form className="grid gap-5 sm:grid-cols-2" onSubmit={(event) => event.preventDefault()}>
          <div className="sm:col-span-2">
            <ErrorSummary errors={[{ text: 'Enter a load reference', fieldId: 'reference' }]} />
          </div>
          <TextField id="reference" label="Load reference" error="Enter a load reference" />
          <TextField label="Amount" figures defaultValue="1,250.00" hint="At most two decimals" />
          <PasswordField label="Password" autoComplete="current-password" defaultValue="secret" />
          <DateField label="Start date" value={date} onChange={setDate} />
          <Select label="Status" options={[{ value: '1', label: 'Awaiting approval' }]} />
          <Select label="Campaign" placeholder="Select a Campaign" options={[]} optional />
          <TextArea label="Reason" maxLength={255} defaultValue={'x'.repeat(240)} />
          <RadioGroup
            label="Cards are named by"
            value={kind}
            onChange={setKind}
            choices={[
              { value: 'pan', label: 'Card Number', hint: '16 digits' },
              { value: 'tracking', label: 'Tracking Number', hint: '15 digits' },
            ]}
          />
          <Checkbox
            label="Skip the existence check"
            hint="Rows whose card does not exist fail when the batch is processed"
          />
          <div>
            <Segmented
              label="Rows shown"
              value={filter}
              onChange={setFilter}
              choices={[
                { value: 'all', label: 'All', count: 5000 },
                { value: 'fix', label: 'To fix', count: 14 },
              ]}
            />
          </div>
          <CurrencyField />
          <TextField label="Read only" readOnly value="olive" />
        </form>
      </Panel>
      <FileDrop label="Drop a batch file" accept={['.csv', '.xlsx', '.xls']} onFile={(file) => setFileName(file.name)}>
        <Button>Download a template</Button>
      </FileDrop>
      <p data-testid="taken">Taken: {fileName}</p>
    </>
  )
}
