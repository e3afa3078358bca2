// Entries of the audit trail in words: completed and attempted actions, their objects and their results.
import { expect, it } from 'vitest'
import { auditActionLabel, auditActions, auditEntryToText, isAudited, resultToWords } from '#contract/audit-actions.ts'
import { codes } from '#contract/codes.ts'
import { methods, type Method } from '#contract/methods.ts'

it.each([
  ['approveBatchLoad', '0', 'batch 43', 'approved batch 43'],
  ['approveBatchLoad', '-20409', 'batch 43', 'tried to approve batch 43'],
  ['approveBatchLoad', '-20403', undefined, 'tried to approve a batch'],
  ['devalueCard', '1', 'card 9000 01•• •••• 0012', 'devalued card 9000 01•• •••• 0012'],
  ['logIn', '0', undefined, 'logged in'],
  ['logIn', '-20001', undefined, 'tried to log in'],
  ['changePassword', '0', 'user dora', 'changed the password'],
  ['reset2FAEnrolment', '0', 'user dora', 'reset the two-factor authentication of user dora'],
  ['batchLoadDetails', '0', 'batch 43', 'viewed the details of batch 43'],
  ['myBatchRows', '0', 'batch 43', 'viewed their own batch 43'],
  ['ofAnotherVersion', '0', 'batch 1', 'ofAnotherVersion batch 1'],
  ['ofAnotherVersion', '0', undefined, 'ofAnotherVersion'],
])('%s with the result %s about %s is described as %j', (method, code, subject, words) => {
  expect(auditEntryToText(method, code, subject)).toBe(words)
})

it('every change has words', () => {
  const changes = (Object.keys(methods) as Method[]).filter((method) => methods[method].isChange)
  expect(changes.filter((method) => !isAudited(method))).toEqual([])
})

it('each action has a different label, so that each can be selected in a filter', () => {
  const labels = Object.keys(auditActions).filter(isAudited).map(auditActionLabel)
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels).toContain('Approve a batch')
  expect(labels).toContain('Download the report of a batch')
})

it('every result code is described, and an unknown one is shown as it is', () => {
  for (const code of Object.values(codes)) expect(resultToWords(code)).not.toBe(code)
  expect(resultToWords('-1')).toBe('-1')
})
