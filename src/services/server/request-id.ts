// One id per user action, created once, stored before the call is sent, and sent again with every repeat. Rules:
// docs/rules/requests.md, "Repeated requests".
import { randomUuid } from '../random-uuid.ts'

export const newRequestId = (): string => randomUuid()
