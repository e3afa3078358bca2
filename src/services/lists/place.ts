// Where a list's question and the place in it are kept: in the address, so that a reload, a link and Back bring the same list.
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Sort, TableView } from '#domain/lists.ts'
import type { Param, Question } from '#domain/questions.ts'
import { useToday } from '../useToday.ts'
import { searchToValues, searchToView, valuesToSearch, viewToSearch } from './address.ts'

/** What a list needs of its place; another one than the address is Find Card's, whose terms are no matter for an address. */
export interface ListPlace<Values> {
  /** What the fields hold. */
  readonly values: Values
  readonly setValues: (change: Partial<Values>) => void
  /** What the list is asked by; undefined before it was asked for. */
  readonly asked: Values | undefined
  /** Asks with what the fields hold, and this besides; only where the list is not asked for at every change. */
  readonly ask: (change?: Partial<Values>) => void
  readonly view: TableView
  readonly setView: (view: TableView) => void
}

export interface AddressSettings {
  /** Before the names of its parameters, where a page has more than one list. */
  readonly prefix?: string
  readonly sort?: Sort
  /**
   * True: asked for by a button, not at every change (batches §2 "A search button runs the report"). What was asked for stands
   * in the address in full then, so that it means the same days tomorrow.
   */
  readonly onDemand?: boolean
}

export function useAddress<Values, Asked>(
  question: Question<Values, Asked>,
  { prefix = '', sort, onDemand = false }: AddressSettings = {},
): ListPlace<Values> {
  const [search, setSearch] = useSearchParams()
  const today = useToday()
  const inAddress = useMemo(() => searchToValues(question, search, today, prefix), [question, search, today, prefix])
  // What was typed since it was asked for the last time; another address takes its place.
  const [typed, setTyped] = useState<{ readonly over: URLSearchParams; readonly values: Values }>()
  const values = onDemand && typed?.over === search ? typed.values : inAddress
  const view = useMemo(() => searchToView(search, sort, prefix), [search, sort, prefix])
  const marker = `${prefix}asked`

  const write = useCallback(
    (next: Values, replace: boolean) =>
      setSearch(
        (now) => {
          const to = valuesToSearch(question, now, next, onDemand ? undefined : today, prefix)
          if (onDemand) to.set(marker, '1')
          return to
        },
        { replace },
      ),
    [setSearch, question, today, prefix, onDemand, marker],
  )
  return {
    values,
    setValues: (change) => {
      const next = { ...values, ...change }
      if (onDemand) setTyped({ over: search, values: next })
      else write(next, isTyped(question, change))
    },
    asked: !onDemand || search.has(marker) ? inAddress : undefined,
    ask: (change = {}) => write({ ...values, ...change }, false),
    view,
    setView: useCallback(
      (next: TableView) => setSearch((now) => viewToSearch(now, next, sort, prefix), { replace: true }),
      [setSearch, sort, prefix],
    ),
  }
}

const isTyped = <Values, Asked>({ params }: Question<Values, Asked>, change: Partial<Values>): boolean =>
  (Object.keys(change) as (keyof Values & string)[]).every((key) => (params[key] as Param<unknown>).typed)
