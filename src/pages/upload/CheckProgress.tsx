// The progress of the server's check, shown for a check that takes several requests or has to wait.
import { m } from '#words/messages.js'
import type { CheckProgress as ServerCheckProgress } from '#flows/upload/verify.ts'
import { WorkStatus } from '#pages/shared/row-editor/toolbar/WorkStatus.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Progress } from '#ui/Progress.tsx'

export function CheckProgress({ progress }: { readonly progress: ServerCheckProgress }) {
  const { done, total, speed, waitsFor } = progress
  // A check with a single request has no progress to show.
  if (done === 0 && waitsFor === undefined) return null
  const speedText = speed === undefined ? '' : m.upload_rowsPerSecond({ rows: speed })
  const pace = waitsFor ? waitTexts[waitsFor] : speedText
  return (
    <Panel>
      <div className="grid gap-2">
        <Progress label={m.upload_rowsCheckedByServer()} done={done} total={total} />
        <WorkStatus waitsFor={waitsFor} text={m.upload_checkedRowsAreKept({ pace })} />
      </div>
    </Panel>
  )
}

const waitTexts = {
  connection: m.upload_checkResumesOnline(),
  retry: m.upload_checkRepeatsSoon(),
  server: m.upload_serverIsBusy(),
} as const
