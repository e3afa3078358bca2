// All commands of the server's command line, in the order of the help. A new command is a file in this folder and a
// row here.
import type { Command } from './command.ts'
import { auditEvidence } from './audit-evidence.ts'
import { auditVerify } from './audit-verify.ts'
import { check } from './check/check.ts'
import { eraseExpired, eraseHolder, eraseUser } from './erase-data.ts'
import { exportFiles } from './export-files.ts'
import { importCards, importHolders, importTransactions } from './import-files.ts'
import { feedImport, feedKey, feedRevoke } from './feed/commands.ts'
import { feedExceptionList } from './feed/exceptions.ts'
import { simulate } from './feed/simulate.ts'
import { init } from './init/init.ts'
import { keysRotate } from './keys/keys-rotate.ts'
import { ledgerCheck } from './ledger-check.ts'
import { ledgerRepair } from './ledger-repair.ts'
import { roleGrant } from './role-grant.ts'
import { clientMove } from './move/client-move.ts'
import { clock } from './sandbox/clock.ts'
import { sandboxReset } from './sandbox/reset.ts'
import { ssoCheck } from './sso-check.ts'
import { status } from './status.ts'
import { userAdd, userConfirm, userEnd, userLock, userResendActivation, userResetFactor, userUnlock } from './user.ts'

export const commands: readonly Command[] = [
  check,
  status,
  ssoCheck,
  init,
  importCards,
  importHolders,
  importTransactions,
  feedKey,
  feedRevoke,
  feedImport,
  feedExceptionList,
  simulate,
  exportFiles,
  userAdd,
  userResendActivation,
  userEnd,
  userLock,
  userUnlock,
  userResetFactor,
  userConfirm,
  clock,
  sandboxReset,
  keysRotate,
  ledgerCheck,
  ledgerRepair,
  auditVerify,
  auditEvidence,
  eraseExpired,
  eraseUser,
  eraseHolder,
  roleGrant,
  clientMove,
]
