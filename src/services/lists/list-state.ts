// Stores a list's query and position in the address, so that a reload, a link and Back show the same list.
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Sort, TableView, ViewChange } from '#domain/lists.ts'
import type { Param, QuerySpec } from '#domain/query-specs.ts'
import { useAddressParams } from '../address-params.ts'
import { useToday } from '../useToday.ts'
import { searchToValues, searchToView, valuesToSearch, viewToSearch } from './address.ts'

/**
 * A list's fields, query, page and order, and how to change them. Find Card implements this without the address, which
 * must not contain search terms.
 */
export interface ListState<Values> {
  /** The values of the fields. */
  readonly values: Values
  readonly setValues: (change: Partial<Values>) => void
  /** The query of the list; undefined before the first query. */
  readonly query: Values | undefined
  /** Runs the query with the fields' values and `change`; only for lists with a Search button. */
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
   * True if a button runs the query, not every change. The address then contains default values too, so that a link to
   * "the last 7 days" shows the same days tomorrow.
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
  // Values typed since the last query, and the address at that time. Navigation to another address discards them.
  const [typed, setTyped] = useState<{ readonly address: URLSearchParams; readonly values: Values }>()
  const typedOrInAddress = (typedValues: typeof typed) =>
    onDemand && typedValues?.address === addressParams ? typedValues.values : valuesInAddress
  const values = typedOrInAddress(typed)
  // The newest values, which several quick changes can have set before they are drawn.
  const newest = useRef(typed)
  const newestValues = () => typedOrInAddress(newest.current)
  const view = useMemo(() => searchToView(addressParams, sort, prefix), [addressParams, sort, prefix])
  // A parameter that says that the query was run.
  const marker = `${prefix}asked`
  const wasRun = !onDemand || addressParams.has(marker)

  const writeToAddress = useCallback(
    (change: Partial<Values>, { replace }: { readonly replace: boolean }) =>
      changeAddressParams(
        (now) => {
          const next = { ...searchToValues(querySpec, now, today, prefix), ...change }
          const nextSearch = valuesToSearch(querySpec, now, next, onDemand ? undefined : today, prefix)
          if (onDemand) nextSearch.set(marker, '1')
          return nextSearch
        },
        { replace },
      ),
    [changeAddressParams, querySpec, today, prefix, onDemand, marker],
  )
  return {
    values,
    setValues: (change) => {
      if (onDemand) {
        newest.current = { address: addressParams, values: { ...newestValues(), ...change } }
        setTyped(newest.current)
      }
      // Typing replaces the history entry, so that Back does not return letter by letter.
      else writeToAddress(change, { replace: areTypedFields(querySpec, change) })
    },
    query: wasRun ? valuesInAddress : undefined,
    search: (change = {}) => writeToAddress({ ...newestValues(), ...change }, { replace: false }),
    view,
    setView: useCallback(
      (change: ViewChange) =>
        changeAddressParams((now) => viewToSearch(now, change(searchToView(now, sort, prefix)), sort, prefix), {
          replace: true,
        }),
      [changeAddressParams, sort, prefix],
    ),
  }
}

/** True if all changed fields are typed, not chosen. */
const areTypedFields = <Values, Params>({ params }: QuerySpec<Values, Params>, change: Partial<Values>): boolean =>
  (Object.keys(change) as (keyof Values & string)[]).every((key) => (params[key] as Param<unknown>).isTyped)
