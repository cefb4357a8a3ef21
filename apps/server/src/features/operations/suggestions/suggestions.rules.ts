/** Decides which facts are worth a suggestion, and which suggestions come first. All functions are pure. */
import { mostSuggestions, suggestionDays, type Suggestion } from '@apogee/contracts/operations/suggestions.ts'

/** Fewer learners could identify a person, and chance would decide. */
export const leastLearners = 5
const leastMissedPercent = 60
const leastCarts = 20
/** At most this share of the visitors with the course in the cart has paid. */
const mostPaidShare = 0.25
const leastRatingTenths = 45
const dayMs = 24 * 3_600_000

interface CourseName {
  courseId: number
  courseTitle: string
}

export interface LessonFall {
  id: number
  title: string
  stopped: number
  isSteep: boolean
}

/** Returns the lesson at which the most learners stopped, if it loses unusually many. */
export function stoppedAt(course: CourseName, lessons: readonly LessonFall[]): Suggestion[] {
  const [worst] = lessons
    .filter(({ isSteep, stopped }) => isSteep && stopped >= leastLearners)
    .toSorted((one, other) => other.stopped - one.stopped)
  if (!worst) return []
  const { courseId, courseTitle } = course
  return [
    {
      kind: 'stopped',
      courseId,
      courseTitle,
      lessonId: worst.id,
      lessonTitle: worst.title,
      learners: worst.stopped,
    },
  ]
}

interface Missed {
  resourceId: number
  quiz: string
  question: string
  asked: number
  missedPercent: number
}

/** Returns the question that is missed most, if most of those who were asked missed it. */
export function missedIn(course: CourseName, questions: readonly Missed[]): Suggestion[] {
  const found = questions.find(
    ({ asked, missedPercent }) => asked >= leastLearners && missedPercent >= leastMissedPercent,
  )
  if (!found) return []
  const { courseId, courseTitle } = course
  const { resourceId, quiz, question, missedPercent } = found
  return [{ kind: 'missedQuestion', courseId, courseTitle, resourceId, quiz, question, missedPercent }]
}

export interface CourseMonth extends CourseName {
  isPaid: boolean
  ratingTenths: number
  createdAt: Date
  visitors: number
  carts: number
  orders: number
  hasNewLearner: boolean
}

/** Returns what the visits of the last `suggestionDays` suggest. Only sellers are told about carts and sales. */
export function fromVisits(
  courses: readonly CourseMonth[],
  { now, sells }: { now: Date; sells: boolean },
): Suggestion[] {
  const before = new Date(now.getTime() - suggestionDays * dayMs)
  const settled = courses.filter(({ createdAt }) => createdAt < before)
  const isUnseen = ({ visitors, orders, hasNewLearner }: CourseMonth) =>
    visitors === 0 && orders === 0 && !hasNewLearner
  if (settled.length > 0 && courses.every(isUnseen)) return [{ kind: 'unvisited' }]
  if (!sells) return []
  const carts = courses
    .filter(({ isPaid, carts: put, orders }) => isPaid && put >= leastCarts && orders <= put * mostPaidShare)
    .toSorted((one, other) => other.carts - other.orders - (one.carts - one.orders))
    .map(({ courseId, courseTitle, carts: put, orders }): Suggestion => ({
      kind: 'abandonedCarts',
      courseId,
      courseTitle,
      carts: put,
      orders,
    }))
  const unsold = settled
    .filter(
      ({ isPaid, ratingTenths, hasNewLearner }) =>
        isPaid && ratingTenths >= leastRatingTenths && !hasNewLearner,
    )
    .toSorted((one, other) => other.ratingTenths - one.ratingTenths)
    .map(({ courseId, courseTitle, ratingTenths }): Suggestion => ({
      kind: 'unsold',
      courseId,
      courseTitle,
      ratingTenths,
    }))
  return [...carts.slice(0, 1), ...unsold.slice(0, 1)]
}

const worth: Record<Suggestion['kind'], number> = {
  stopped: 0,
  abandonedCarts: 1,
  unsold: 2,
  missedQuestion: 3,
  unvisited: 4,
}

/** Returns the suggestions to show: the most valuable first, and one of each kind before a second of any kind. */
export function chosen(all: readonly Suggestion[]): Suggestion[] {
  const ranked = all.toSorted(
    (one, other) => worth[one.kind] - worth[other.kind] || reach(other) - reach(one),
  )
  const seen = new Map<Suggestion['kind'], number>()
  return ranked
    .map((one) => {
      const turn = seen.get(one.kind) ?? 0
      seen.set(one.kind, turn + 1)
      return { one, turn }
    })
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, mostSuggestions)
    .map(({ one }) => one)
}

const reach = (one: Suggestion): number =>
  one.kind === 'stopped' ? one.learners : one.kind === 'missedQuestion' ? one.missedPercent : 0
