/**
 * Half a year of the demo business: learners, orders, places and completed lessons, so many that its figures are those of
 * the specification (RM 42,600.00, 78 %). What other parts of the school have put there counts too, so this comes after all that
 * enrols, sells or completes.
 */
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { demoDemand, demoFigures, demoLearner } from '../../../demo/learners.ts'
import { insertPastLearners } from '#server/features/accounts/accounts.store.ts'
import { insertPastOrders, type PastOrder } from '#server/features/sales/model/orders.store.ts'
import { insertPastRefunds } from '#server/features/sales/refunds/refunds.store.ts'
import { insertPastPayments } from '#server/features/sales/model/payments.store.ts'
import { insertPast, type PastEnrolment } from '#server/features/enrolments/enrolments.store.ts'
import { readFigures } from '#server/features/operations/insights/insights.store.ts'
import { insertPastCompletions } from '#server/features/learning/learning.store.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { newPublicId } from '#server/platform/tokens.ts'
import type { Parts } from '../parts.ts'
import type { Services } from '../services.ts'
import {
  chooseMoments,
  evenNumbers,
  lessonsDone,
  momentsIn,
  salesWorth,
  type Offer,
} from './past-sales.rules.ts'

type Tx = Transaction<DB>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const pageLifeMs = 60 * minuteMs
/** A little more than two courses for each learner. */
const newcomers = 0.48
/** Every so many sales one more was given back, and one more was never paid. */
const refundEvery = 70
const abandonEvery = 32

/** A course chosen by somebody at some moment. */
interface Choice {
  learner: number
  courseId: number
  at: Date
  end: 'kept' | 'refunded' | 'abandoned' | 'granted'
}

/** Does nothing when nobody can be paid for the business's courses. */
export async function seedInsights(
  tx: Tx,
  services: Services,
  parts: Parts,
  { sellerId, courseIds }: { sellerId: number; courseIds: ReadonlyMap<string, number> },
): Promise<void> {
  const account = await services.businesses.payeeFor(tx, [sellerId])
  if (account === null) return
  const now = parts.clock.now()
  const next = evenNumbers(4_260_078)
  const offers = await offersOf(tx, sellerId)
  const { businessId, ...present } = await presentFigures(tx, sellerId)
  const choices = chooseCourses(now, next, {
    offers,
    missingCents: demoFigures.revenueCents - present.revenueCents,
    idOf: (key) => courseIds.get(key),
  })
  const learners = await enterLearners(tx, choices, next)
  await enterOrders(tx, parts, account, choices, { learners, offers })
  const places = choices
    .filter(({ end }) => end !== 'abandoned')
    .map((choice) => placeOf(choice, learners, offers))
  await completeLessons(tx, now, next, { businessId, places })
}

async function offersOf(tx: Tx, sellerId: number): Promise<Map<number, Offer>> {
  const { rows } = await sql<{ id: number; price: number; createdAt: Date }>`
    SELECT id, price_cents AS price, created_at AS "createdAt" FROM courses
     WHERE seller_id = ${sellerId} AND is_listed`.execute(tx)
  return new Map(rows.map((row) => [row.id, { ...row, demand: 0 }]))
}

async function presentFigures(tx: Tx, sellerId: number) {
  const { rows } = await sql<{ businessId: number }>`
    SELECT business_id AS "businessId" FROM sellers WHERE id = ${sellerId}`.execute(tx)
  const businessId = rows[0]?.businessId ?? 0
  return { businessId, ...(await readFigures(tx, { kind: 'business', businessId })) }
}

/** Who chose which course when: sales that make up the missing sum, free places beside them, oldest first. */
function chooseCourses(
  now: Date,
  next: () => number,
  {
    offers,
    missingCents,
    idOf,
  }: {
    offers: ReadonlyMap<number, Offer>
    missingCents: number
    idOf: (key: string) => number | undefined
  },
): Choice[] {
  const wanted = (demand: Readonly<Record<string, number>>): Offer[] =>
    Object.entries(demand).flatMap(([key, count]) => {
      const offer = offers.get(idOf(key) ?? 0)
      return offer ? [{ ...offer, demand: count }] : []
    })
  const paid = wanted(demoDemand.paid)
  const sold = salesWorth(missingCents, paid)
  const counts = [
    ...paid.map((offer) => ({ ...offer, count: sold.get(offer.id) ?? 0, end: 'kept' as const })),
    ...wanted(demoDemand.free).map((offer) => ({ ...offer, count: offer.demand, end: 'kept' as const })),
    ...wanted(demoDemand.granted).map((offer) => ({
      ...offer,
      count: offer.demand,
      end: 'granted' as const,
    })),
  ]
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const moments = momentsIn(now, total, demoDemand.months, next)
  const owners = createOwners(next, [...offers.keys()])
  return chooseMoments(moments, counts, next).flatMap(({ at, chosen }, place): Choice[] => {
    const { id: courseId, price, end } = chosen
    if (end === 'granted') return [{ learner: owners.newcomer(), courseId, at, end }]
    const kept: Choice = { learner: owners.buyerOf(courseId), courseId, at, end: 'kept' }
    const more: Choice[] = []
    if (price > 0 && place % refundEvery === refundEvery - 1 && now.getTime() - at.getTime() > 8 * dayMs) {
      more.push({
        learner: owners.buyerOf(courseId),
        courseId,
        at: new Date(at.getTime() + 3 * minuteMs),
        end: 'refunded',
      })
    }
    if (price > 0 && place % abandonEvery === 0) {
      more.push({ ...kept, at: new Date(at.getTime() - 2 * pageLifeMs), end: 'abandoned' })
    }
    return [kept, ...more]
  })
}

/** Hands each course to somebody who does not have it: a newcomer, or somebody who came before. */
function createOwners(next: () => number, everything: readonly number[]) {
  const owned: Set<number>[] = []
  return {
    /** Has a place, and buys nothing. */
    newcomer: () => owned.push(new Set(everything)) - 1,
    buyerOf(courseId: number): number {
      const known = owned.flatMap((courses, learner) => (courses.has(courseId) ? [] : [learner]))
      const returning = known[Math.floor(next() * known.length)]
      const learner = returning === undefined || next() < newcomers ? owned.length : returning
      const courses = owned[learner] ?? new Set<number>()
      courses.add(courseId)
      owned[learner] = courses
      return learner
    },
  }
}

/** Their ids, in the order in which they are numbered. Each joined shortly before the first choice. */
async function enterLearners(tx: Tx, choices: readonly Choice[], next: () => number): Promise<number[]> {
  const firsts = new Map<number, number>()
  for (const { learner, at } of choices)
    firsts.set(learner, Math.min(firsts.get(learner) ?? Infinity, at.getTime()))
  const learners = [...firsts.keys()]
    .toSorted((one, other) => one - other)
    .map((learner) => ({
      ...demoLearner(learner),
      createdAt: new Date((firsts.get(learner) ?? 0) - (5 + next() * 600) * minuteMs),
    }))
  const ids = new Map((await insertPastLearners(tx, learners)).map(({ id, email }) => [email, id]))
  return learners.map(({ email }) => ids.get(email) ?? 0)
}

const settledAfterMs = 2 * minuteMs

async function enterOrders(
  tx: Tx,
  parts: Parts,
  paymentAccountId: number,
  choices: readonly Choice[],
  { learners, offers }: { learners: readonly number[]; offers: ReadonlyMap<number, Offer> },
): Promise<void> {
  const states = { kept: 'paid', granted: 'paid', refunded: 'refunded', abandoned: 'expired' } as const
  const orders = choices
    .filter(({ courseId }) => (offers.get(courseId)?.price ?? 0) > 0)
    .map(({ learner, courseId, at, end }): PastOrder => {
      const settledAt = end === 'abandoned' ? null : new Date(at.getTime() + settledAfterMs)
      const origin = parts.publicUrl ?? parts.ownOrigin()
      const order = { publicId: newPublicId(), buyerId: learners[learner] ?? 0, courseId, paymentAccountId }
      return { ...order, origin, state: states[end], createdAt: at, settledAt }
    })
  const past = new Map(orders.map((order) => [order.publicId, order]))
  const entered = await insertPastOrders(tx, orders)
  await insertPastPayments(
    tx,
    entered.flatMap(({ id, publicId, totalCents }) => {
      const order = past.get(publicId)
      if (!order) return []
      const { state, createdAt, settledAt } = order
      const dueAt = new Date(createdAt.getTime() + pageLifeMs)
      return {
        orderId: id,
        paymentAccountId,
        providerId: randomUUID(),
        state,
        receivedCents: settledAt ? totalCents : null,
        createdAt,
        dueAt,
        paidAt: settledAt,
        readAt: state === 'refunded' ? refundedAt(createdAt) : (settledAt ?? dueAt),
      }
    }),
  )
  await insertPastRefunds(
    tx,
    entered.map(({ id }) => id),
  )
}

const refundedAt = (at: Date) => new Date(at.getTime() + 5 * dayMs)

function placeOf(
  { learner, courseId, at, end }: Choice,
  learners: readonly number[],
  offers: ReadonlyMap<number, Offer>,
): PastEnrolment {
  const isSold = (offers.get(courseId)?.price ?? 0) > 0
  const grantedAt = isSold ? new Date(at.getTime() + settledAfterMs) : at
  return {
    userId: learners[learner] ?? 0,
    courseId,
    source: end === 'granted' ? 'granted' : isSold ? 'purchase' : 'free',
    grantedAt,
    revokedAt: end === 'refunded' ? refundedAt(at) : null,
    lastAccessedAt: grantedAt,
  }
}

/** Stores the places, and as many completed lessons as bring the whole business to its share. */
async function completeLessons(
  tx: Tx,
  now: Date,
  next: () => number,
  { businessId, places }: { businessId: number; places: readonly PastEnrolment[] },
): Promise<void> {
  const present = await readFigures(tx, { kind: 'business', businessId })
  const lessons = await lessonsOf(tx, businessId)
  const held = places.filter(({ revokedAt }) => revokedAt === null)
  const studies = held.map(({ courseId, grantedAt }) => ({
    lessons: lessons.get(courseId)?.length ?? 0,
    startedAt: grantedAt,
  }))
  const all = studies.reduce((sum, study) => sum + study.lessons, present.lessons)
  const missing = Math.round(all * demoFigures.completion) - present.completed
  const done = lessonsDone(studies, missing, now, next)
  const completions = held.flatMap(({ userId, courseId, grantedAt }, study) => {
    const count = done[study] ?? 0
    const spanMs = Math.min(40 * dayMs, (now.getTime() - grantedAt.getTime()) * 0.9)
    return (lessons.get(courseId) ?? []).slice(0, count).map((lesson, place) => ({
      userId,
      resourceId: lesson.id,
      seconds: lesson.seconds,
      at: new Date(grantedAt.getTime() + (spanMs * (place + 1)) / count),
    }))
  })
  const visits = new Map(completions.map(({ userId, resourceId, at }) => [`${userId} ${resourceId}`, at]))
  const lastVisit = ({ userId, courseId, grantedAt }: PastEnrolment) =>
    (lessons.get(courseId) ?? []).reduce((last, { id }) => {
      const at = visits.get(`${userId} ${id}`)
      return at && at > last ? at : last
    }, grantedAt)
  await insertPast(
    tx,
    places.map((place) => ({ ...place, lastAccessedAt: lastVisit(place) })),
  )
  await insertPastCompletions(tx, completions)
}

interface Lesson {
  id: number
  courseId: number
  seconds: number | null
}

/** What progress counts, in the order of the outline: the videos, or everything where there is none. */
async function lessonsOf(tx: Tx, businessId: number): Promise<Map<number, Lesson[]>> {
  const { rows } = await sql<Lesson & { isVideo: boolean }>`
    SELECT r.id, cc.course_id AS "courseId", r.file_type = 'video' AS "isVideo",
           CASE r.file_type WHEN 'video' THEN m.seconds END AS seconds
      FROM courses c JOIN sellers s ON s.id = c.seller_id AND s.business_id = ${businessId}
      JOIN course_contents cc ON cc.course_id = c.id AND cc.is_published
      JOIN course_resources r ON r.content_id = cc.id AND r.is_published
      LEFT JOIN media m ON m.id = r.media_id
     ORDER BY cc.course_id, cc.sort_order, cc.id, r.sort_order, r.id`.execute(tx)
  const byCourse = Map.groupBy(rows, ({ courseId }) => courseId)
  return new Map(
    [...byCourse].map(([courseId, items]) => {
      const videos = items.filter(({ isVideo }) => isVideo)
      return [courseId, videos.length > 0 ? videos : items]
    }),
  )
}
