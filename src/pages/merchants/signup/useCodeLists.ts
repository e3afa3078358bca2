// Loads the lists of codes. If they cannot be loaded, the user types the codes, and no names are shown.
import { useEffect, useState } from 'react'
import type { MerchantFieldName } from '#domain/merchants/entry.ts'
import type { MerchantCodes } from '#domain/merchants/rows.ts'
import type { CodeChoice } from '#ui/forms/choices.ts'

export type CodeField = 'merchantCategoryCode' | 'currencyCode' | 'countryCode'
export type CodeLists = Readonly<Record<CodeField, readonly CodeChoice[]>>

/** The lists to choose from, and the spellings of codes that files may contain. */
interface LoadedCodeLists {
  readonly lists: CodeLists
  readonly codes: MerchantCodes
}

let loadedLists: LoadedCodeLists | undefined

/** Returns undefined if the lists cannot be loaded now. */
export async function loadCodeLists(): Promise<LoadedCodeLists | undefined> {
  try {
    const { categories, currencies, countries, codes } = await import('./code-lists.ts')
    loadedLists ??= {
      lists: { merchantCategoryCode: categories, currencyCode: currencies, countryCode: countries },
      codes,
    }
  } catch {
    // The next call tries again.
  }
  return loadedLists
}

export function useCodeLists(): CodeLists | undefined {
  const [lists, setLists] = useState(loadedLists?.lists)
  useEffect(() => {
    if (lists) return
    let isStale = false
    void loadCodeLists().then((loaded) => !isStale && setLists(loaded?.lists))
    return () => {
      isStale = true
    }
  }, [lists])
  return lists
}

export const isCodeField = (name: MerchantFieldName): name is CodeField =>
  name === 'merchantCategoryCode' || name === 'currencyCode' || name === 'countryCode'

/** The name of a code; undefined if unknown. */
export const nameOfCode = (lists: CodeLists | undefined, field: CodeField, code: string): string | undefined =>
  lists?.[field].find(({ value }) => value === code.trim().toUpperCase())?.label
