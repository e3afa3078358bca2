// Shown if a list of the reports page could not be loaded: otherwise the user would take it for an empty list.
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
