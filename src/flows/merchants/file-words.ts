// Why the merchants of a file were not all signed up, in words.
import { LIST_FULL } from '#domain/merchants/list.ts'
import type { SignUpStop } from '#machines/merchant-file.ts'
import { sentence } from '#domain/sentences.ts'
import * as say from '#words/flows/merchants.ts'

/** A sentence with its full stop. */
export function stopToText(stop: SignUpStop): string {
  switch (stop.kind) {
    case 'full':
      return LIST_FULL
    case 'stopped':
      return say.youHaveStopped
    case 'refused':
      return `${sentence(stop.text).replace(/\.$/, '')}.`
  }
}
