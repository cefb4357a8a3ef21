/** Stops navigations within the app while leaving the page would lose input, and holds the question. */
import type { RouterHistory } from '../router/history.ts'
import { createStore } from '../session/store.ts'

/** Names what would be lost: a file that is being uploaded, typed text that is not stored, or codes that are shown once. */
export type Loss = 'upload' | 'text' | 'codes'

export interface LeaveQuestion {
  /** `holder` identifies the component whose input would be lost. */
  holder: string
  loss: Loss
  leave: () => void
  stay: () => void
}

export const leaveQuestion = createStore<LeaveQuestion | null>(null)

/** Identifies an entry of the browser's history. `slot` is its key in browsers with the Navigation API. */
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
 * Wraps the router's history while a page must not be left, so that other pages load no code for the question. Returns the function
 * that removes the wrapper.
 */
function guard(router: RouterHistory): () => void {
  const { show, current } = router
  let onScreen = current()
  router.show = (kind, path, state) => {
    // Replacing an entry is a redirect and not a navigation of the user, so it needs no question.
    if (kind === 'PUSH' && stops(path, () => show(kind, path, state))) return
    show(kind, path, state)
  }
  // The router calls `current` after Back and Forward. While the question is open, `current` returns the page that must not be
  // left, so the router renders it again.
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

/** `go` performs the navigation later. It is absent for Back and Forward, which the browser has already performed. */
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
 * Returns to the page's entry after Back or Forward, so that the URL is right while the question is open. Returns a function that
 * repeats the step. Without the Navigation API, the length of the step is unknown, so the page gets a new entry after the one that
 * was reached.
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

/** The browser rejects a traversal that another one interrupts. The other traversal has its own event. */
function traverse(slot: string): void {
  const { committed, finished } = navigation.traverseTo(slot)
  void committed?.catch(() => undefined)
  void finished?.catch(() => undefined)
}
