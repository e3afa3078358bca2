// Saves the values of a user, and keeps the errors of the fields. A second call while a save is pending does nothing.
import { m } from '#words/messages.js'
import { useState } from 'react'
import {
  tidyUser,
  type UserErrors,
  type UserField,
  validateUser,
  userFields,
  type UserValues,
} from '#domain/users/fields.ts'
import { sendChange, type SendResult } from '#flows/pending-changes/send.ts'
import { useBlockingChange } from '#flows/pending-changes/store.ts'
import { saveToChange } from '#flows/users/changes.ts'

interface UseSaveUserOptions {
  readonly ownerUser: string
  readonly values: UserValues
  /** Undefined for a new user. */
  readonly userId?: string
  /** The stored user. Undefined for a new user. */
  readonly storedValues?: UserValues
  readonly onDone: () => void
}

export function useSaveUser({ ownerUser, values, userId, storedValues, onDone }: UseSaveUserOptions) {
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<UserErrors>({})
  const [refusal, setRefusal] = useState<string>()
  const request = saveToChange(tidyUser(values), userId, storedValues)
  const earlierChange = useBlockingChange(ownerUser, request)

  const save = async () => {
    if (pending) return
    const clientErrors = validateUser(tidyUser(values), storedValues)
    setErrors(clientErrors)
    setRefusal(undefined)
    if (Object.keys(clientErrors).length > 0) return
    setPending(true)
    const result = await sendChange(ownerUser, request)
    setPending(false)
    if (result.kind === 'done') onDone()
    if (result.kind === 'refused') {
      const serverErrors = toFieldErrors(result)
      setErrors(serverErrors)
      // A refusal that is not about fields is shown above the form.
      if (Object.keys(serverErrors).length === 0) setRefusal(result.text)
    }
  }
  const isEarlierOutcomeUnknown = earlierChange !== undefined && !pending
  return {
    pending,
    errors,
    refusal,
    /** Why the user cannot save now. */
    blockedReason: isEarlierOutcomeUnknown ? m.users_saveOutcomeUnknown() : undefined,
    save,
    /** Clears the errors when the form changes. */
    clearErrors: () => {
      setErrors({})
      setRefusal(undefined)
    },
  }
}

/** The server's errors by field. The server names a field by its path, such as 'user.email'. */
function toFieldErrors({ errors }: Extract<SendResult, { kind: 'refused' }>): UserErrors {
  const fieldErrors: Partial<Record<UserField, string>> = {}
  for (const field of userFields) {
    const error = errors.find(({ path }) => path === `user.${field}`)
    if (error) fieldErrors[field] = error.message
  }
  return fieldErrors
}
