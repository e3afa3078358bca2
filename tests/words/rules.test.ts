// Rules and keys that must not depend on texts. This file runs twice, in English and in the generated second language
// (vitest.config.ts), so it compares only codes, keys and figures.
import { voyager } from '#brand/voyager.ts'
import { expect, it } from 'vitest'
import type { BatchLoadDetail, BatchLoadFile } from '#contract/batches.ts'
import { auditActions, auditActionLabel, auditEntryToText } from '#contract/audit-actions.ts'
import { replyToOutcome } from '#domain/request-outcomes.ts'
import { invalidPasswordMessage, isAcceptablePassword } from '#domain/access/passwords.ts'
import { batchToFingerprintText } from '#domain/batch/fingerprint.ts'
import { NO_VALUE } from '#domain/rows/fields.ts'
import { typedTextsToRow } from '#domain/rows/typed-row.ts'
import { cardRows } from '#domain/batch/card-rows.ts'
import { chargebackFieldNames, chargebackFieldOf, chargebackGroups } from '#domain/reports/chargebacks.ts'
import { newUserKey, saveToChange } from '#flows/users/changes.ts'
import { detailToRow, rowFilters } from '#pages/batches/approve/details.ts'
import { verdictOf } from '#pages/batches/mine/saveResults.ts'
import { menuGroupKeys } from '#app/routes/route.ts'
import { validateNewPassword } from '#server/access/validate-password.ts'
import { batchFingerprint, orderFingerprint } from '#server/db/fingerprint.ts'
import { testSecrets } from '#tests/support/test-keys.ts'

it('a fingerprint depends only on constants, so stored fingerprints stay valid', () => {
  const rows = [
    { identifier: '9000010000000011', amount: '12.50', cardId: 7 },
    { identifier: '700000000000001', amount: '1.00' },
  ]
  expect(batchToFingerprintText('load', 1, rows)).toBe('load\n1 700000000000001,,1.00\ncard 7,,12.50')
  expect(batchFingerprint(testSecrets, 'load', 1, rows)).toBe(
    '3591b3121eddd8bf3a0142d04bfe6c18507456141c933bc76a2fc42ded164dc7',
  )
  expect(orderFingerprint(testSecrets, 'virtual', 5, [['ref-1', 'Label', '', '', 'x', 100, 0]])).toBe(
    'f7d91a1b0ffa8607495507bbdf58896332fab0de4823cc65edcf0aae5ef6ae77',
  )
})

it('a pending new user has its own key', () => {
  const values = { username: 'Olive ', firstname: '', lastname: '', email: 'o@example.com', groupId: '1' }
  expect(saveToChange(values, undefined).subject).toBe('new olive')
  expect(newUserKey(' OLIVE')).toBe('new olive')
})

it('an action is labelled by its verb and the type of object, or the particular object', () => {
  expect(auditActionLabel('approveBatchLoad')).toContain(auditActions.approveBatchLoad.defaultObject)
  expect(auditEntryToText('batchLoadDetails', '0', 'batch 43')).toContain('batch 43')
  expect(auditEntryToText('batchLoadDetails', '0', 'batch 43')).not.toContain(
    auditActions.batchLoadDetails.defaultObject,
  )
})

it('a reused requestId is recognised by its parameter', () => {
  expect(replyToOutcome({ ok: false, code: '-20409', errors: [{ path: 'requestId' }] }, { isResent: true })).toBe(
    'unknown',
  )
  expect(replyToOutcome({ ok: false, code: '-20409' }, { isResent: true })).toBe('refused')
})

it('a password that differs from its confirmation is an error of the confirmation', () => {
  const errorPath = (password: string, confirmation: string) =>
    validateNewPassword({ password, confirmation, username: 'olive' }, { passwordMin: 10, client: voyager })
      ?.errors?.[0]?.path
  expect(errorPath('Sunny-Harbor-42', 'Sunny-Harbor-43')).toBe('confirmPassword')
  expect(errorPath('short', 'short')).toBe('password')
  expect(isAcceptablePassword({ password: 'Sunny-Harbor-42', username: 'olive', minLength: 16 })).toBe(false)
  expect(invalidPasswordMessage(16)).toContain('16')
})

it('the placeholder of a cell without a value is an error of its field', () => {
  expect(NO_VALUE).toBe('(no value)')
  const row = typedTextsToRow(cardRows({ type: 'load', identifierType: 1 }), { identifier: NO_VALUE, amount: NO_VALUE })
  expect(row.findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
    'identifierNotDigits error',
    'amountNotNumber error',
  ])
})

it('rows of a processed batch count as failed by their state', () => {
  const batch = { LOADTYPE: 'load', PROCESSED: true, BATCHLOADFILEAPPROVED: true } as BatchLoadFile
  const detail = (LOADED: boolean) =>
    detailToRow(
      { LOADED, AMOUNT: '1.00', FEEAMOUNT: '0.00', FINDINGSNOW: [], REPEATEDIN: [] } as unknown as BatchLoadDetail,
      batch,
    )
  const failed = rowFilters.find(({ key }) => key === 'failed')
  expect([detail(false), detail(true)].map((row) => failed?.matches(row))).toEqual([true, false])
  expect([false, true].map((LOADED) => verdictOf({ LOADED }, batch))).toEqual(['failed', 'loaded'])
})

it('groups of the menu and of chargeback fields are keys', () => {
  expect(menuGroupKeys).toEqual(['top', 'users', 'cards', 'batches', 'orders', 'merchants', 'reports'])
  const groups = new Set(chargebackFieldNames.map((name) => chargebackFieldOf(name).group))
  expect([...groups, 'other']).toEqual(Object.keys(chargebackGroups))
})
