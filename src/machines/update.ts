// The state machine of an update of the portal: found, announced, and applied only when the user agrees and nothing is
// running. app/register-service-worker looks for new versions. services/device/updates applies them.
import { assign, setup } from 'xstate'
import { field } from './params.ts'

/** Work that must not be interrupted: a download, or a change to a card, an order, a user and so on. */
export type UpdateHold =
  | 'download'
  | 'card'
  | 'decision'
  | 'order'
  | 'producerFile'
  | 'payment'
  | 'feed'
  | 'feedFile'
  | 'user'
  | 'merchant'
  | 'report'
  | 'upload'

export interface UpdateContext {
  /** The reasons why the update must wait, one entry for each download or change. */
  readonly holds: readonly UpdateHold[]
}

export type UpdateEvent =
  | { readonly type: 'version.found' }
  | { readonly type: 'apply' }
  | { readonly type: 'later' }
  | { readonly type: 'hold'; readonly reason: UpdateHold }
  | { readonly type: 'release'; readonly reason: UpdateHold }

export const updateMachine = setup({
  types: { context: {} as UpdateContext, events: {} as UpdateEvent },
  actions: {
    /** Activates the new version and reloads this tab. Other tabs stay unchanged until they are reloaded. */
    takeOver: () => {},
    addHold: assign(({ context }, reason: UpdateHold) => ({ holds: [...context.holds, reason] })),
    removeHold: assign(({ context: { holds } }, reason: UpdateHold) => {
      const index = holds.indexOf(reason)
      return { holds: index < 0 ? holds : holds.toSpliced(index, 1) }
    }),
  },
  guards: { isIdle: ({ context }) => context.holds.length === 0 },
}).createMachine({
  id: 'update',
  context: { holds: [] },
  initial: 'current',
  on: {
    hold: { actions: { type: 'addHold', params: field('reason') } },
    release: { actions: { type: 'removeHold', params: field('reason') } },
  },
  states: {
    current: { description: 'No newer version is known.', on: { 'version.found': 'offered' } },
    offered: {
      description: 'A newer version is available, and the user is notified.',
      on: {
        apply: { guard: 'isIdle', target: 'applying' },
        later: 'postponed',
      },
    },
    postponed: {
      description:
        'The user has postponed it. It is offered again when the page is loaded, or when a newer one is found.',
      on: { 'version.found': 'offered' },
    },
    applying: { description: 'The new version is activated, and the page reloads.', entry: 'takeOver' },
  },
})
