// Saves the values of a user once, and keeps the errors of the fields.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { tidyUser, type UserErrors, validateUser, userFields, type UserValues } from '#domain/users/fields.ts'
import { sendChange, type SendResult } from '#flows/pending-changes/send.ts'
import { useBlockingChange } from '#flows/pending-changes/store.ts'
import { saveToChange } from '#flows/users/changes.ts'

interface UseSaveUserOptions {
  readonly ownerUser: string
  readonly values: UserValues
  /** Undefined for a new user. */
  readonly userId?: string
  /** The stored user; undefined for a new user. */
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
    if (result.kind === 'done') return onDone()
    if (result.kind !== 'refused') return
    const serverErrors = toFieldErrors(result)
    setErrors(serverErrors)
    if (Object.keys(serverErrors).length === 0) setRefusal(result.text)
  }
  return {
    pending,
    errors,
    refusal,
    /** Saving is blocked until the outcome of the earlier request is known. */
    blockedReason: earlierChange && !pending ? m.users_saveOutcomeUnknown() : undefined,
    save,
    /** Clears the errors when the form changes. */
    clearErrors: () => {
      setErrors({})
      setRefusal(undefined)
    },
  }
}

/** The server's errors, by field ('user.email'). */
const toFieldErrors = ({ errors }: Extract<SendResult, { kind: 'refused' }>): UserErrors =>
  Object.fromEntries(
    userFields.flatMap((field) => {
      const error = errors.find(({ path }) => path === `user.${field}`)
      return error ? [[field, error.message]] : []
    }),
  )
