// How far the host's check is, where it takes more than one call or waits for something.
import type { CheckProgress as Progressed } from '#flows/upload/verify.ts'
import { Panel } from '#ui/Panel.tsx'
import { Progress } from '#ui/Progress.tsx'

export function CheckProgress({ progress: { done, total, speed, waitsFor } }: { readonly progress: Progressed }) {
  // One call has nothing to tell but its end.
  if (done === 0 && waitsFor === undefined) return null
  return (
    <Panel>
      <div className="grid gap-2">
        <Progress label="Rows checked by the host" done={done} total={total} />
        <p role="status" className="text-sm text-muted">
          {waitsFor ? waitWords[waitsFor] : speed !== undefined && `About ${speed.toLocaleString('en')} rows a second.`}{' '}
          What is checked is kept.
        </p>
      </div>
    </Panel>
  )
}

const waitWords = {
  line: 'The connection is lost. The check goes on by itself when it is back.',
  while: 'No answer has come. The check goes on by itself in a moment.',
  host: 'The system asks for a pause. The check goes on by itself in a moment.',
} as const
