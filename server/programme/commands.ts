// The commands of the programme, in the order of the help: a new one is a file beside this one and a row here.
import type { Command } from './command.ts'
import { check } from './check/check.ts'
import { init } from './init/init.ts'
import { keysRotate } from './keys/keys-rotate.ts'
import { ledgerCheck } from './ledger-check.ts'
import { userAdd, userResendActivation, userResetFactor, userUnlock } from './user.ts'

export const commands: readonly Command[] = [
  check,
  init,
  userAdd,
  userResendActivation,
  userUnlock,
  userResetFactor,
  keysRotate,
  ledgerCheck,
]
