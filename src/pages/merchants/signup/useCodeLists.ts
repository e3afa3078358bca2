// The lists of codes as soon as they are loaded. Without them, on a line that is down, codes are typed and have no names.
import { useEffect, useState } from 'react'
import type { MerchantFieldName } from '#domain/merchants/entry.ts'
import type { Choice } from '#ui/combobox.ts'

export type CodeField = 'merchantCategoryCode' | 'currencyCode' | 'countryCode'
export type CodeLists = Readonly<Record<CodeField, readonly Choice[]>>

let loaded: CodeLists | undefined

export function useCodeLists(): CodeLists | undefined {
  const [lists, setLists] = useState(loaded)
  useEffect(() => {
    if (lists) return
    let gone = false
    void import('./code-lists.ts').then(
      ({ categories, currencies, countries }) => {
        loaded = { merchantCategoryCode: categories, currencyCode: currencies, countryCode: countries }
        if (!gone) setLists(loaded)
      },
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [lists])
  return lists
}

export const isCodeField = (name: MerchantFieldName): name is CodeField =>
  name === 'merchantCategoryCode' || name === 'currencyCode' || name === 'countryCode'

/** What a code stands for, where it is known. */
export const nameOfCode = (lists: CodeLists | undefined, field: CodeField, code: string): string | undefined =>
  lists?.[field].find(({ value }) => value === code.trim().toUpperCase())?.label
