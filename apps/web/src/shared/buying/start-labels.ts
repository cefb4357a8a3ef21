import { createStore } from '../../platform/session/store.ts'

/** The short label of the chosen start by course, for a phone's bar. It is separate from the chooser, which loads later. */
export const startLabels = createStore<ReadonlyMap<number, string>>(new Map())
