// The user's language. The pages of a language are loaded from the server when the user chooses it.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { type Language, languageNames } from '#domain/texts/languages.ts'
import { chooseLanguage, hasLanguageChoice } from '#flows/access/language.ts'
import { useConnection } from '#services/server/connection.ts'
import { notify } from '#services/notices.ts'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { Panel } from '#ui/Panel.tsx'
import { getLocale } from '#words/runtime.js'

export function LanguageChoice() {
  const { online } = useConnection()
  // The language that is being saved and loaded.
  const [pendingLanguage, setPendingLanguage] = useState<Language>()
  if (!hasLanguageChoice) return null
  const currentLanguage = client.languages.find((language) => language === getLocale())
  const choose = async (language: Language) => {
    setPendingLanguage(language)
    const result = await chooseLanguage(language)
    if (result.ok) return
    setPendingLanguage(undefined)
    notify({ kind: 'error', text: m.account_languageNotChanged({ reason: result.text }) })
  }
  return (
    <Panel title={m.common_language()}>
      <RadioGroup
        label={m.common_language()}
        labelHidden
        value={pendingLanguage ?? currentLanguage}
        choices={client.languages.map((language) => ({
          value: language,
          label: languageNames[language],
          lang: language,
          disabled: !online || pendingLanguage !== undefined,
        }))}
        onChange={(language) => void choose(language)}
      />
      <p className="mt-4 text-sm text-muted">{online ? m.account_languageEffect() : m.account_languageOffline()}</p>
    </Panel>
  )
}
