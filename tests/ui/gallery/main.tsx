// The gallery: every component of the design system in its states, for the browser tests and for viewing. Not shipped.
// `?theme=dark` shows the dark theme, `?part=tables` only one section.
import '#app/trusted-types.ts'
import './gallery.css'
import { createRoot } from 'react-dom/client'
import { Page } from '#ui/Page.tsx'
import { FormParts } from './FormParts.tsx'
import { OverlayParts } from './OverlayParts.tsx'
import { RowParts } from './RowParts.tsx'
import { StateParts } from './StateParts.tsx'
import { GridPart, TableParts } from './TableParts.tsx'

const query = new URLSearchParams(location.search)
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light'

const sections = {
  forms: <FormParts />,
  states: <StateParts />,
  overlays: <OverlayParts />,
  tables: <TableParts />,
  grid: <GridPart />,
  rows: <RowParts />,
}
const chosenSection = query.get('part')

const root = document.getElementById('root')
if (!root) throw new Error('no #root')
createRoot(root).render(
  <main>
    <Page title="Gallery" description="Every piece of the design system.">
      {Object.entries(sections)
        .filter(([name]) => chosenSection === null || chosenSection === name)
        .map(([name, section]) => (
          <div key={name} className="grid min-w-0 gap-5">
            {section}
          </div>
        ))}
    </Page>
  </main>,
)
