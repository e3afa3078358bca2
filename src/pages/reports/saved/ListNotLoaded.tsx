// Says that a list of the reports page could not be loaded. Without this panel, the user would think that the list is
// empty.
import { Panel } from '#ui/Panel.tsx'

interface ListNotLoadedProps {
  readonly title: string
  readonly reason: string
}

export const ListNotLoaded = ({ title, reason }: ListNotLoadedProps) => (
  <Panel title={title}>
    <p className="text-sm text-muted">{reason}</p>
  </Panel>
)
