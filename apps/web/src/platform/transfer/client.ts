/**
 * Defines the typed client. The names of calls come from the contract's route list and the types from its schemas, which are not
 * part of the bundle.
 */
import type { AnswerOf, RequestOf } from '@apogee/contracts/endpoints.ts'
import type { DayLimit } from '@apogee/contracts/day-limits.ts'
import type { EditConflict } from '@apogee/contracts/edits.ts'
import type { Failure } from '@apogee/contracts/failure.ts'
import type { ErrorCode, Issue } from '@apogee/contracts/refusals.ts'
import { requestIdHeader } from '@apogee/contracts/request-id.ts'
import { frontRoutes } from '@apogee/contracts/routes.front.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { isReplaced, storedToken } from '../session/session-token.ts'

export interface TransportRequest {
  method: string
  /** The path begins with `/api` and includes the query. */
  path: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
  keepalive?: boolean
}
export interface TransportAnswer {
  status: number
  /** `body` is the parsed JSON, an empty object for an empty answer, or undefined when the answer is not JSON. */
  body: unknown
  /** True means that the answer comes from another server and may contain only what docs/specification.md#7-calls names. */
  isBare?: boolean
}
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>

export type ClientErrorCode = ErrorCode | 'NETWORK_ERROR'

/** Reports a failed call. `message` is the server's English sentence; `status` 0 means that no answer arrived. */
export class ApiError extends Error {
  readonly status: number
  readonly errorCode: ClientErrorCode
  readonly issues: readonly Issue[]
  readonly requestId: string | undefined
  /** `conflict` is set for EDIT_CONFLICT and names the fields that another person has changed. */
  readonly conflict: EditConflict | undefined
  /** `limit` is set when a daily limit is reached. */
  readonly limit: DayLimit | undefined
  /** `quote` is set when a purchase is refused because an offer has changed. */
  readonly quote: Failure['quote']
  /** `courseId` is the number of the public course whose lesson is refused. It is not checked here, to keep the first load small. */
  readonly courseId: unknown
  /**
   * True means that the reason is unknown: no answer arrived, the answer was unexpected, or the failure was internal. The fallback
   * text of the action is then more specific (docs/specification.md#8-error-catalogue).
   */
  readonly isUnexplained: boolean
  /** True means that the server sent a sentence, possibly about its own failure. */
  readonly hasSentence: boolean

  constructor(failure: {
    status: number
    errorCode: ClientErrorCode
    message: string
    issues?: readonly Issue[]
    requestId?: string | undefined
    isUnexplained?: boolean
    hasSentence?: boolean
    conflict?: EditConflict | undefined
    limit?: DayLimit | undefined
    quote?: Failure['quote']
    courseId?: unknown
  }) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = failure.status
    this.errorCode = failure.errorCode
    this.issues = failure.issues ?? []
    this.requestId = failure.requestId
    this.conflict = failure.conflict
    this.limit = failure.limit
    this.quote = failure.quote
    this.courseId = failure.courseId
    this.isUnexplained = failure.isUnexplained ?? false
    this.hasSentence = failure.hasSentence ?? false
  }
}

const browserTransport: Transport = async ({ method, path, headers, body, signal, keepalive }) => {
  return received(await fetch(path, { method, headers, body, signal, keepalive }))
}

export const received = async (response: Response): Promise<TransportAnswer> => ({
  status: response.status,
  body: parsed(await response.text()),
  isBare: !response.headers.has(requestIdHeader),
})

/** Returns undefined for invalid JSON. A broken connection is not such a case, because it has already thrown an error. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body || '{}')
  } catch {
    return undefined
  }
}

let transport: Transport = browserTransport

/** Replaces the transport. The server uses this to render with calls inside its own process. Returns the former transport. */
export function setTransport(own: Transport): Transport {
  const former = transport
  transport = own
  return former
}

type LooseQuery<Q> = { [K in keyof Q]: string extends NonNullable<Q[K]> ? Q[K] | number : Q[K] }
type Loosened<R> = { [K in keyof R]: K extends 'query' ? LooseQuery<R[K]> : R[K] }
type OptionalKeys<R> = { [K in keyof R]: object extends R[K] ? K : never }[keyof R]
type Parts<R> = Omit<R, OptionalKeys<R>> & Partial<Pick<R, OptionalKeys<R>>>

/** Describes a request: `{ params, query, body }` as far as the call needs them. Parts with only optional fields may be omitted. */
export type CallRequest<N extends RouteName> = Parts<Loosened<RequestOf<N>>> & {
  signal?: AbortSignal
  /** True makes the request survive the page, for saving while the person leaves. The limit is 64 kB. */
  keepalive?: boolean
  /** `via` replaces the default transport for this request. */
  via?: Transport
}
type CallArguments<N extends RouteName> =
  object extends CallRequest<N> ? [request?: CallRequest<N>] : [request: CallRequest<N>]

type Scalar = string | number | boolean | null | undefined

export interface LooseRequest {
  params?: Record<string, Scalar>
  query?: Record<string, Scalar>
  body?: unknown
  signal?: AbortSignal
  keepalive?: boolean
  via?: Transport
}

/** Other calls are added when they are made (`nameIn`), or all together (deferred-calls.ts). */
const known: Partial<Record<RouteName, string>> = { ...frontRoutes }

export function learnCalls(more: Partial<Record<RouteName, string>>): void {
  Object.assign(known, more)
}

/** Returns the name of a call without the address that the build writes behind it, and remembers the address. */
function nameIn<N extends RouteName>(text: N): N {
  const [, name, line] = /^(\w+) (.+)/.exec(text) ?? []
  if (!name) return text
  known[name as N] = line
  return name as N
}

/** Returns method and URL of a call with escaped parameters: `['GET', '/api/courses/7']`. */
export function addressOf(name: RouteName, { params = {}, query = {} }: LooseRequest = {}): [string, string] {
  const line = known[nameIn(name)]
  if (!line) throw new Error(`${name} is called before its list has come`)
  const [method = 'GET', pattern = '/'] = line.split(' ')
  const path = pattern.replace(/:([A-Za-z]+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  }
  return [method, `/api${path}${search.size > 0 ? `?${search}` : ''}`]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** These codes report internal failures. Their sentences say nothing about the request. */
const ownFailures: readonly unknown[] = ['INTERNAL', 'UNAVAILABLE']

/** A refusal has `success: false` and a reason; any other answer has no reason. */
export function failureOf(status: number, body: unknown): ApiError {
  const given = isRecord(body) && body['success'] === false ? body : {}
  const sentence = typeof given['error'] === 'string' ? given['error'].trim() : ''
  return new ApiError({
    status,
    errorCode: (typeof given['errorCode'] === 'string' ? given['errorCode'] : 'INTERNAL') as ErrorCode,
    message: sentence || 'Something went wrong on our side. Please try again.',
    hasSentence: sentence !== '',
    isUnexplained: sentence === '' || ownFailures.includes(given['errorCode']),
    issues: Array.isArray(given['issues']) ? (given['issues'] as Issue[]) : [],
    conflict: isRecord(given['conflict']) ? (given['conflict'] as EditConflict) : undefined,
    limit: isRecord(given['limit']) ? (given['limit'] as unknown as DayLimit) : undefined,
    quote: isRecord(given['quote']) ? (given['quote'] as unknown as Failure['quote']) : undefined,
    courseId: given['courseId'],
    requestId: typeof given['requestId'] === 'string' ? given['requestId'] : undefined,
  })
}

/** Returns an error for a request without an answer; an abort error is returned unchanged. */
export const noAnswer = (cause: unknown): unknown =>
  cause instanceof DOMException && cause.name === 'AbortError'
    ? cause
    : new ApiError({
        status: 0,
        errorCode: 'NETWORK_ERROR',
        message: 'An unexpected error occurred',
        isUnexplained: true,
      })

export const bearer = (): Record<string, string> => {
  const token = storedToken()
  return token ? { authorization: `Bearer ${token}` } : {}
}

const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Begins a trace with the call if the document says that the server records traces (docs/decisions/processes.md). */
export const traceparent = (): Record<string, string> =>
  typeof document === 'object' && 'traces' in document.documentElement.dataset
    ? { traceparent: `00-${hex(16)}-${hex(8)}-01` }
    : {}

type Listener = (token: string) => void
const refusedTokenListeners = new Set<Listener>()
/** Calls back for each token that the server refuses with 401, for any call. */
export function onTokenRefused(listener: Listener): () => void {
  refusedTokenListeners.add(listener)
  return () => refusedTokenListeners.delete(listener)
}

/**
 * `ended` means that the session is over. `stale` means that the change needs re-authentication. `setup` means that the person must
 * first set up a second factor.
 */
export type ProofReason = 'ended' | 'stale' | 'setup'
/** `left` means that the person was not asked. */
type ProofOutcome = 'proven' | 'declined' | 'left'
/** A GET opens the dialog only when the page has unsaved input; `silent` calls never open it. */
export type CallKind = 'change' | 'reading' | 'silent'
export type ProofAsker = (reason: ProofReason, kind: CallKind) => Promise<ProofOutcome>

let askForProof: ProofAsker | null = null

/** Registers the page's password dialog; returns the function that unregisters it. */
export function setProofAsker(asker: ProofAsker): () => void {
  askForProof = asker
  return () => {
    if (askForProof === asker) askForProof = null
  }
}

function missingProof(error: unknown, token: string | null): ProofReason | null {
  if (!(error instanceof ApiError)) return null
  if (error.errorCode === 'FRESH_PROOF_REQUIRED') return 'stale'
  if (error.errorCode === 'SECOND_FACTOR_SETUP_REQUIRED') return 'setup'
  return token !== null && error.status === 401 && error.errorCode === 'UNAUTHENTICATED' ? 'ended' : null
}

/**
 * Repeats a call once that was refused for lack of re-authentication, after the person has entered the password. Also repeats a
 * call whose token a re-authentication replaced while it was running.
 */
export async function withProof<T>(kind: CallKind, attempt: () => Promise<T>): Promise<T> {
  const token = storedToken()
  try {
    return await attempt()
  } catch (error) {
    const reason = missingProof(error, token)
    if (!reason) throw error
    if (reason !== 'setup' && isReplaced(token)) return withProof(kind, attempt)
    const outcome = kind === 'silent' || !askForProof ? 'left' : await askForProof(reason, kind)
    // Signing in on a trusted device does not count as re-authentication, which the call may also need.
    if (outcome === 'proven') return reason === 'ended' ? withProof(kind, attempt) : attempt()
    if (outcome === 'left' && reason === 'ended' && token !== null) {
      for (const listener of refusedTokenListeners) listener(token)
    }
    throw error
  }
}

/**
 * These calls run in the background and never open the dialog. The last three lead to /login
 * (docs/specification.md#8-error-catalogue), where no input is lost.
 */
const silentCalls: readonly RouteName[] = [
  'verifySession',
  'login',
  'logout',
  'confirmIdentity',
  'beginPasskeyProof',
  'confirmByPasskey',
  'completeSignIn',
  'enroll',
  'payForCourse',
  'payForCart',
]

/**
 * Calls the API by the contract's name and returns the whole success object.
 * Throws {@link ApiError}: with the server's refusal, or NETWORK_ERROR when no answer arrived.
 */
export async function call<N extends RouteName>(
  called: N,
  ...[request]: CallArguments<N>
): Promise<AnswerOf<N>> {
  const name = nameIn(called)
  const given: LooseRequest = request ?? {}
  if (!known[name])
    await import('./deferred-calls.ts').catch((cause: unknown) => Promise.reject(noAnswer(cause)))
  const isSilent = silentCalls.includes(name) || given.keepalive === true
  const kind = isSilent ? 'silent' : known[name]?.startsWith('GET ') ? 'reading' : 'change'
  return withProof(kind, () => send(name, given))
}

type BareReader = (name: RouteName, given: LooseRequest, answer: TransportAnswer) => Promise<object>
let loadBareReader: (() => Promise<{ acceptedBare: BareReader }>) | null = null

/** Sets how answers of other servers are read. The app calls this once at the start (shared/other-servers). */
export function setBareReader(load: typeof loadBareReader): void {
  loadBareReader = load
}

/** Returns an answer as the contract describes it. Throws an error for an answer that reports a failure. */
export async function accepted<N extends RouteName>(
  name: N,
  given: LooseRequest,
  answer: TransportAnswer,
): Promise<AnswerOf<N>> {
  const { status, body, isBare } = answer
  // While the server is down, a proxy answers with a page of its own, which is not JSON.
  const isOfProxy = status >= 500 && body === undefined
  if (isBare && !isOfProxy && loadBareReader) {
    const { acceptedBare } = await loadBareReader().catch((cause: unknown) =>
      Promise.reject(status < 400 ? noAnswer(cause) : failureOf(status, body)),
    )
    return (await acceptedBare(name, given, answer)) as AnswerOf<N>
  }
  // The server validates each answer against this schema when it serialises it.
  if (status < 400 && isRecord(body) && body['success'] === true) return body as AnswerOf<N>
  throw failureOf(status, body)
}

async function send<N extends RouteName>(name: N, given: LooseRequest): Promise<AnswerOf<N>> {
  const [method, path] = addressOf(name, given)
  const sent: TransportRequest = {
    method,
    path,
    headers: { accept: 'application/json', ...bearer(), ...traceparent() },
  }
  if (given.signal) sent.signal = given.signal
  if (given.keepalive) sent.keepalive = true
  if (given.body !== undefined) {
    sent.headers['content-type'] = 'application/json'
    sent.body = JSON.stringify(given.body)
  }
  let answer: TransportAnswer
  try {
    answer = await (given.via ?? transport)(sent)
  } catch (cause) {
    throw noAnswer(cause)
  }
  return accepted(name, given, answer)
}
