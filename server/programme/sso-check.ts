// `sso check`: checks the connection to the company's login step by step, and prints what that login returned for the
// last sign-in. Changes nothing. docs/running/single-sign-on.md explains each line.
import type { ConnectionStep } from '#contract/access.ts'
import { connectionSteps } from '#domain/access/connection-steps.ts'
import { checkConnection } from '#server/sso/check.ts'
import { failed, note, ok, resultToLine } from './check/check-result.ts'
import { CommandError, defineCommand } from './command.ts'

/** The functions that make the result of a step, by the state of the step. */
const resultMakers = { ok, note, wrong: failed } as const

export const ssoCheck = defineCommand({
  name: 'sso check',
  summary: "Checks the connection to the company's login, and prints what the last sign-in by it came back with",
  help: ['Changes nothing. Run it again after each step of docs/running/single-sign-on.md, and after a test sign-in.'],
  runsForEachClient: true,
  hasDryRun: false,
  async run({ settings, open, print }) {
    if (!settings.provider && settings.scimGroups.length === 0)
      throw new CommandError('OIDC_ISSUER is not set, so users log in with passwords. Nothing was checked.')
    const { db } = await open()
    const steps = await checkConnection({ db, settings })
    for (const { step, state, text } of steps) print(resultToLine(resultMakers[state](connectionSteps[step], text)))
    const hasFailed = steps.some(isWrong)
    return { lines: [hasFailed ? 'Fix what is WRONG, then run it again.' : 'All is in order.'], hasFailed }
  },
})

const isWrong = ({ state }: ConnectionStep): boolean => state === 'wrong'
