/**
 * Manages the session. The session is `unknown` until the token has been verified: on the server, and in the browser while no
 * answer arrives.
 */
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  type Context,
  type ReactNode,
} from 'react'
import { useNavigate } from '#web/platform/router/router.tsx'
import {
  accepted,
  ApiError,
  call,
  onTokenRefused,
  received,
  setProofAsker,
  type ProofAsker,
} from '../transfer/client.ts'
import { deleteCachedFiles } from '../transfer/cached-files.ts'
import { leaving } from '../drafts/leaving.ts'
import { askOverThePage, proofQuestion } from './proof.ts'
import { hasTypedInput, watchTypedInput } from '../forms/typed-input.ts'
import { removeToken, storedToken, storeToken } from './session-token.ts'
import { storage, tabStorage, watchOtherTabs } from './storage.ts'
import { createStore, type Store } from './store.ts'

export type Session =
  | { state: 'unknown'; /** A token exists, but the server did not answer. */ unreachable: boolean }
  | { state: 'signed-out' }
  | {
      state: 'signed-in'
      user: CurrentUser
      /**
       * When the server has not answered, the page uses the account that this browser stored with a course. `keptAt` is the time at
       * which the server last confirmed them, in ms since 1970.
       */
      keptAt?: number
    }

export type SessionStore = ReturnType<typeof createSessionStore>

declare global {
  interface Window {
    /** The document's first script starts the request before the bundle has loaded. */
    apogeeVerify?: Promise<Response> | undefined
  }
}

const retryAfterMs = 5000

const isStored = (token: string): boolean => storedToken() === token

/**
 * A page of a stored course waits this long, in ms, for the server, because the network may give no answer. The wait is longer
 * after the first time.
 */
let keptPatienceMs = 4000

async function verify(): Promise<CurrentUser> {
  const early = window.apogeeVerify
  window.apogeeVerify = undefined
  const isKept = 'kept' in document.documentElement.dataset
  if (early && !isKept) {
    const answer = await early.then(received).catch(() => null)
    if (answer && (answer.status >= 400 || answer.body))
      return (await accepted('verifySession', {}, answer)).data.decoded
  }
  const signal = isKept ? AbortSignal.timeout(keptPatienceMs) : undefined
  keptPatienceMs = 20_000
  return (await call('verifySession', { body: {}, signal })).data.decoded
}

function dropToken(): void {
  removeToken()
  deleteCachedFiles()
}

/**
 * Deletes drafts and the return URL at sign-out. They stay when a session expires, so that the person can continue after signing in
 * again.
 */
function forgetTyped(): void {
  tabStorage.remove(storageKeys.checkoutDraft)
  tabStorage.remove(storageKeys.drafts)
  tabStorage.remove(storageKeys.upload)
}

/** Deletes unsent data at sign-out. It stays when a session expires. */
function forgetAll(): void {
  dropToken()
  forgetTyped()
  storage.remove(storageKeys.noteDrafts)
}

/** Opens the stored pages that belong to the token. Returns their account, or null if nothing is stored for the token. */
export type KeptOpener = (token: string) => Promise<{ user: CurrentUser; keptAt: number } | null>

const openKeptMs = 3000

/**
 * Returns the session of a page whose token could not be verified. If no answer arrived, it is the session of the course that is
 * stored for this token.
 */
async function unverified(error: unknown, token: string, openKept: KeptOpener): Promise<Session> {
  const nothing: Session = { state: 'unknown', unreachable: true }
  if (!(error instanceof ApiError) || error.status !== 0) return nothing
  // The page must not wait without limit for the network, and not for its stored data either.
  const late = new Promise<null>((resolve) => setTimeout(resolve, openKeptMs, null))
  const kept = await Promise.race([openKept(token).catch(() => null), late])
  return kept ? { state: 'signed-in', ...kept } : nothing
}

/** Asks for the password over the page when the server or the end of the session requires it. */
function proofAskerOf(store: Store<Session>, check: () => void): ProofAsker {
  /** Holds the token of an ended session, after the person has declined to sign in again because the page has unsaved input. */
  let declined: string | null = null

  return async (reason, kind) => {
    const session = store.getState()
    if (session.state !== 'signed-in') return 'left'
    if (reason === 'setup' && kind !== 'change') {
      // Checking the session shows the setup page. That page replaces this one, so it must not appear over unsaved input.
      if (!session.user.missingSecondFactor?.isOverdue && !hasTypedInput()) check()
      return 'left'
    }
    if (reason !== 'ended') return (await askOverThePage(reason, session.user)) ? 'proven' : 'declined'
    if (kind !== 'change' && !hasTypedInput()) return 'left'
    const token = storedToken()
    // After the person declines, background requests do not open the password dialog again.
    const isPressed = kind === 'change' && (navigator.userActivation?.isActive ?? true)
    if (token === declined && !isPressed) return 'declined'
    const isProven = await askOverThePage(reason, session.user)
    if (!isProven) declined = token
    return isProven ? 'proven' : 'declined'
  }
}

/** Returns true when the session is over on the server, also if it had ended before. */
const endOnServer = (): Promise<boolean> =>
  call('logout').then(
    () => true,
    (error: unknown) => error instanceof ApiError && error.status === 401,
  )

/** Follows other tabs, the network and refused tokens; returns the function that stops it. */
function followBrowser(
  askForProof: ProofAsker,
  check: () => void,
  /** Runs when the server has refused the current token. */
  onRefused: () => void,
): () => void {
  const stopTyped = watchTypedInput()
  const stopProofs = setProofAsker(askForProof)
  const stopTabs = watchOtherTabs(storageKeys.token, check)
  const stopRefusals = onTokenRefused((token) => {
    if (isStored(token)) onRefused()
  })
  window.addEventListener('online', check)
  return () => {
    stopTyped()
    stopProofs()
    proofQuestion.getState()?.end(false)
    stopTabs()
    stopRefusals()
    window.removeEventListener('online', check)
  }
}

/**
 * Creates the only session store of a page. A 401 is the only answer that removes the token (docs/product-choices.md#accounts);
 * without an answer the token stays and is verified again.
 */
export function createSessionStore(queries: QueryClient, openKept: KeptOpener = () => Promise.resolve(null)) {
  const store = createStore<Session>({ state: 'unknown', unreachable: false })
  let asked = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const askForProof = proofAskerOf(store, () => void check())

  const become = (next: Session) => {
    const before = viewerIn(store.getState())
    store.setState(next)
    if (typeof before === 'number' && viewerIn(next) !== before) queries.clear()
  }

  /**
   * Continues the same person's session with a new token after re-authentication, so the page keeps its content. The new token
   * takes the place of `replaced`.
   */
  const renew = (token: string, user: CurrentUser | undefined, replaced: string | null): void => {
    asked++
    clearTimeout(retryTimer)
    storeToken(token, replaced)
    become(user ? { state: 'signed-in', user } : { state: 'unknown', unreachable: false })
  }

  const check = async (): Promise<void> => {
    clearTimeout(retryTimer)
    const turn = ++asked
    const token = storedToken()
    if (!token) {
      forgetTyped()
      return become({ state: 'signed-out' })
    }
    try {
      const user = await verify()
      if (turn === asked) become({ state: 'signed-in', user })
    } catch (error) {
      if (turn !== asked) return
      if (error instanceof ApiError && error.status === 401) {
        if (isStored(token) && (await askForProof('ended', 'reading')) !== 'left') return
        if (turn !== asked) return
        if (isStored(token)) dropToken()
        return become({ state: 'signed-out' })
      }
      if (store.getState().state !== 'signed-in') {
        const next = await unverified(error, token, openKept)
        if (turn !== asked) return
        become(next)
      }
      retryTimer = setTimeout(() => void check(), retryAfterMs)
    }
  }

  return {
    store,
    /** Holds the session that the page shows. React renders the first change in parts, after the store has it. */
    rendered: createStore<Session>(store.getState()),
    /** Verifies the stored token and follows other tabs; returns the function that stops it. */
    start(): () => void {
      void check()
      const onRefused = () => {
        dropToken()
        asked++
        become({ state: 'signed-out' })
      }
      const stopFollowing = followBrowser(askForProof, () => void check(), onRefused)
      return () => {
        clearTimeout(retryTimer)
        asked++
        stopFollowing()
      }
    },
    retry: check,
    /** Without `user`, as docs/specification.md#7-calls allows, the token is verified first. */
    signIn(token: string, user: CurrentUser | undefined): void {
      renew(token, user, null)
      if (!user) void check()
      void queries.invalidateQueries()
    },
    renew,
    updateUser(user: CurrentUser): void {
      if (store.getState().state === 'signed-in') become({ state: 'signed-in', user })
    },
    /** Ends the session in this browser immediately; returns whether the server confirmed it or had ended the session itself. */
    async signOut(isEnded = false): Promise<boolean> {
      asked++
      clearTimeout(retryTimer)
      const told = isEnded || (leaving.send?.() ?? endOnServer())
      forgetAll()
      become({ state: 'signed-out' })
      return told
    },
  }
}

const StoreContext = createContext<SessionStore | null>(null)
const SessionContext = createContext<Session | null>(null)

/**
 * The longest time in ms that unloaded code can delay the page of signed-out people. Afterwards, parts of the server's HTML without
 * code are replaced by placeholders, and a press on them is lost.
 */
const longestTransitionMs = 3000

/**
 * Uses React state, because `useSyncExternalStore` renders a change in one task. On a slow phone, that would block the page just
 * when it has become usable.
 */
function useRenderedSession({ store, rendered }: SessionStore): Session {
  const [session, setSession] = useState(store.getInitialState)
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      clearTimeout(timer)
      setSession(store.getState())
    }
    let isFirst = true
    const stop = store.subscribe(() => {
      if (isFirst && store.getState().state === 'signed-out') {
        startTransition(() => setSession(store.getState()))
        timer = setTimeout(show, longestTransitionMs)
      } else show()
      isFirst = false
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [store])
  useEffect(() => rendered.setState(session), [rendered, session])
  return session
}

export function SessionProvider({ session, children }: { session: SessionStore; children: ReactNode }) {
  const rendered = useRenderedSession(session)
  useEffect(() => session.start(), [session])
  return (
    <StoreContext value={session}>
      <SessionContext value={rendered}>{children}</SessionContext>
    </StoreContext>
  )
}

function useRequired<Value>(context: Context<Value | null>): Value {
  const value = use(context)
  if (value === null) throw new Error('useSession needs a SessionProvider above it')
  return value
}

export interface SessionHook {
  session: Session
  /** Null means that the session is unknown or signed out. */
  user: CurrentUser | null
  signIn: (token: string, user: CurrentUser | undefined) => void
  /** Continues after the same person has signed in again in the dialog; no query is refetched. */
  renew: (token: string, user: CurrentUser, replaced: string | null) => void
  /**
   * Ends the session and goes to /login. Returns false when the server could not be reached; `isEnded` means that the server has
   * already ended the session.
   */
  signOut: (isEnded?: boolean) => Promise<boolean>
  retry: () => Promise<void>
  /** Runs after the person has changed their own name or avatar. */
  updateUser: (user: CurrentUser) => void
}

export function useSession(): SessionHook {
  const { signIn, renew, signOut, retry, updateUser } = useRequired(StoreContext)
  const session = useRequired(SessionContext)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const leave = useCallback(
    async (isEnded?: boolean) => {
      const told = signOut(isEnded)
      queries.clear()
      navigate('/login')
      return told
    },
    [signOut, queries, navigate],
  )
  return {
    session,
    user: session.state === 'signed-in' ? session.user : null,
    signIn,
    renew,
    signOut: leave,
    retry,
    updateUser,
  }
}

/** Identifies the person that a query is for. It is part of the cache key of every answer that depends on the person. */
export type Viewer = 'unknown' | 'anonymous' | number

export function viewerIn(session: Session): Viewer {
  if (session.state === 'signed-in') return session.user.id
  return session.state === 'signed-out' ? 'anonymous' : 'unknown'
}

export const useViewer = (): Viewer => viewerIn(useRequired(SessionContext))
