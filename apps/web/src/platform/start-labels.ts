import { createStore } from './store.ts'

/** By course: its chosen start in few words, for the bar of a phone. Apart from the choice itself, which loads later. */
export const startLabels = createStore<ReadonlyMap<number, string>>(new Map())
