// The channel through which a development build reports its machines to the lab, and the lab replies.

export const CHANNEL = 'portal-machines'

/** An event as plain data. Its type is XState's for the end of an effect: 'xstate.done.actor.readFile'. */
export interface PlainEvent {
  readonly type: string
  readonly [key: string]: unknown
}

export type FromPortal =
  | {
      readonly type: 'state'
      /** Id of the actor, which includes this tab's id. */
      readonly id: string
      readonly tab: string
      /** The address that the tab shows. */
      readonly page: string
      readonly machine: string
      readonly states: readonly string[]
      readonly context: unknown
      /** The event that caused the state, with its payload. */
      readonly event: PlainEvent
    }
  | { readonly type: 'ended'; readonly id: string }

/** 'who' asks the portal's tabs to report all their machines. 'send' sends an event to one machine. */
export type ToPortal =
  | { readonly type: 'who' }
  | { readonly type: 'send'; readonly id: string; readonly event: PlainEvent }
