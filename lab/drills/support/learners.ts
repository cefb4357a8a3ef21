/**
 * Simulates people who each register, buy a course at the provider's page, watch its video and finish it. Also creates that course.
 */
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Asked, RequestLog, Target } from './request-log.ts'

export interface Lesson {
  courseId: number
  resourceId: number
}

export interface Purchase {
  id: string
  email: string
  courseId: number
  isPaid: boolean
  isSeenPaid: boolean
}

interface Signed {
  token: string
  userId: number
}

const retryMs = 250
const longestStepMs = 90_000
const ranges = ['bytes=0-65535', 'bytes=65536-131071', 'bytes=200000-299999']
const video = join(import.meta.dirname, '../../../content/demo-school/media/a11y-contrast.mp4')
const password = 'Seven-Hornbills-4'
const customerInfo = {
  address: '1 Jalan Ujian',
  city: 'Kuala Lumpur',
  state: 'WP',
  postalCode: '50000',
  country: 'Malaysia',
}

/** Gives the course a lesson with a video, uploaded through `origin`. */
export async function addLesson(origin: string, token: string, courseId: number): Promise<Lesson> {
  const ask = async (path: string, body: FormData | object) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return (JSON.parse(text) as { data: { id: number; url: string } }).data
  }
  const form = new FormData()
  form.set('file', await openAsBlob(video, { type: 'video/mp4' }), 'lesson.mp4')
  const { url } = await ask('/api/upload?purpose=lesson', form)
  const module = await ask('/api/course-content', { courseId, title: 'The only module', isPublished: true })
  const { id } = await ask('/api/course-resources', {
    courseContentId: module.id,
    title: 'The only lesson',
    filePath: url,
    fileType: 'video',
  })
  return { courseId, resourceId: id }
}

export class Learners {
  readonly purchases: Purchase[] = []
  begun = 0
  readonly surprises: string[] = []
  readonly #origin: string
  readonly #lessons: readonly Lesson[]
  readonly #log: RequestLog
  readonly #stopped = new AbortController()
  readonly #underWay = new Set<number>()

  constructor(origin: string, lessons: readonly Lesson[], log: RequestLog) {
    this.#origin = origin
    this.#lessons = lessons
    this.#log = log
  }

  stop(): void {
    this.#stopped.abort()
  }

  /** Returns whether at least `count` visits have ended. */
  haveEnded(count: number): boolean {
    return this.begun >= count && ![...this.#underWay].some((nth) => nth < count)
  }

  /** Runs `atOnce` people concurrently, each making one visit after the other, until it is stopped. */
  async untilStopped(atOnce: number): Promise<void> {
    const visit = async () => {
      while (!this.#stopped.signal.aborted) await this.visit()
    }
    await Promise.all(Array.from({ length: atOnce }, visit))
  }

  /** Makes one visit, and retries each request that fails. */
  async visit(): Promise<void> {
    const nth = this.begun++
    this.#underWay.add(nth)
    const lesson = this.#lessons[nth % this.#lessons.length]
    if (!lesson) throw new Error('no lesson to buy')
    await this.#page('/')
    await this.#page('/marketplace')
    const email = `learner${nth}@drill.test`
    const signed = await this.#register(email)
    const purchase = await this.#buy(signed, email, lesson.courseId)
    await this.#untilPaid(purchase)
    await this.#watch(signed, lesson)
    await this.#finish(signed, lesson)
    this.#underWay.delete(nth)
  }

  async #page(path: string): Promise<void> {
    await this.#patiently(path, () => this.#product(path, { statuses: [200] }))
  }

  async #register(email: string): Promise<Signed> {
    const send = (path: string, body: object, statuses: number[]) =>
      this.#product(path, { method: 'POST', headers: json, body: JSON.stringify(body), statuses })
    const answer = await this.#patiently('register', async () => {
      const name = `Learner ${email}`
      const registered = await send('/api/auth/register', { name, email, password }, [201, 409])
      // An earlier attempt may have created the account although its answer was lost, so the person signs in.
      return registered?.status === 409 ? send('/api/auth/login', { email, password }, [200]) : registered
    })
    const { data } = JSON.parse(answer.body) as { data: { token: string; user: { id: number } } }
    return { token: data.token, userId: data.user.id }
  }

  async #buy({ token }: Signed, email: string, courseId: number): Promise<Purchase> {
    const body = JSON.stringify({ courseIds: [courseId], customerInfo })
    const purchase: Purchase = { id: '', email, courseId, isPaid: false, isSeenPaid: false }
    this.purchases.push(purchase)
    const pressed = await this.#patiently('buy', () =>
      this.#product('/api/payments/bulk', {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${token}` },
        body,
        statuses: [200, 201],
      }),
    )
    const { payment_url: url, payment_id: id } = JSON.parse(pressed.body) as Record<string, string>
    purchase.id = id ?? ''
    await this.#patiently('open the payment page', () =>
      this.#log.ask('provider', new URL(url ?? ''), { statuses: [200] }),
    )
    await this.#patiently('pay', () =>
      this.#log.ask('provider', new URL('pay/', url), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ method: 'fpx', bank: 'Maybank', slow: '0' }).toString(),
        statuses: [303],
      }),
    )
    purchase.isPaid = true
    return purchase
  }

  async #untilPaid(purchase: Purchase): Promise<void> {
    await this.#patiently('see "paid"', async () => {
      const answer = await this.#product(`/api/payments/check/${purchase.id}`, { statuses: [200] })
      const isPaid = answer !== null && (JSON.parse(answer.body) as { status: string }).status === 'paid'
      return isPaid ? answer : null
    })
    purchase.isSeenPaid = true
  }

  async #watch({ token }: Signed, { courseId, resourceId }: Lesson): Promise<void> {
    const contents = await this.#patiently('open the course', () =>
      this.#product(`/api/course-content/course/${courseId}`, { headers: bearer(token), statuses: [200] }),
    )
    const { data } = JSON.parse(contents.body) as {
      data: { resources: { id: number; filePath?: string }[] }[]
    }
    const path = data.flatMap(({ resources }) => resources).find(({ id }) => id === resourceId)?.filePath
    if (path === undefined) throw new Error(`no video in ${contents.body.slice(0, 500)}`)
    for (const range of ranges) await this.#range(path, range)
  }

  /** Requests a range as the player does: each time at the product's own URL, which redirects to S3. */
  async #range(path: string, range: string): Promise<void> {
    await this.#patiently('watch', async () => {
      const led = await this.#product(path, { headers: { range }, statuses: [206, 307] })
      const location = led?.headers['location']
      if (led?.status !== 307 || typeof location !== 'string') return led
      return this.#log.ask('S3', new URL(location), { headers: { range }, statuses: [206] })
    })
  }

  /** Finishes the lesson, and checks that the next request returns the saved progress. */
  async #finish({ token, userId }: Signed, { courseId, resourceId }: Lesson): Promise<void> {
    await this.#patiently('save progress', () =>
      this.#product(`/api/course-resources/${resourceId}/progress`, {
        method: 'PUT',
        headers: { ...json, ...bearer(token) },
        body: JSON.stringify({ completed: true, position: 4, watched: [[0, 4]] }),
        statuses: [200],
      }),
    )
    const answer = await this.#patiently('read progress', () =>
      this.#product(`/api/courses/${courseId}/progress/${userId}`, {
        headers: bearer(token),
        statuses: [200],
      }),
    )
    const { data } = JSON.parse(answer.body) as { data: { progressPercentage: number } }
    if (data.progressPercentage !== 100)
      this.surprises.push(`progress was saved, and then ${data.progressPercentage} %`)
  }

  #product(path: string, asked: Asked): Promise<Answer | null> {
    return this.#log.ask('product' satisfies Target, new URL(path, this.#origin), asked)
  }

  async #patiently(what: string, step: () => Promise<Answer | null>): Promise<Answer> {
    const giveUpAt = performance.now() + longestStepMs
    while (performance.now() < giveUpAt) {
      const answer = await step()
      if (answer) return answer
      await pause(retryMs)
    }
    throw new Error(`a learner could not ${what} for ${longestStepMs / 1000} s`)
  }
}

const json = { 'content-type': 'application/json' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
