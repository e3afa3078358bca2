// The words of pages/shared/Funding: what the funding account has, and what that means. Amounts come with their currency.
import { number } from '#words/figures.ts'

export const fundingAccount = 'Funding account'
/** @param loads '3 loads' */
export const loadsWouldFail = (failing: number, loads: string): string => `${number(failing)} of ${loads} would fail`
/** @param cards '2,600 virtual cards' */
export const cardsNotIssued = (failing: number, cards: string): string =>
  `${number(failing)} of ${cards} would not be issued`
/** @param fail '147 of 2,600 virtual cards would not be issued' */
export const wouldFail = (fail: string, missing: string): string => `${fail}: ${missing} is missing`
export const accountHolds = (balance: string): string => `The funding account has ${balance}.`
export const isReserved = (reserved: string): string =>
  `${reserved} is reserved for batches and orders that come first.`
export const isReservedInText = (reserved: string): string =>
  `${reserved} reserved for batches and orders that come first`
export const isNeeded = (needed: string): string => `These rows need ${needed}, fees included.`
export const laterOnesLack = (later: string): string =>
  `${later} of the reserved money is for later runs. Rows that run before then use it, and the later ones fail.`
