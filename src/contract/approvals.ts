// The approval of a batch or an order to which approval rules apply, and the operations of the rules themselves. Rules:
// docs/rules/approvals.md.
import * as z from 'zod'
import {
  approvalSubjects,
  MAX_DEPUTIES,
  MAX_DEPUTY_REASON_LENGTH,
  MAX_LIMITS,
  MAX_REMINDER_HOURS,
  MAX_SIGNERS,
  MAX_TIERS,
  tierMeasures,
} from '#domain/approvals/rules.ts'
import { id, nothing, requestId, text } from './fields.ts'

/**
 * The approval of a batch or an order: the signatures that it needs, the signatures so far, and what this viewer cannot
 * do. Omitted if no approval rule applies to the batch or order.
 */
export const approval = z.object({
  /** Why signatures are needed, in the viewer's language: a sentence for each group of signers. */
  needs: z.array(z.string()),
  /** The number of all signatures that are needed. */
  needed: z.int(),
  /** The number of signatures so far. */
  signed: z.int(),
  /** `onBehalfOf`: the absent approver, if a deputy signed. */
  signatures: z.array(z.object({ by: z.string(), onBehalfOf: z.string().optional(), at: z.string() })),
  /** The absent approver, if this viewer would sign as a deputy. Omitted if the viewer would sign as themselves. */
  signsFor: z.string().optional(),
  /** True if no one can sign now. Omitted otherwise. */
  isBlocked: z.literal(true).optional(),
  /**
   * For each decision, why the approval rules do not allow this viewer to make it. Omitted for a decision that the
   * rules allow. Does not contain other reasons, such as that the viewer is the maker, or that the batch is already
   * decided.
   */
  refusals: z.object({
    sign: z.string().optional(),
    reject: z.string().optional(),
    /** To run the batch or order again, earlier, or at another time. */
    rerun: z.string().optional(),
  }),
})
export type Approval = z.output<typeof approval>

/** The proof that the caller has signed the text of `approvalChallenge`. Only if the settings require signatures. */
export const proof = z.strictObject({
  nonce: text(64),
  /** The browser's response to the options. */
  passkey: z.record(z.string(), z.unknown()).optional(),
  /** A fresh code of the authenticator app, for users without a passkey. */
  code: text(20).optional(),
})

/**
 * How the viewer signs a decision. Omitted if no signature is required. 'none': the viewer has no passkey and no app.
 */
export const signWith = z.enum(['passkey', 'code', 'none']).optional()

const amountOrCount = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** A tier: for values in a range, a number of users of a group have to sign. Amounts are minor units. */
export const tierRule = z.strictObject({
  subject: z.enum(approvalSubjects),
  measure: z.enum(tierMeasures),
  /** The lower end of the range. It does not belong to the range. */
  above: amountOrCount,
  /** The upper end of the range. It belongs to the range. Omitted for a range without an upper end. */
  upTo: amountOrCount.optional(),
  /** Empty for all campaigns. */
  campaignIds: z.array(z.int()).max(1000).readonly(),
  signers: z.int().min(1).max(MAX_SIGNERS),
  /** Null for any approver. */
  groupId: z.nullable(z.int()),
})

export const approvalRules = z.strictObject({
  tiers: z.array(tierRule).max(MAX_TIERS).readonly(),
  /** The types of batch and order whose tiers must be signed in the order of `tiers`. */
  inOrder: z.array(z.enum(approvalSubjects)).max(approvalSubjects.length).readonly(),
  /** The highest total that each of these users can sign. */
  limits: z
    .array(z.strictObject({ userId: z.int(), cents: amountOrCount }))
    .max(MAX_LIMITS)
    .readonly(),
  /** Who signs for an absent approver, and when. A deputy needs the same rights. */
  deputies: z
    .array(
      z.strictObject({
        userId: z.int(),
        deputyId: z.int(),
        from: z.iso.datetime(),
        /** The first moment at which the deputy can no longer sign. */
        until: z.iso.datetime(),
        reason: text(MAX_DEPUTY_REASON_LENGTH, 1),
      }),
    )
    .max(MAX_DEPUTIES)
    .readonly()
    .optional(),
  /** The users who have to sign are reminded after `afterHours`, and again after twice that time. */
  reminder: z
    .strictObject({
      afterHours: z.int().min(1).max(MAX_REMINDER_HOURS),
      /** The group that also gets the second reminder. Null for no group. */
      escalateTo: z.nullable(z.int()),
    })
    .optional(),
})

const rulesParams = z.strictObject({ requestId, proposalID: id })

export const approvalOperations = {
  /**
   * The text to sign for decisions about these batches and orders. It is valid for a few minutes, and only once for
   * each batch or order.
   */
  approvalChallenge: {
    params: z.strictObject({
      items: z
        .array(
          z.strictObject({
            subject: z.enum(['batch', 'order']),
            id,
            /** The chosen time, 'yyyy-mm-dd HH:mm:00', as in the decision. */
            scheduledDate: text(19).optional(),
          }),
        )
        .min(1)
        .max(500),
    }),
    result: z.object({
      nonce: z.string(),
      text: z.string(),
      /**
       * The options for the browser's passkey API. Their challenge is the SHA-256 of the text. Missing for a user
       * without a passkey, who signs with a code.
       */
      options: z.record(z.string(), z.unknown()).optional(),
    }),
  },
  /** The rules in force, the rules that wait for a second administrator, and the names that rules can contain. */
  approvalRules: {
    params: nothing,
    result: z.object({
      rules: approvalRules,
      /** The rules that wait. Null if no rules wait. `refusal`: the reason why this viewer cannot confirm them. */
      proposal: z.nullable(
        z.object({
          proposalID: id,
          rules: approvalRules,
          proposedBy: z.string(),
          proposedAt: z.string(),
          refusal: z.string().optional(),
        }),
      ),
      groups: z.array(z.object({ id: z.int(), name: z.string(), canApprove: z.array(z.enum(approvalSubjects)) })),
      approvers: z.array(z.object({ id: z.int(), name: z.string() })).readonly(),
      campaigns: z.array(z.object({ id: z.int(), name: z.string() })).readonly(),
      currency: z.string(),
    }),
  },
  /** Proposes new rules, in place of a proposal that waits. Another administrator always has to confirm them. */
  proposeApprovalRules: {
    params: z.strictObject({ requestId, rules: approvalRules }),
    result: z.object({ proposalID: id }),
  },
  confirmApprovalRules: { params: rulesParams, result: z.object({}) },
  withdrawApprovalRules: { params: rulesParams, result: z.object({}) },
}
