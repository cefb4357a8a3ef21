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
import { act, cleanup, configure } from '@testing-library/react'
import { http, HttpResponse, type HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import { closeOutbox } from '#web/platform/outbox/outbox.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
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
const network = setupServer(
  ...quiet({
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
        sample: { from: 'Apogee', subject: 'Receipt R-2026-0001', body: 'Hello' },
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
    listHandIns: {
      success: true,
      data: { courseTitle: '', waiting: 0, graded: 0, items: [], elsewhere: [] },
    },
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
  }),
)
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

function trackRequests(): void {
  const send = globalThis.fetch
  const tracked: typeof fetch = (...given) => {
    const response = send(...given)
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
    network.listen({ onUnhandledFrame: 'error' })
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
    while (unanswered.size > 0) await Promise.allSettled(unanswered)
    testIsOver = null
    network.resetHandlers()
    vi.restoreAllMocks()
    expect(consoleErrors, 'nothing is written to the console as an error').toEqual([])
  })
  afterAll(() => {
    network.close()
    Object.defineProperty(globalThis, 'fetch', { value: realFetch, configurable: true, writable: true })
  })
}

function handler(name: RouteName, respond: (sent: SentRequest) => Promise<Response> | Response): HttpHandler {
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

/** Marks the answer as our server's. Answers without this mark are completed (`bare-answers.ts`). */
const ofOurServer = (body: object, status: number): Response =>
  HttpResponse.json(body, { status, headers: { [requestIdHeader]: 'request-of-a-test' } })

function quiet(answers: { [N in RouteName]?: AnswerOf<N> }): HttpHandler[] {
  return (Object.entries(answers) as [RouteName, object][]).map(([name, body]) =>
    handler(name, () => ofOurServer(body, 200)),
  )
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
  network.use(
    handler(name, async (sent) => {
      refuseUnknownFields(name, sent)
      const body = typeof given === 'function' ? await given(sent) : given
      return body instanceof Response ? body : ofOurServer(z.parse(schema, body), status)
    }),
  )
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
  network.use(handler(name, () => refusal(errorCode, issues)))
}

/** Makes the call `name` get no answer. */
export function breakNetwork(name: RouteName): void {
  network.use(handler(name, () => HttpResponse.error()))
}

/** Makes all calls unknown, as on another server, except calls for which the test sets an answer later. */
export function knowNoCalls(): void {
  const unknown = { success: false, error: 'No such call' }
  network.use(http.all('*/api/*', () => HttpResponse.json(unknown, { status: 404 })))
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
  network.use(handler(name, respond))
  return calls
}

/** Makes the call `name` keep its callers waiting until the test is over. Then the call is refused. */
export function keepWaiting(name: RouteName): void {
  testIsOver ??= Promise.withResolvers<void>()
  const { promise } = testIsOver
  network.use(handler(name, () => promise.then(() => refusal('UNAVAILABLE'))))
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
