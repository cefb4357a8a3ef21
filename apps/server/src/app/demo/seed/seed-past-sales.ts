/**
 * Seeds half a year of learners, orders, enrolments and completed lessons of one business, so that its revenue and its completion
 * rate match past-sales.json. Rows of other steps count towards these figures, so this step runs after all steps that enrol, sell
 * or complete.
 */
import { insertPastLearners } from '#server/features/accounts/accounts.store.ts'
import { insertPast, type PastEnrolment } from '#server/features/enrolments/enrolments.store.ts'
import { insertPastCompletions, type PastCompletion } from '#server/features/learning/learning.store.ts'
import { pastRevenueOf } from '#server/features/sales/model/orders.store.ts'
import { readFigures } from '#server/features/operations/insights/insights.store.ts'
import type { DemoSchool } from '../load-demo-school.ts'
import { paymentPageMs, refundedAt, seedOrders, type PastSale } from './past-orders.ts'
import {
  assignMoments,
  completedLessons,
  learnerAt,
  momentsIn,
  salesAddingUpTo,
  seededRandom,
} from './past-sales.rules.ts'
import { dayMs, daysBefore, type SeededCourse, type SeededResource, type Seeding } from './seeding.ts'

const minuteMs = 60_000
const settledAfterMs = 2 * minuteMs
/** With this share of new learners, each learner has slightly more than two courses. */
const newLearnerShare = 0.48
/** One additional sale in this many was refunded, and one more was never paid. */
const refundEvery = 70
const abandonEvery = 32

/**
 * Records that a learner got a course. `learner` is a position in the list of learners. Free courses are 'paid' without an order.
 */
interface Choice {
  learner: number
  course: SeededCourse
  at: Date
  state: PastSale['state'] | 'granted'
}

/** Does nothing when the business cannot be paid. */
export async function seedPastSales(seeding: Seeding): Promise<void> {
  const { tx, services, school, sellerIds, businessIds } = seeding
  const { seller, revenueCents, completion } = school.pastSales
  const paymentAccountId = await services.businesses.payeeFor(tx, [sellerIds.of(seller)])
  if (paymentAccountId === null) return
  const random = seededRandom(4_260_078)
  const present = await readFigures(tx, { kind: 'business', businessId: businessIds.of(seller) })
  const choices = chooseCourses(
    seeding,
    random,
    revenueCents - (await pastRevenueOf(tx, sellerIds.of(seller))),
  )
  const userIds = await seedLearners(seeding, choices, random)
  await seedOrders(seeding, salesOf(choices, userIds, paymentAccountId))
  const enrolments = choices
    .filter(({ state }) => state !== 'expired')
    .map((choice) => ({
      ...enrolmentOf(choice, userIds),
      lessons: lessonsOf(choice.course),
      quizzes: requiredQuizzes(school, choice.course),
    }))
  await seedEnrolmentsAndCompletions(seeding, random, enrolments, (lessons) =>
    Math.round((present.lessons + lessons) * completion - present.completed),
  )
}

/**
 * Returns choices of courses, oldest first. Sales among them add up to the missing revenue; free and granted courses are in
 * between.
 */
function chooseCourses(seeding: Seeding, random: () => number, missingCents: number): Choice[] {
  const { school, courses, now } = seeding
  const { paid, free, granted, months } = school.pastSales
  const offerOf = ({ course: key, count }: DemoSchool['pastSales']['paid'][number]) => {
    const course = courses.of(key)
    return { course, id: course.id, count, createdAt: daysBefore(now, course.createdDaysAgo) }
  }
  const sold = salesAddingUpTo(
    missingCents,
    paid.map(offerOf).map(({ course, id, count }) => ({ id, price: course.priceCents, demand: count })),
  )
  const wanted = [
    ...paid.map(offerOf).map((offer) => ({ ...offer, count: sold.get(offer.id) ?? 0, isGranted: false })),
    ...free.map(offerOf).map((offer) => ({ ...offer, isGranted: false })),
    ...granted.map(offerOf).map((offer) => ({ ...offer, isGranted: true })),
  ]
  const total = wanted.reduce((sum, { count }) => sum + count, 0)
  const moments = assignMoments(momentsIn(now, total, months, random), wanted, random)
  const learners = new LearnerPool(random)
  return moments.flatMap(({ at, chosen: { course, isGranted } }, index): Choice[] => {
    if (isGranted) return [{ learner: learners.addUnavailable(), course, at, state: 'granted' }]
    const paidChoice: Choice = { learner: learners.buyerOf(course.id), course, at, state: 'paid' }
    if (course.priceCents === 0) return [paidChoice]
    const more: Choice[] = []
    if (index % refundEvery === refundEvery - 1 && now.getTime() - at.getTime() > 8 * dayMs) {
      const learner = learners.buyerOf(course.id)
      more.push({ learner, course, at: new Date(at.getTime() + 3 * minuteMs), state: 'refunded' })
    }
    if (index % abandonEvery === 0)
      more.push({ ...paidChoice, at: new Date(at.getTime() - 2 * paymentPageMs), state: 'expired' })
    return [paidChoice, ...more]
  })
}

/** Assigns each course to a new or earlier learner who does not have it. */
class LearnerPool {
  /** Contains, by learner, the ids of the learner's courses. Null means that the learner takes no further courses. */
  readonly #owned: (Set<number> | null)[] = []
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  addUnavailable(): number {
    return this.#owned.push(null) - 1
  }

  buyerOf(courseId: number): number {
    const candidates = [...this.#owned.entries()].filter(([, owned]) => owned && !owned.has(courseId))
    const [learner, owned] = candidates[Math.floor(this.#random() * candidates.length)] ?? []
    if (learner === undefined || this.#random() < newLearnerShare)
      return this.#owned.push(new Set([courseId])) - 1
    owned?.add(courseId)
    return learner
  }
}

/**
 * Creates the learners and returns their ids in the order of their positions. Each learner joined shortly before the first choice.
 */
async function seedLearners(
  { tx, school }: Seeding,
  choices: readonly Choice[],
  random: () => number,
): Promise<number[]> {
  const byLearner = Map.groupBy(choices, ({ learner }) => learner)
  const learners = Array.from({ length: byLearner.size }, (_, index) => {
    const first = Math.min(...(byLearner.get(index) ?? []).map(({ at }) => at.getTime()))
    const createdAt = new Date(first - (5 + random() * 600) * minuteMs)
    return { ...learnerAt(school.learners, index), createdAt }
  })
  const stored = await insertPastLearners(tx, learners)
  const ids = new Map(stored.map(({ id, email }) => [email, id]))
  return learners.map(({ email }) => ids.get(email) ?? 0)
}

const settledAtOf = (at: Date): Date => new Date(at.getTime() + settledAfterMs)

function salesOf(
  choices: readonly Choice[],
  userIds: readonly number[],
  paymentAccountId: number,
): PastSale[] {
  return choices.flatMap(({ learner, course, at, state }) => {
    if (course.priceCents === 0 || state === 'granted') return []
    const settledAt = state === 'expired' ? null : settledAtOf(at)
    const sale = { buyerId: userIds[learner] ?? 0, courseId: course.id, paymentAccountId }
    return { ...sale, state, createdAt: at, settledAt }
  })
}

function enrolmentOf({ learner, course, at, state }: Choice, userIds: readonly number[]) {
  const isFree = course.priceCents === 0
  return {
    userId: userIds[learner] ?? 0,
    courseId: course.id,
    source: state === 'granted' ? ('granted' as const) : isFree ? ('free' as const) : ('purchase' as const),
    grantedAt: isFree ? at : settledAtOf(at),
    revokedAt: state === 'refunded' ? refundedAt(at) : null,
  }
}

/**
 * Returns the resources that count as progress, in order: published videos, or all published resources if the course has no video.
 */
function lessonsOf({ outline, resources }: SeededCourse): SeededResource[] {
  const published = outline.filter(({ isPublished }) => isPublished).flatMap((module) => module.resources)
  const videos = published.filter(({ fileType }) => fileType === 'video')
  return (videos.length > 0 ? videos : published).map(({ key }) => resources.of(key))
}

/** Returns how many quizzes count as progress: those with a pass mark, or all quizzes if the course has no video. */
function requiredQuizzes({ assessments }: DemoSchool, { key, outline }: SeededCourse): number {
  const hasVideo = outline.some(
    ({ isPublished, resources }) => isPublished && resources.some(({ fileType }) => fileType === 'video'),
  )
  return assessments.filter(
    ({ course, quiz }) => course === key && (quiz.passPercentage !== undefined || !hasVideo),
  ).length
}

/** Learners of past sales complete lessons only. They make no attempts, so they pass no quiz. */
type Study = Omit<PastEnrolment, 'lastAccessedAt'> & { lessons: SeededResource[]; quizzes: number }

/**
 * `completedOf` receives how many lessons and required quizzes all learners have, and returns how many of them the learners have
 * completed.
 */
async function seedEnrolmentsAndCompletions(
  { tx, now }: Seeding,
  random: () => number,
  studies: readonly Study[],
  completedOf: (lessons: number) => number,
): Promise<void> {
  const active = studies.filter(({ revokedAt }) => revokedAt === null)
  const lessons = active.map((study) => ({ lessons: study.lessons.length, startedAt: study.grantedAt }))
  const all = active.reduce((sum, study) => sum + study.lessons.length + study.quizzes, 0)
  const counts = completedLessons(lessons, completedOf(all), now, random)
  const completions = new Map(
    active.map((study, index) => [study, completionsOf(study, counts[index] ?? 0, now)]),
  )
  await insertPast(
    tx,
    studies.map((study) => {
      const { userId, courseId, source, grantedAt, revokedAt } = study
      const lastAccessedAt = completions.get(study)?.at(-1)?.at ?? grantedAt
      return { userId, courseId, source, grantedAt, revokedAt, lastAccessedAt }
    }),
  )
  await insertPastCompletions(tx, [...completions.values()].flat())
}

/** Returns completions of the first `count` lessons, spread over at most 40 days after the enrolment. */
function completionsOf({ userId, grantedAt, lessons }: Study, count: number, now: Date): PastCompletion[] {
  const spanMs = Math.min(40 * dayMs, (now.getTime() - grantedAt.getTime()) * 0.9)
  return lessons.slice(0, count).map(({ id, seconds }, index) => ({
    userId,
    resourceId: id,
    seconds,
    at: new Date(grantedAt.getTime() + (spanMs * (index + 1)) / count),
  }))
}
