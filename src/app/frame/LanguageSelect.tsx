// The language of signed-out pages. Few users change it, so the code for that is loaded on demand.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { type Language, languageNames } from '#domain/texts/languages.ts'
import { getLocale } from '#words/runtime.js'

export function LanguageSelect() {
  if (client.languages.length < 2) return null
  const choose = async (select: HTMLSelectElement) => {
    const { chooseLanguageOfDevice } = await import('#flows/access/language.ts')
    const isChanged = await chooseLanguageOfDevice(select.value as Language)
    if (!isChanged) select.value = getLocale()
  }
  return (
    <select
      aria-label={m.common_language()}
      defaultValue={getLocale()}
      onChange={({ target }) => void choose(target)}
      className="h-control max-w-36 min-w-0 rounded-md bg-transparent px-1.5 text-sm text-muted hover:bg-sunken hover:text-text"
    >
      {client.languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  )
}
