// Saves what is typed of a user, once, and keeps what stands against it at the fields that it is about.
import { useState } from 'react'
import { tidyUser, type UserFaults, userFaults, userFields, type UserValues } from '#domain/users/fields.ts'
import { carryOut, type Ending } from '#flows/unanswered/send.ts'
import { useEarlier } from '#flows/unanswered/store.ts'
import { saveToChange } from '#flows/users/changes.ts'
import * as say from '#words/pages/users/form.ts'

interface Saving {
  readonly ownerUser: string
  readonly values: UserValues
  /** Undefined for a new user. */
  readonly userId?: string
  /** As the user is now; none for a new one. */
  readonly before?: UserValues
  readonly onDone: () => void
}

export function useSaveUser({ ownerUser, values, userId, before, onDone }: Saving) {
  const [pending, setPending] = useState(false)
  const [faults, setFaults] = useState<UserFaults>({})
  const [refusal, setRefusal] = useState<string>()
  const wanted = saveToChange(tidyUser(values), userId, before)
  const earlier = useEarlier(ownerUser, wanted)

  const save = async () => {
    if (pending) return
    const found = userFaults(tidyUser(values), before)
    setFaults(found)
    setRefusal(undefined)
    if (Object.keys(found).length > 0) return
    setPending(true)
    const ending = await carryOut(ownerUser, wanted)
    setPending(false)
    if (ending.kind === 'done') return onDone()
    if (ending.kind !== 'refused') return
    const said = errorsToFaults(ending)
    setFaults(said)
    if (Object.keys(said).length === 0) setRefusal(ending.text)
  }
  return {
    pending,
    faults,
    refusal,
    /** Why nothing is sent now: what was sent before has to be known first. */
    barred: earlier && !pending ? say.itIsNotKnownYetWhether : undefined,
    save,
    /** What is typed anew is judged anew. */
    forgive: () => {
      setFaults({})
      setRefusal(undefined)
    },
  }
}

/** What the host says is wrong, by field ('user.email'). */
const errorsToFaults = ({ errors }: Extract<Ending, { kind: 'refused' }>): UserFaults =>
  Object.fromEntries(
    userFields.flatMap((field) => {
      const error = errors.find(({ path }) => path === `user.${field}`)
      return error ? [[field, error.message]] : []
    }),
  )
