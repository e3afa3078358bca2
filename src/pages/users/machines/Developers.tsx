// What the developers of a program need: the address, the document, and an example that works with a key.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { machineScopes } from '#domain/access/machine-users.ts'
import { CopyButton } from '#ui/buttons/CopyButton.tsx'
import { Panel } from '#ui/Panel.tsx'
import { toCurlExample, toNodeExample } from './examples.ts'

export function Developers() {
  const address = `${window.location.origin}${client.basePath}v1`
  const examples = [
    { name: 'curl', text: toCurlExample(address) },
    { name: 'Node', text: toNodeExample(address) },
  ]
  return (
    <Panel title={m.machines_forDevelopers()}>
      <ol className="mb-3 ms-5 grid max-w-prose list-decimal gap-1">
        <li>{m.machines_exampleKey({ scope: machineScopes['Batch.load'].label })}</li>
        <li>{m.machines_exampleRun()}</li>
        <li>{m.machines_exampleApproval({ page: m.common_approveBatchLoad() })}</li>
        <li>{m.machines_exampleAgain()}</li>
      </ol>
      <p className="mb-3">
        {m.machines_document()}{' '}
        <a className="link" dir="ltr" translate="no" href={`${address}/openapi.json`} target="_blank" rel="noreferrer">
          {`${address}/openapi.json`}
        </a>
      </p>
      {examples.map(({ name, text }) => (
        <div key={name} className="mb-3">
          <p className="flex items-center gap-2 font-medium">
            {name} <CopyButton value={text} name={name} />
          </p>
          <pre
            dir="ltr"
            translate="no"
            tabIndex={0}
            aria-label={name}
            className="overflow-x-auto rounded-sm bg-sunken p-3 text-sm"
          >
            {text}
          </pre>
        </div>
      ))}
    </Panel>
  )
}
