/** Stops navigations within the app while leaving the page would lose input, and holds the question. */
import type { RouterHistory } from '../router/history.ts'
import { createStore } from '../session/store.ts'

/** The value says what would be lost, such as a file being uploaded or typed text that is not stored. */
export type Loss = 'upload' | 'text' | 'codes'

export interface LeaveQuestion {
  /** The value identifies the component that would lose input. */
  holder: string
  loss: Loss
  leave: () => void
  stay: () => void
}

export const leaveQuestion = createStore<LeaveQuestion | null>(null)

/** An entry belongs to the browser's history. `slot` is its key in browsers with the Navigation API. */
interface Entry {
  address: string
  state: unknown
  slot: string | undefined
}

const holders = new Map<string, Loss>()
let shown: (Entry & { pathname: string }) | null = null
let isLeaving = false
let unguard: (() => void) | undefined

const entryNow = (): Entry => ({
  address: location.href,
  state: history.state,
  slot: 'navigation' in globalThis ? navigation.currentEntry?.key : undefined,
})

const keyOf = (state: unknown) => (state as { key?: string } | null)?.key

const isShown = ({ slot, address, state }: Entry): boolean =>
  slot === undefined
    ? address === shown?.address && keyOf(state) === keyOf(shown.state)
    : slot === shown?.slot

/** Records the page on screen; a change of its query or fragment does not leave it. */
export function notePage(pathname: string): void {
  if (location.pathname === pathname) shown = { pathname, ...entryNow() }
}

/** Stops navigations to other pages until the returned function is called. */
export function holdPage(router: RouterHistory, holder: string, loss: Loss): () => void {
  holders.set(holder, loss)
  isLeaving = false
  unguard ??= guard(router)
  return () => {
    holders.delete(holder)
    if (holders.size > 0) return
    unguard?.()
    unguard = undefined
  }
}

/**
 * Wraps the router's history, so that pages without a question load no code for it. Returns the function that removes the wrapper.
 */
function guard(router: RouterHistory): () => void {
  const { show, current } = router
  let onScreen = current()
  router.show = (kind, path, state) => {
    // A replaced entry is a redirect and not a user navigation.
    if (kind === 'PUSH' && stops(path, () => show(kind, path, state))) return
    show(kind, path, state)
  }
  // The router reads it after Back and Forward, and renders the current page again.
  router.current = () => {
    const reached = current()
    if (reached.kind !== 'POP' || !stops(reached.location)) onScreen = reached
    return onScreen
  }
  router.asksBefore = (proceed) => stops({ pathname: '' }, proceed)
  return () => {
    Object.assign(router, { show, current })
    delete router.asksBefore
  }
}

/** Drops the question when its component is unmounted and nothing can be lost. */
export function dropQuestion(holder: string): void {
  if (leaveQuestion.getState()?.holder === holder) leaveQuestion.setState(null)
}

/** `go` is absent for Back and Forward, which the browser has already done. */
function stops({ pathname }: { pathname: string }, go?: () => void): boolean {
  const [first] = holders
  if (isLeaving || !first) return false
  if (pathname === shown?.pathname) return !go && isShown(entryNow())
  const [holder, loss] = first
  const proceed = go ?? undoStep()
  leaveQuestion.setState({
    holder,
    loss,
    leave: () => {
      leaveQuestion.setState(null)
      isLeaving = true
      proceed()
    },
    stay: () => leaveQuestion.setState(null),
  })
  return true
}

/**
 * Returns to the entry of the page after Back or Forward, so that the URL is right while the question is open. Returns a function
 * that repeats the step. Without the Navigation API the length of the step is unknown, so the page gets a new entry above the
 * reached one.
 */
function undoStep(): () => void {
  const reached = entryNow().slot
  if (shown?.slot !== undefined && reached !== undefined) {
    traverse(shown.slot)
    return () => traverse(reached)
  }
  history.pushState(shown?.state, '', shown?.address)
  return () => history.back()
}

/** The browser rejects a step when another one comes first; the other one is handled as its own event. */
function traverse(slot: string): void {
  const { committed, finished } = navigation.traverseTo(slot)
  void committed?.catch(() => undefined)
  void finished?.catch(() => undefined)
}
