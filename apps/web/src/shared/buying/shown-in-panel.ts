import { createStore } from '../../platform/session/store.ts'

/** Maps courses to the start that their page shows above its buttons. Null means to begin at once. */
export const shownInPanel = createStore<ReadonlyMap<number, number | null>>(new Map())
