/** Mocks the network for page tests: the contract parses every answer, and every unexpected call fails the test. */
import { endpoints, type AnswerOf } from '@apogee/contracts/endpoints.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import type { LearningGoal } from '@apogee/contracts/goals/goals.ts'
import type { EditConflict } from '@apogee/contracts/edits.ts'
import type { Quote } from '@apogee/contracts/pricing/pricing.ts'
import { refusals, type ErrorCode, type Issue } from '@apogee/contracts/refusals.ts'
import { checkKinds } from '@apogee/contracts/businesses/seller-checks.ts'
import { requestIdHeader } from '@apogee/contracts/request-id.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { fieldsTaken, unknownNestedFields } from '@apogee/contracts/unknown-fields.ts'
import { format } from 'node:util'
import { act, cleanup, configure } from '@testing-library/react'
import { http, HttpResponse, type HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import { closeOutbox } from '#web/platform/outbox/outbox.ts'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import * as z from 'zod/mini'

configure({ asyncUtilTimeout: 15_000 })

/** This goal has no activity, and its week is in the future. */
const noGoal: LearningGoal = {
  daysPerWeek: null,
  plan: { weekdays: [], hour: 20, timeZone: 'Asia/Kuala_Lumpur' },
  reminders: 'off',
  calendarUrl: null,
  week: Array.from({ length: 7 }, (_, index) => ({
    day: `2026-11-${16 + index}`,
    state: 'to-come',
    isToday: index === 0,
  })),
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  sessions: [],
}

/** Answers calls that every signed-in screen and public pages make. The answers are empty unless a test sets others. */
const quietAnswers: { [N in RouteName]?: AnswerOf<N> } = {
  readEmailChange: { success: true, data: null },
  listConsents: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listIdentities: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listBlockedContents: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listFactorRemovals: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listLackingSecondFactor: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listPasskeys: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  readSecondFactor: {
    success: true,
    data: { since: null, recoveryCodesLeft: 0, requirement: 'none', removedAt: null },
  },
  readAchievements: {
    success: true,
    data: {
      xp: 0,
      level: 1,
      levelFrom: 0,
      levelTo: 100,
      streak: { days: 0, isToday: false },
      averageScore: null,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      badges: [],
    },
  },
  listExpectedPeople: { success: true, data: [], meta: { nextCursor: null } },
  readLearningGoal: { success: true, data: noGoal },
  readAnswerer: { success: true, data: { teacher: null, minutes: null } },
  listContentResources: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listOpenAttempts: { success: true, data: [] },
  listRepetitions: { success: true, data: { questions: [], due: 0, nextDueAt: null } },
  listCertificates: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  featuredInstructors: { success: true, data: [] },
  offeredBundles: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listSchools: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  readOwnBrand: {
    success: true,
    data: {
      colour: '',
      senderName: '',
      footer: '',
      repliesToContact: false,
      contactEmail: null,
      paper: { name: 'Sekolah Angkasa', logo: null },
      sample: { from: 'Apogee', subject: 'Receipt R-2026-0001', body: 'You paid RM 149.00.', amount: 14_900 },
      version: 0,
    },
  },
  readOwnSchool: {
    success: true,
    data: { name: '', address: '4', title: '', intro: '', isPublic: false, courses: [], version: 0 },
  },
  featuredGroups: { success: true, data: [] },
  countCourses: { success: true, data: [] },
  listReviews: {
    success: true,
    data: [],
    meta: { total: 0, nextCursor: null },
    summary: { average: null, count: 0, perStar: [0, 0, 0, 0, 0] },
    mine: null,
    permissions: { write: false, reply: false, report: false },
  },
  listCourses: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listInvitations: { success: true, data: [], meta: { total: 0, nextCursor: null, businessName: null } },
  listWishlist: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listSuggestions: { success: true, data: { suggestions: [] } },
  listNotes: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listDiscussions: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listHandIns: { success: true, data: { courseTitle: '', waiting: 0, graded: 0, items: [], elsewhere: [] } },
  listNotifications: { success: true, data: [], meta: { total: 0, nextCursor: null, unread: 0 } },
  listSecurityLog: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listCourseInvitations: {
    success: true,
    data: [],
    meta: { total: 0, nextCursor: null, waitsForProof: false },
  },
  readPayoutBank: { success: true, data: null },
  readSellerChecks: {
    success: true,
    data: {
      isRequired: false,
      sellerKind: 'business',
      registration: null,
      contact: null,
      bank: null,
      documents: [],
      suggested: { name: '', email: '', phone: '' },
      checks: checkKinds.map((kind) => ({
        kind,
        state: 'missing',
        isComplete: false,
        reason: null,
        submittedAt: null,
        decidedAt: null,
        revision: 0,
      })),
    },
  },
  listSellersToCheck: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  readSelling: {
    success: true,
    data: {
      needsApproval: false,
      missingChecks: [],
      state: 'approved',
      approvedAt: null,
      isProven: true,
      hasOwnAccount: false,
    },
  },
  listWaitingSellers: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listSellerSignals: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  listLearnerMessages: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  readAnnouncementMails: { success: true, data: { wanted: true } },
  readQuestionMails: { success: true, data: { wanted: true } },
  readSaleMails: { success: true, data: { wanted: 'each' } },
  listInvitedPeople: { success: true, data: [], meta: { total: 0, nextCursor: null } },
  readStudio: {
    success: true,
    data: {
      scope: 'business',
      sells: true,
      days: [],
      waiting: [],
      orders: [],
      enrolments: [],
      checklist: null,
    },
  },
  countInbox: { success: true, data: [] },
}

const quietResponses = (Object.entries(quietAnswers) as [RouteName, object][]).map(
  ([name, body]) => [name, () => ofOurServer(body, 200)] as const,
)
const quietCalls = quietResponses.map(([name, respond]) => knownCall(name, respond))
const network = setupServer(...quietResponses.map(([name, respond]) => handler(name, respond)))
const consoleErrors: unknown[][] = []
/**
 * Resolves when the test is over, which lets all requests of {@link keepWaiting} continue. Requests that are sent even later
 * continue immediately, because aborting them would report an error. Null means that the test keeps no caller waiting.
 */
let testIsOver: PromiseWithResolvers<void> | null = null

async function letAllGo(): Promise<void> {
  testIsOver?.resolve()
  await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Describes the content of a call. */
export interface SentRequest {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  bearer: string | null
  traceparent: string | null
}

/**
 * Holds requests without an answer. A test ends only when all have one, because the handlers of the next test would answer them
 * otherwise.
 */
const unanswered = new Set<Promise<Response>>()

/** The page of a test that is over sends its next request within this number of turns after an answer. */
const quietTurns = 10

async function untilQuiet(): Promise<void> {
  for (let turns = 0; turns < quietTurns; turns += 1) {
    await new Promise<void>((resolve) => void nextTurn(() => resolve()))
    if (unanswered.size === 0) continue
    await Promise.allSettled(unanswered)
    turns = 0
  }
}

function trackRequests(): void {
  const send = globalThis.fetch
  const tracked: typeof fetch = (...given) => {
    const response = answerTo(given) ?? send(...given)
    const settled = () => void unanswered.delete(response)
    unanswered.add(response)
    response.then(settled, settled)
    return response
  }
  // The interceptor's own property cannot be assigned.
  Object.defineProperty(globalThis, 'fetch', { value: tracked, configurable: true, writable: true })
}

/**
 * The set-up of each test file calls this, because files share their modules and an import would register these hooks only once.
 */
export function registerMockApi(): void {
  const { fetch: realFetch } = globalThis
  beforeAll(() => {
    network.listen({
      onUnhandledFrame: async ({ defaults }) => {
        // A request while no page is shown comes from the page of an earlier test.
        // The library prints the message later, although its type says that it returns nothing.
        if (document.body.childElementCount > 0) await Promise.resolve(defaults.error())
        throw new Error('The call has no answer')
      },
    })
    trackRequests()
  })
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    consoleErrors.length = 0
    vi.spyOn(console, 'error').mockImplementation((...given: unknown[]) => void consoleErrors.push(given))
  })
  afterEach(async () => {
    if (testIsOver) await act(letAllGo)
    cleanup()
    closeOutbox()
    await untilQuiet()
    testIsOver = null
    network.resetHandlers()
    knownCalls.length = 0
    vi.restoreAllMocks()
    const [first] = consoleErrors
    if (first) throw new Error(`The test wrote an error to the console: ${format(...first)}`)
  })
  afterAll(() => {
    network.close()
    Object.defineProperty(globalThis, 'fetch', { value: realFetch, configurable: true, writable: true })
  })
}

type Respond = (sent: SentRequest) => Promise<Response> | Response

interface KnownCall {
  /** @returns the parameters in the path, or null when this is not a request for the call. */
  paramsIn(method: string, path: string): Record<string, string> | null
  respond: Respond
}

/** The answers of the running test, the newest first. Requests of `fetch` find them here, those of uploads in {@link network}. */
const knownCalls: KnownCall[] = []

function knownCall(name: RouteName, respond: Respond): KnownCall {
  const [ownMethod, path = '/'] = routes[name].split(' ')
  const own = `/api${path}`.split('/')
  return {
    paramsIn: (method, asked) => (method === ownMethod ? paramsBetween(own, asked.split('/')) : null),
    respond,
  }
}

/** Returns the values that `parts` has for the parameters of the path `own`. Returns null if `parts` is another path. */
function paramsBetween(own: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (own.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const expected = own[index] ?? ''
    if (expected.startsWith(':')) params[expected.slice(1)] = decodeURIComponent(part)
    else if (expected !== part) return null
  }
  return params
}

function handler(name: RouteName, respond: Respond): HttpHandler {
  const [method = 'GET', path = '/'] = routes[name].split(' ')
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
  return http[verb](`*/api${path}`, async ({ request, params }) => {
    const isJson = request.headers.get('content-type')?.includes('json') ?? false
    return respond({
      params: params as Record<string, string>,
      query: Object.fromEntries(new URL(request.url).searchParams),
      body: isJson ? await request.json() : undefined,
      bearer: request.headers.get('authorization')?.replace('Bearer ', '') ?? null,
      traceparent: request.headers.get('traceparent'),
    })
  })
}

/** Makes the call `name` respond with this until the test ends. */
function respondTo(name: RouteName, respond: Respond): void {
  knownCalls.unshift(knownCall(name, respond))
  network.use(handler(name, respond))
}

/**
 * Returns the answer to a request for a known call, or null when only {@link network} can answer it. The network copies each request
 * and each answer several times, which takes more time than most answers.
 */
function answerTo([given, { method = 'GET', headers, body, signal } = {}]: Parameters<typeof fetch>) {
  if (typeof given !== 'string' || !given.startsWith('/api/')) return null
  const { pathname, searchParams } = new URL(given, location.origin)
  for (const { paramsIn, respond } of [...knownCalls, ...quietCalls]) {
    const params = paramsIn(method, pathname)
    if (!params) continue
    const sent = new Headers(headers)
    const isJson = sent.get('content-type')?.includes('json') ?? false
    const request: SentRequest = {
      params,
      query: Object.fromEntries(searchParams),
      body: isJson && typeof body === 'string' ? JSON.parse(body) : undefined,
      bearer: sent.get('authorization')?.replace('Bearer ', '') ?? null,
      traceparent: sent.get('traceparent'),
    }
    return answered(() => respond(request), signal)
  }
  return null
}

const nextTurn = globalThis.setImmediate

/** Answers later, as a network does, so that a test can see what a page shows meanwhile. */
async function answered(respond: () => Promise<Response> | Response, signal?: AbortSignal | null) {
  signal?.throwIfAborted()
  const left = Promise.withResolvers<never>()
  signal?.addEventListener('abort', () => left.reject(signal.reason), { once: true })
  await Promise.race([new Promise<void>((resolve) => void nextTurn(() => resolve())), left.promise])
  const response = await Promise.race([responded(respond), left.promise])
  if (response.type === 'error') throw new TypeError('Failed to fetch')
  return response
}

/** An error in the answer of a test is one on the console, which fails the test. */
async function responded(respond: () => Promise<Response> | Response): Promise<Response> {
  try {
    return await respond()
  } catch (error) {
    console.error(error)
    return HttpResponse.json({}, { status: 500 })
  }
}

/** Marks the answer as our server's. Answers without this mark are completed (`bare-answers.ts`). */
function ofOurServer(body: object, status: number): Response {
  return HttpResponse.json(body, { status, headers: { [requestIdHeader]: 'request-of-a-test' } })
}

/** Answers PUT requests to another origin, such as the storage that receives parts of uploads; null breaks the connection. */
export function answerPut(address: string, respond: (url: URL, body: string) => number | null): void {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'PUT' }
  network.use(
    http.options(address, () => new HttpResponse(null, { status: 204, headers })),
    http.put(address, async ({ request }) => {
      const status = respond(new URL(request.url), await request.text())
      return status === null ? HttpResponse.error() : new HttpResponse('', { status, headers })
    }),
  )
}

/** Serves a file of the site with this content; null refuses to open it. Returns a function that counts the reads. */
export function answerFile(path: string, content: string | null): () => number {
  let reads = 0
  network.use(
    http.get(`*${path}`, () => {
      reads += 1
      return content === null ? refusal('MEDIA_NOT_ALLOWED') : new HttpResponse(content)
    }),
  )
  return () => reads
}

/** Makes `name` return this answer; the answer must match the contract. */
export function answer<N extends RouteName>(
  name: N,
  given: AnswerOf<N> | ((sent: SentRequest) => AnswerOf<N> | Response | Promise<AnswerOf<N>>),
): void {
  const { answer: schema, status = 200 } = endpoints[name] as {
    answer: z.core.$ZodType<object>
    status?: number
  }
  respondTo(name, async (sent) => {
    refuseUnknownFields(name, sent)
    const body = typeof given === 'function' ? await given(sent) : given
    return body instanceof Response ? body : ofOurServer(z.parse(schema, body), status)
  })
}

export function refusal(
  errorCode: ErrorCode,
  issues?: Issue[],
  conflict?: EditConflict,
  quote?: Quote,
  courseId?: number,
): Response {
  const { status, sentence } = refusals[errorCode]
  const error = issues?.map((issue) => `${issue.path}: ${issue.message}`).join(', ') ?? sentence
  return ofOurServer({ success: false, error, errorCode, issues, conflict, quote, courseId }, status)
}

/** Makes the call `name` answer with a refusal. */
export function refuse(name: RouteName, errorCode: ErrorCode, issues?: Issue[]): void {
  respondTo(name, () => refusal(errorCode, issues))
}

/** Makes the call `name` get no answer. */
export function breakNetwork(name: RouteName): void {
  respondTo(name, () => HttpResponse.error())
}

/** Makes all calls unknown, as on another server, except calls for which the test sets an answer later. */
export function knowNoCalls(): void {
  const unknown = { success: false, error: 'No such call' }
  const respond = () => HttpResponse.json(unknown, { status: 404 })
  knownCalls.unshift({ paramsIn: () => ({}), respond })
  network.use(http.all('*/api/*', respond))
}

/**
 * Makes the call `name` answer with this body, as another server would. Null means an answer without a body. Returns the requests
 * of the call.
 */
export function answerBare(name: RouteName, body: unknown, status = 200): SentRequest[] {
  const calls: SentRequest[] = []
  const respond = (sent: SentRequest) => {
    calls.push(sent)
    return body === null
      ? new HttpResponse(null, { status: 204 })
      : HttpResponse.json(body as object, { status })
  }
  respondTo(name, respond)
  return calls
}

/** Makes the call `name` keep its callers waiting until the test is over. Then the call is refused. */
export function keepWaiting(name: RouteName): void {
  testIsOver ??= Promise.withResolvers<void>()
  const { promise } = testIsOver
  respondTo(name, () => promise.then(() => refusal('UNAVAILABLE')))
}

/** Records the requests of the call `name`. Use it before the screen sends them. */
export function recordCalls<N extends RouteName>(name: N, given: AnswerOf<N>): SentRequest[] {
  const calls: SentRequest[] = []
  answer(name, (sent) => {
    calls.push(sent)
    return given
  })
  return calls
}

/** Marks console errors as expected in this test. */
export function forgiveConsoleErrors(): void {
  consoleErrors.length = 0
}

/** Fails when a page sends fields that the call does not accept, as the server would. */
function refuseUnknownFields(name: RouteName, { body, params }: SentRequest): void {
  const schemas: AnyEndpoint = endpoints[name]
  const { sentBack = [], ignored = [] } = schemas
  const taken = fieldsTaken(schemas)
  if (!taken || typeof body !== 'object' || body === null) return
  const known = [...taken, ...Object.keys(params), ...sentBack, ...ignored]
  const unknown = Object.keys(body).filter((field) => !known.includes(field))
  const all = [...unknown, ...unknownNestedFields(schemas, body)]
  if (all.length > 0) throw new Error(`${name} does not take ${all.join(', ')}`)
}
