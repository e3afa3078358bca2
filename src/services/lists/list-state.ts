// Stores a list's query and position in the address, so that a reload, a link and Back show the same list.
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Sort, TableView, ViewChange } from '#domain/lists.ts'
import type { Param, QuerySpec } from '#domain/query-specs.ts'
import { useAddressParams } from '../address-params.ts'
import { useToday } from '../useToday.ts'
import { searchToValues, searchToView, valuesToSearch, viewToSearch } from './address.ts'

/**
 * A list's fields, query, page and order, and how to change them. Find Card has its own implementation, because the
 * address must not contain what the user searches for.
 */
export interface ListState<Values> {
  /** The values of the fields. */
  readonly values: Values
  readonly setValues: (change: Partial<Values>) => void
  /** The query of the list. Undefined before the first query. */
  readonly query: Values | undefined
  /** Runs the query with the fields' values and `change`. Only for lists with a Search button. */
  readonly search: (change?: Partial<Values>) => void
  readonly view: TableView
  readonly setView: (change: ViewChange) => void
}

export interface UrlListOptions {
  /** Prefix of the list's parameters, for a page with more than one list. */
  readonly prefix?: string
  /** The default order of the list. */
  readonly sort?: Sort
  /**
   * True if only a button runs the query. False if every change of a field runs it. With a button, the address also
   * contains default values, so that a link to "the last 7 days" shows the same days tomorrow.
   */
  readonly onDemand?: boolean
}

export function useUrlListState<Values, Params>(
  querySpec: QuerySpec<Values, Params>,
  { prefix = '', sort, onDemand = false }: UrlListOptions = {},
): ListState<Values> {
  const [addressParams, changeAddressParams] = useAddressParams()
  const today = useToday()
  const valuesInAddress = useMemo(
    () => searchToValues(querySpec, addressParams, today, prefix),
    [querySpec, addressParams, today, prefix],
  )
  // Only with a button: the values that were typed since the last query, and the address at that time.
  const [typed, setTyped] = useState<{ readonly address: URLSearchParams; readonly values: Values }>()
  // A navigation to another address discards what was typed.
  const typedOrInAddress = (lastTyped: typeof typed) =>
    lastTyped?.address === addressParams ? lastTyped.values : valuesInAddress
  const values = typedOrInAddress(typed)
  // `typed` is only as new as the last rendering. The second of two quick changes must start from the first change.
  const newestTyped = useRef(typed)
  const newestValues = () => typedOrInAddress(newestTyped.current)
  const view = useMemo(() => searchToView(addressParams, sort, prefix), [addressParams, sort, prefix])
  // This parameter is in the address once the query was run.
  const wasRunParam = `${prefix}asked`
  const wasRun = !onDemand || addressParams.has(wasRunParam)

  const writeToAddress = useCallback(
    (change: Partial<Values>, { replace }: { readonly replace: boolean }) =>
      changeAddressParams(
        (current) => {
          const nextValues = { ...searchToValues(querySpec, current, today, prefix), ...change }
          // Without a day, default values are written too.
          const dayOfDefaults = onDemand ? undefined : today
          const nextSearch = valuesToSearch(querySpec, current, nextValues, dayOfDefaults, prefix)
          if (onDemand) nextSearch.set(wasRunParam, '1')
          return nextSearch
        },
        { replace },
      ),
    [changeAddressParams, querySpec, today, prefix, onDemand, wasRunParam],
  )
  return {
    values,
    setValues: (change) => {
      if (onDemand) {
        newestTyped.current = { address: addressParams, values: { ...newestValues(), ...change } }
        setTyped(newestTyped.current)
        return
      }
      // Typing replaces the history entry, so that Back does not return letter by letter.
      writeToAddress(change, { replace: areTypedFields(querySpec, change) })
    },
    query: wasRun ? valuesInAddress : undefined,
    search: (change = {}) => writeToAddress({ ...newestValues(), ...change }, { replace: false }),
    view,
    setView: useCallback(
      (change: ViewChange) => {
        const changeView = (current: URLSearchParams) => {
          const nextView = change(searchToView(current, sort, prefix))
          return viewToSearch(current, nextView, sort, prefix)
        }
        changeAddressParams(changeView, { replace: true })
      },
      [changeAddressParams, sort, prefix],
    ),
  }
}

/** True if the user types into all changed fields, rather than choosing from them. */
const areTypedFields = <Values, Params>({ params }: QuerySpec<Values, Params>, change: Partial<Values>): boolean =>
  (Object.keys(change) as (keyof Values & string)[]).every((key) => (params[key] as Param<unknown>).isTyped)
