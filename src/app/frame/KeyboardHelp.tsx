// The list of keyboard shortcuts (`?`), and the switch for single-key shortcuts (WCAG 2.1.4).
import { m } from '#words/messages.js'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { useSingleKeys } from '#services/device/single-keys.ts'
import { KeyHint } from '#ui/buttons/KeyHint.tsx'

interface KeyboardHelpProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function KeyboardHelp({ open, onClose }: KeyboardHelpProps) {
  const [singleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Dialog open={open} onClose={onClose} title={m.app_keyboardShortcuts()} transient>
      <div className="grid gap-5">
        {shortcutGroups.map(({ name, keys }) => (
          <section key={name} aria-label={name} className="grid gap-1.5">
            <h3 className="text-sm font-medium text-muted">{name}</h3>
            <dl className="grid gap-1.5">
              {keys.map(([action, ...keyHints]) => (
                <div key={action} className="flex items-center gap-4">
                  <dt className="flex-1">{action}</dt>
                  <dd className="flex gap-2">
                    {keyHints.map((keyHint) => (
                      <KeyHint key={keyHint} keys={keyHint} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox
          label={m.app_useSingleKeys()}
          hint={m.app_singleKeysHint()}
          checked={singleKeys === 'on'}
          onChange={({ target }) => setSingleKeys(target.checked ? 'on' : 'off')}
        />
      </div>
    </Dialog>
  )
}

type Shortcut = readonly [action: string, ...keyHints: string[]]

const shortcutGroups: readonly { readonly name: string; readonly keys: readonly Shortcut[] }[] = [
  {
    name: m.app_everywhere(),
    keys: [
      [m.common_search(), '/', m.app_ctrlK()],
      [m.app_showShortcuts(), '?'],
      [m.app_helpForThisPage(), 'F1'],
      [m.app_closeDialog(), m.app_esc()],
      [m.app_pressMainButton(), m.app_ctrlEnter()],
      [m.app_goToNotices(), m.app_altT()],
    ],
  },
  {
    name: m.app_listsToApprove(),
    keys: [
      [m.app_nextAndPrevious(), 'J', 'K'],
      [m.app_approveAndReject(), 'A', 'R'],
      [m.app_selectRow(), 'X'],
    ],
  },
  {
    name: m.app_rowsOfBatch(),
    keys: [
      [m.common_nextError(), 'F8'],
      [m.app_previousError(), m.app_shiftF8()],
      [m.app_undoRedo(), m.app_ctrlZ(), m.app_ctrlY()],
      [m.app_moveBetweenCells(), '←', '↑', '→', '↓'],
      [m.app_selectCells(), m.app_shiftDown()],
      [m.app_copyAndPasteChosenCells(), m.app_ctrlC(), m.app_ctrlV()],
      [m.app_fillDown(), m.app_ctrlD()],
      [m.app_editCell(), 'F2'],
      [m.app_firstAndLastRow(), m.app_ctrlHome(), m.app_ctrlEnd()],
      [m.app_removeChosenRows(), m.app_deleteKey()],
    ],
  },
]
