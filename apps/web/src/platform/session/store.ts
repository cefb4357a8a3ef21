import { useSyncExternalStore } from 'react'

/** Holds a value outside of React that all components of a document share. */
export interface Store<State> {
  getState: () => State
  setState: (next: State) => void
  /** Calls the listener after each change until the returned function is called. */
  subscribe: (changed: () => void) => () => void
  /** Returns the initial state, which the server renders with and the browser hydrates with. */
  getInitialState: () => State
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    getState: () => state,
    setState(next) {
      if (Object.is(next, state)) return
      state = next
      for (const changed of listeners) changed()
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    getInitialState: () => initial,
  }
}

export const useStore = <State>({ subscribe, getState, getInitialState }: Store<State>): State =>
  useSyncExternalStore(subscribe, getState, getInitialState)
