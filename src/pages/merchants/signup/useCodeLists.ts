// Loads the lists of codes. Without the lists, the user types the codes, and no names are shown.
import { useEffect, useState } from 'react'
import type { MerchantFieldName } from '#domain/merchants/entry.ts'
import type { CodeChoice } from '#ui/forms/choices.ts'

export type CodeField = 'merchantCategoryCode' | 'currencyCode' | 'countryCode'
export type CodeLists = Readonly<Record<CodeField, readonly CodeChoice[]>>

let loadedLists: CodeLists | undefined

/** Returns undefined if the lists cannot be loaded now. */
async function loadCodeLists(): Promise<CodeLists | undefined> {
  try {
    const { categories, currencies, countries } = await import('./code-lists.ts')
    loadedLists ??= { merchantCategoryCode: categories, currencyCode: currencies, countryCode: countries }
  } catch {
    // The next call tries again.
  }
  return loadedLists
}

export function useCodeLists(): CodeLists | undefined {
  const [lists, setLists] = useState(loadedLists)
  useEffect(() => {
    if (lists) return
    let isStale = false
    void loadCodeLists().then((loaded) => {
      if (!isStale) setLists(loaded)
    })
    return () => {
      isStale = true
    }
  }, [lists])
  return lists
}

export const isCodeField = (name: MerchantFieldName): name is CodeField =>
  name === 'merchantCategoryCode' || name === 'currencyCode' || name === 'countryCode'

/** The name of a code. Undefined if unknown. */
export const nameOfCode = (lists: CodeLists | undefined, field: CodeField, code: string): string | undefined =>
  lists?.[field].find(({ value }) => value === code.trim().toUpperCase())?.label
