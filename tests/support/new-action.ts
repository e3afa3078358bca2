// Adds a new card action to a copy of the source code in the way a developer would: first its table row and operation,
// then everything that the compiler reports as missing. The action removes the PIN of a card.
import type { ChangedSources } from './changed-sources.ts'

const DEVALUE = `  devalue: {
    get label() {
      return m.cards_devalue()
    },
    slot: 'barEnd',`

/** Adds the table row and the operation that it names. */
export function declareAction(copy: ChangedSources): void {
  copy.change(
    'src/domain/cards/actions.ts',
    DEVALUE,
    `  clearPin: {
    label: 'Clear PIN',
    slot: 'bar',
    method: 'clearPin',
    errorRank: 7,
    effect: 'The card has no PIN afterwards.',
    success: 'PIN cleared',
    refusal: (card) => (card.requiresPin ? undefined : m.cards_campaignUsesNoPin()),
  },
${DEVALUE}`,
  )
  copy.duplicate('src/contract/facts.ts', / {2}changePin: .*\n/, { changePin: 'clearPin' })
  copy.duplicate('src/contract/card-actions.ts', / {2}unstopCard: \{[\s\S]*?\n {2}\},\n/, { unstopCard: 'clearPin' })
}

/** Completes the places that the compiler reports. */
export function completeAction(copy: ChangedSources): void {
  copy.duplicate('src/contract/audit-actions.ts', / {2}get changePin\(\) \{[\s\S]*?\n {2}\},\n/, {
    'get changePin': 'get clearPin',
    'm.contract_changePin()': "'clear the PIN of'",
    'm.contract_changedPin()': "'cleared the PIN of'",
  })
  copy.duplicate('src/flows/pending-changes/kinds.ts', / {2}retireCard: card\('retireCard'\),\n/, {
    retireCard: 'clearPin',
  })
  copy.duplicate('src/pages/cards/details/action-views.ts', / {2}unstop: \{[\s\S]*?\n {2}\},\n/, {
    'unstop: {': 'clearPin: {',
    "'unstop'": "'clearPin'",
    'm.cards_unstop()': "'Clear PIN of'",
    'm.common_unstopped()': "'relieved of its PIN'",
    unstopCard: 'clearPin',
  })
  copy.change('src/domain/cards/history.ts', "  'pinChanged',\n", "  'pinChanged',\n  'pinCleared',\n")
  copy.change('src/domain/cards/history.ts', '  get pinChanged', "  pinCleared: 'PIN cleared',\n  get pinChanged")
  copy.duplicate('server/cards/change-state.ts', /export const unstopCard[\s\S]*?\n {2}\}\)\n/, {
    unstopCard: 'clearPin',
    "'unstop'": "'clearPin'",
    "'unstopped'": "'pinCleared'",
    'stopped_at: null, stop_reason_id: null': 'pin_hash: null',
  })
  copy.change('server/cards/handlers.ts', 'import { changePin,', 'import { clearPin, changePin,')
  copy.change('server/cards/handlers.ts', '  changePin,\n', '  changePin,\n  clearPin,\n')
}
