// What the keys do (`?`), and the switch for those that are a single key (WCAG 2.1.4).
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { KeyHint } from '#ui/KeyHint.tsx'
import { useSingleKeys } from './useKeys.ts'

interface KeyboardHelpProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function KeyboardHelp({ open, onClose }: KeyboardHelpProps) {
  const [singleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" transient>
      <div className="grid gap-5">
        {groups.map(({ name, keys }) => (
          <section key={name} aria-label={name} className="grid gap-1.5">
            <h3 className="text-sm font-medium text-muted">{name}</h3>
            <dl className="grid gap-1.5">
              {keys.map(([does, ...ways]) => (
                <div key={does} className="flex items-center gap-4">
                  <dt className="flex-1">{does}</dt>
                  <dd className="flex gap-2">
                    {ways.map((way) => (
                      <KeyHint key={way} keys={way} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox
          label="Single keys do something"
          hint="Without it only keys together with Ctrl do; this list opens from the foot of the menu."
          checked={singleKeys === 'on'}
          onChange={({ target }) => setSingleKeys(target.checked ? 'on' : 'off')}
        />
      </div>
    </Dialog>
  )
}

type Shortcut = readonly [does: string, ...ways: string[]]

const groups: readonly { readonly name: string; readonly keys: readonly Shortcut[] }[] = [
  {
    name: 'Everywhere',
    keys: [
      ['Search', '/', 'Ctrl+K'],
      ['These shortcuts', '?'],
      ['Close what lies over the page', 'Esc'],
      ['Confirm in a dialog', 'Ctrl+Enter'],
      ['Go to the notices', 'Alt+T'],
    ],
  },
  {
    name: 'Rows of a batch',
    keys: [
      ['Next error', 'F8'],
      ['Error before', 'Shift+F8'],
      ['Undo, do again', 'Ctrl+Z', 'Ctrl+Y'],
      ['Move between cells', '←', '↑', '→', '↓'],
      ['Choose several cells', 'Shift+↓'],
      ['Copy and paste chosen cells', 'Ctrl+C', 'Ctrl+V'],
      ['Fill down from the first', 'Ctrl+D'],
      ['Edit the cell; typing replaces it', 'F2'],
      ['First and last row', 'Ctrl+Home', 'Ctrl+End'],
      ['Remove the chosen rows', 'Del'],
    ],
  },
]
