import { createStore } from '../../platform/session/store.ts'

/**
 * Maps courses to the short label of their chosen start, for the bar on phones. It is separate from the chooser, which loads later.
 */
export const startLabels = createStore<ReadonlyMap<number, string>>(new Map())
