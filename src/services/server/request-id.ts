// The id of a user action. It is created once and stored before the call is sent. If the call is repeated, it is sent
// with the same id. Rules: docs/rules/requests.md, "Repeated requests".
import { randomUuid } from '../random-uuid.ts'

export const newRequestId = (): string => randomUuid()
