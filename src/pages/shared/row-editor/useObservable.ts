// Subscribes a component to an observable value.
import { useSyncExternalStore } from 'react'
import type { Observable } from '#services/observable.ts'

export const useObservable = <T>(observable: Observable<T>): T =>
  useSyncExternalStore(observable.subscribe, observable.get)
