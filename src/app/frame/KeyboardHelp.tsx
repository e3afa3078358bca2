// The list of keyboard shortcuts (`?`), and the switch for single-key shortcuts (WCAG 2.1.4).
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { useSingleKeys } from '#services/device/single-keys.ts'
import { KeyHint } from '#ui/buttons/KeyHint.tsx'
import * as say from '#words/app/keyboard.ts'

interface KeyboardHelpProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function KeyboardHelp({ open, onClose }: KeyboardHelpProps) {
  const [singleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Dialog open={open} onClose={onClose} title={say.keyboardShortcuts} transient>
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
          label={say.useSingleKeys}
          hint={say.whatSingleKeysChange}
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
    name: say.everywhere,
    keys: [
      [say.search, '/', say.ctrlK],
      [say.theseShortcuts, '?'],
      [say.helpForThisPage, 'F1'],
      [say.closeDialog, say.esc],
      [say.pressMainButton, say.ctrlEnter],
      [say.goToNotices, say.altT],
    ],
  },
  {
    name: say.listsToApprove,
    keys: [
      [say.nextAndPrevious, 'J', 'K'],
      [say.approveAndReject, 'A', 'R'],
      [say.selectRow, 'X'],
    ],
  },
  {
    name: say.rowsOfBatch,
    keys: [
      [say.nextError, 'F8'],
      [say.previousError, say.shiftAndF8],
      [say.undoRedo, say.ctrlZ, say.ctrlY],
      [say.moveBetweenCells, '←', '↑', '→', '↓'],
      [say.chooseSeveralCells, say.shift],
      [say.copyAndPasteChosenCells, say.ctrlC, say.ctrlV],
      [say.fillDown, say.ctrlD],
      [say.editCellTypingReplaces, 'F2'],
      [say.firstAndLastRow, say.ctrlHome, say.ctrlEnd],
      [say.removeChosenRows, say.del],
    ],
  },
]
