// The commands of the programme, in the order of the help: a new one is a file beside this one and a row here.
import type { Command } from './command.ts'
import { ledgerCheck } from './ledger-check.ts'

export const commands: readonly Command[] = [ledgerCheck]
