// The author and time of a document, for the footer of PDFs and prints.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import { sessionStore } from '#services/session/session.ts'

/** 'Made by Olive Tan (olive) on 04 Mar 2026, 10:42 SGT'. */
export function madeByText(epochMs: number): string {
  const user = sessionStore.get()?.user
  const who = user ? `${user.firstname} ${user.lastname} (${user.username})` : ''
  return m.common_madeBy({ who, time: instantToText(new Date(epochMs).toISOString(), client) })
}
