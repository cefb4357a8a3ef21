/** Simulates people who look at courses, learn and buy, at a fixed rate or as fast as they are answered. Records each visit. */
import type { Market, Provider } from './market.ts'
import { atRate } from './pace.ts'

export type VisitKind = 'list' | 'course' | 'progress' | 'purchase'
const kinds: readonly VisitKind[] = ['list', 'course', 'progress', 'purchase']

export interface Visit {
  kind: VisitKind
  /** The visit began at this value of `performance.now()`. */
  beganMs: number
  endedMs: number
  /** `unavailable` means 503 with Retry-After, in the form of all refusals. `failed` means any other failure. */
  outcome: 'served' | 'unavailable' | 'failed'
  reason: string
}

interface Wanted {
  buyer: Market['buyers'][number]
  courseId: number
}

const longestMs = 90_000
const customerInfo = {
  address: '1 Jalan Ujian',
  city: 'Kuala Lumpur',
  state: 'WP',
  postalCode: '50000',
  country: 'Malaysia',
}

class Unserved extends Error {
  readonly isUnavailable: boolean
  constructor(reason: string, isUnavailable = false) {
    super(reason)
    this.isUnavailable = isUnavailable
  }
}

export class Visitors {
  readonly visits: Visit[] = []
  /** Holds the public ids of the orders that a server has returned. */
  readonly orders: Set<string> = new Set<string>()
  /** Holds the saves of progress that a server has acknowledged. */
  readonly progress: { userId: number; resourceId: number }[] = []
  paid = 0
  /** Further visits go to this origin. */
  origin: string
  readonly #market: Market
  readonly #provider: Provider
  readonly #stopped = new AbortController()
  readonly #running = new Set<Promise<void>>()
  /** Holds purchases that got no answer, so that their buyers retry. */
  readonly #again: Wanted[] = []
  #purchases = 0
  #saves = 0
  #working: Promise<unknown> = Promise.resolve()

  constructor(origin: string, market: Market, provider: Provider) {
    this.origin = origin
    this.#market = market
    this.#provider = provider
  }

  /** Begins `perSecond` visits a second, each kind in turn, until `stop`. */
  start(perSecond: number): void {
    this.#working = atRate(perSecond, this.#stopped.signal, (nth) => {
      const visiting = this.#visit(kinds[nth % kinds.length] ?? 'list').finally(() =>
        this.#running.delete(visiting),
      )
      this.#running.add(visiting)
    })
  }

  /** Runs `atOnce` people concurrently; each begins the next visit when the last one ends. */
  async visit({ visits, atOnce }: { visits: number; atOnce: number }): Promise<void> {
    let nth = 0
    const goOn = async () => {
      while (nth < visits) await this.#visit(kinds[nth++ % kinds.length] ?? 'list')
    }
    await Promise.all(Array.from({ length: atOnce }, goOn))
  }

  /** Resolves when every visit has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#working
    await Promise.all(this.#running)
  }

  /** Returns visits that began in this interval. */
  between(fromMs: number, toMs = Infinity): Visit[] {
    return this.visits.filter(({ beganMs }) => beganMs >= fromMs && beganMs < toMs)
  }

  /** Returns the number of served visits that began at this time or later. */
  servedSince(fromMs: number): number {
    return this.between(fromMs).filter(({ outcome }) => outcome === 'served').length
  }

  async #visit(kind: VisitKind): Promise<void> {
    const beganMs = performance.now()
    let outcome: Visit['outcome'] = 'served'
    let reason = ''
    try {
      await this.#make(kind)
    } catch (error) {
      outcome = error instanceof Unserved && error.isUnavailable ? 'unavailable' : 'failed'
      reason = `${kind}: ${error instanceof Error ? [error.message, error.cause].filter(Boolean).join(': ') : String(error)}`
    }
    this.visits.push({ kind, beganMs, endedMs: performance.now(), outcome, reason })
  }

  async #make(kind: VisitKind): Promise<void> {
    const { courses } = this.#market
    if (kind === 'list') await this.#ask('GET', '/courses?limit=10')
    else if (kind === 'course')
      await this.#ask('GET', `/courses/${courses[this.visits.length % courses.length]?.id}`)
    else if (kind === 'progress') await this.#learn()
    else await this.#buy()
  }

  /** Saves progress for another pair of lesson and learner each time, until all pairs are completed. */
  async #learn(): Promise<void> {
    const { learners, lessons } = this.#market
    const nth = this.#saves++
    const learner = learners[nth % learners.length]
    const resourceId = lessons[Math.floor(nth / learners.length) % lessons.length]
    if (!learner || resourceId === undefined) return
    await this.#ask('PUT', `/course-resources/${resourceId}/progress`, learner.token, { completed: true })
    this.progress.push({ userId: learner.id, resourceId })
  }

  /** Presses Buy, pays at the provider, and checks whether the product has received the payment. */
  async #buy(): Promise<void> {
    const wanted = this.#again.shift() ?? this.#next()
    let page: { payment_url: string; payment_id: string } | null
    try {
      page = await this.#press(wanted)
    } catch (error) {
      this.#again.push(wanted)
      throw error
    }
    if (!page) return
    this.orders.add(page.payment_id)
    // A free course has no payment page at the provider.
    if (page.payment_url.startsWith(this.#provider.origin)) await this.#pay(page.payment_url)
    await this.#ask('GET', `/payments/check/${page.payment_id}`)
  }

  #next(): Wanted {
    const { buyers, courses } = this.#market
    const nth = this.#purchases++
    const buyer = buyers[nth % buyers.length]
    // Buyers take other courses in each round, so that no one takes a course twice.
    const course = courses[(nth + Math.floor(nth / buyers.length) * 7) % courses.length]
    if (!buyer || !course) throw new Error('the market is empty')
    return { buyer, courseId: course.id }
  }

  /** Returns null when the buyer already has the course, because an earlier press was executed although its answer was lost. */
  async #press({ buyer, courseId }: Wanted): Promise<{ payment_url: string; payment_id: string } | null> {
    const answer = await this.#ask('POST', '/payments/bulk', buyer.token, {
      courseIds: [courseId],
      customerInfo,
    })
    return answer['errorCode'] === 'COURSE_ALREADY_OWNED'
      ? null
      : { payment_url: String(answer['payment_url']), payment_id: String(answer['payment_id']) }
  }

  async #pay(url: string): Promise<void> {
    const answer = await fetch(`${url}pay/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ method: 'fpx', bank: 'Maybank', slow: '0' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(longestMs),
    })
    await answer.arrayBuffer()
    if (answer.status !== 303) throw new Error(`the payment page answered ${answer.status}`)
    this.paid += 1
  }

  async #ask(method: string, path: string, token?: string, body?: object) {
    const response = await fetch(`${this.origin}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(longestMs),
    })
    const text = await response.text()
    const answer = response.headers.get('content-type')?.includes('json')
      ? (JSON.parse(text) as Record<string, unknown>)
      : {}
    if (response.ok || answer['errorCode'] === 'COURSE_ALREADY_OWNED') return answer
    throw new Unserved(
      `${method} ${path.replaceAll(/\d{2,}|[\w-]{20,}/g, '…')} answered ${response.status} ${text.slice(0, 120)}`,
      isUnavailable(response, answer),
    )
  }
}

const isUnavailable = ({ status, headers }: Response, answer: Record<string, unknown>): boolean =>
  status === 503 &&
  headers.has('retry-after') &&
  answer['success'] === false &&
  typeof answer['errorCode'] === 'string'

export function reasonsOf(visits: readonly Visit[]): string[] {
  const counts = new Map<string, number>()
  for (const { reason } of visits) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, times]) => `${times} × ${reason}`)
}
