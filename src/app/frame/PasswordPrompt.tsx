// Asks for the password again, which the server requires before it changes how a user logs in.
import { m } from '#words/messages.js'
import { Suspense, useSyncExternalStore } from 'react'
import { confirmIdentity } from '#flows/access/account.ts'
import { passwordQuestion } from '#services/server/password-prompt.ts'
import { lazyPart } from '#ui/lazy-part.ts'

const PasswordDialog = lazyPart(async () => {
  const { PasswordDialog: Component } = await import('#pages/account/PasswordDialog.tsx')
  return { default: Component }
})

export function PasswordPrompt() {
  const question = useSyncExternalStore(passwordQuestion.subscribe, passwordQuestion.get)
  if (!question) return null
  return (
    <Suspense>
      <PasswordDialog
        open
        title={m.access_enterYourPasswordAgain()}
        effect={m.app_whyPasswordAgain()}
        confirmLabel={m.app_continueWithPassword()}
        onCancel={() => question.answer(false)}
        onConfirm={async (password) => {
          const result = await confirmIdentity(password)
          if (!result.ok) return result.text
          question.answer(true)
          return undefined
        }}
      />
    </Suspense>
  )
}
