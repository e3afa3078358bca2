// The progress of the server's check, if it takes several calls or has to wait.
import type { CheckProgress as Progressed } from '#flows/upload/verify.ts'
import { WorkStatus } from '#pages/shared/rows/WorkStatus.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Progress } from '#ui/Progress.tsx'
import * as say from '#words/pages/upload.ts'

export function CheckProgress({ progress: { done, total, speed, waitsFor } }: { readonly progress: Progressed }) {
  // A single call has no progress to show.
  if (done === 0 && waitsFor === undefined) return null
  return (
    <Panel>
      <div className="grid gap-2">
        <Progress label={say.rowsCheckedByServer} done={done} total={total} />
        <WorkStatus
          waitsFor={waitsFor}
          text={say.whatIsCheckedIsKept(
            waitsFor ? waitWords[waitsFor] : speed === undefined ? '' : say.aboutRowsSecond(speed),
          )}
        />
      </div>
    </Panel>
  )
}

const waitWords = {
  line: say.connectionIsLostCheckGoes,
  while: say.noAnswerHasComeCheckGoes,
  server: say.serverIsBusy,
} as const
