// The refusals of SCIM: a status, the type of RFC 7644 (3.12), and a sentence.
import type { Phrase } from '#server/stored-text.ts'

type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

export class ScimError extends Error {
  readonly status: number
  readonly text: Phrase
  readonly scimType: ScimType | undefined
  /** The id of the refused user. Set only for a request whose address names a group instead of the user. */
  userId: string | undefined
  constructor(status: number, text: Phrase, scimType?: ScimType) {
    super('refused')
    this.status = status
    this.text = text
    this.scimType = scimType
  }
}

export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** The body of an error. SCIM has the status as a text. */
export const toErrorBody = (status: number, detail: string, scimType?: string) => ({
  schemas: [ERROR_SCHEMA],
  status: String(status),
  ...(scimType !== undefined && { scimType }),
  detail,
})
