/** Plans half a year of sales that end at given figures, to the sen. Pure: the same input gives the same past. */
import { hourInMalaysia, startOfMonthBefore } from '@apogee/domain/malaysia-time.ts'

const hourMs = 3_600_000
/** Whoever buys needs some minutes at the payment page, and has left it by now. */
const leftOutMs = 600_000

/** Numbers from 0 to 1 that are the same on each run (mulberry32). */
export function evenNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Offer {
  id: number
  /** Sen. */
  price: number
  /** How much it is wanted, in proportion to the others. */
  demand: number
  createdAt: Date
}

/**
 * How often each offer is sold so that the prices add up to exactly `target` sen: by demand for the most part, and what
 * is left with as few sales as possible. Throws when the prices cannot make the sum.
 */
export function salesWorth(target: number, offers: readonly Offer[]): Map<number, number> {
  const demanded = offers.reduce((sum, { price, demand }) => sum + price * demand, 0)
  const share = (target * 0.94) / demanded
  const counts = new Map(offers.map(({ id, demand }) => [id, Math.floor(demand * share)]))
  const rest = offers.reduce((left, { id, price }) => left - price * (counts.get(id) ?? 0), target)
  for (const id of fewestCoins(rest, offers)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** The fewest offers that cost `sum` together, in whole ringgit. */
function fewestCoins(sum: number, offers: readonly Offer[]): number[] {
  const coins = offers.map(({ id, price }) => ({ id, ringgit: price / 100 }))
  const target = sum / 100
  const fewest: ({ count: number; last: (typeof coins)[number] | null } | undefined)[] = [
    { count: 0, last: null },
  ]
  for (let ringgit = 1; ringgit <= target; ringgit += 1) {
    for (const coin of coins) {
      const before = fewest[ringgit - coin.ringgit]
      const known = fewest[ringgit]
      if (before && (!known || before.count + 1 < known.count))
        fewest[ringgit] = { count: before.count + 1, last: coin }
    }
  }
  const chosen: number[] = []
  let left = target
  for (let step = fewest[left]; step?.last; step = fewest[left]) {
    chosen.push(step.last.id)
    left -= step.last.ringgit
  }
  if (left !== 0) throw new Error(`the demo school's prices cannot make ${sum} sen`)
  return chosen
}

/** `count` moments in the months up to `now`, oldest first, at hours at which people are awake; the last minutes are left out. */
export function momentsIn(now: Date, count: number, months: readonly number[], next: () => number): Date[] {
  const end = now.getTime() - leftOutMs
  const spans = months.map((weight, place) => {
    const back = months.length - 1 - place
    const from = startOfMonthBefore(now, back).getTime()
    const whole = startOfMonthBefore(now, back - 1).getTime()
    const to = Math.max(from, Math.min(whole, end))
    return { from, to, weight: (weight * (to - from)) / (whole - from) }
  })
  const total = spans.reduce((sum, { weight }) => sum + weight, 0)
  const moments: number[] = []
  let reached = 0
  for (const { from, to, weight } of spans) {
    reached += weight
    while (moments.length < Math.round((count * reached) / total)) {
      moments.push(awake(from + next() * (to - from), from))
    }
  }
  return moments.toSorted((one, other) => one - other).map((time) => new Date(time))
}

/** Not between midnight and seven: then it was the evening before, unless that is another month. */
function awake(time: number, from: number): number {
  return hourInMalaysia(new Date(time)) < 7 && time - 8 * hourMs >= from ? time - 8 * hourMs : time
}

/**
 * Which of these is chosen at which moment: each moment once, none before its course was there. The newest courses
 * choose first, since few moments are left to them.
 */
export function chooseMoments<Wanted extends { createdAt: Date; count: number }>(
  moments: readonly Date[],
  wanted: readonly Wanted[],
  next: () => number,
): { at: Date; chosen: Wanted }[] {
  const free = [...moments]
  const choices: { at: Date; chosen: Wanted }[] = []
  const newestFirst = wanted.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  for (const chosen of newestFirst) {
    for (let times = 0; times < chosen.count; times += 1) {
      const first = free.findIndex((at) => at > chosen.createdAt)
      if (first === -1) throw new Error('the demo school has more sales than moments for them')
      const [at] = free.splice(first + Math.floor(next() * (free.length - first)), 1)
      if (at) choices.push({ at, chosen })
    }
  }
  return choices.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

export interface Study {
  /** Lessons of the course. */
  lessons: number
  startedAt: Date
}

/**
 * How many lessons each of these has completed, `completed` in all: from the first lesson on, more by those who are at
 * it longer and by the diligent.
 */
export function lessonsDone(
  studies: readonly Study[],
  completed: number,
  now: Date,
  next: () => number,
): number[] {
  const steps = studies.flatMap(({ lessons, startedAt }, study) => {
    const days = (now.getTime() - startedAt.getTime()) / (24 * hourMs)
    const pace = next() * 0.9 + Math.min(1, days / 45) * 0.6
    return Array.from({ length: lessons }, (_, lesson) => ({ study, effort: (lesson + 1) / lessons - pace }))
  })
  const done = studies.map(() => 0)
  const easiest = steps.toSorted((one, other) => one.effort - other.effort).slice(0, Math.max(0, completed))
  for (const { study } of easiest) done[study] = (done[study] ?? 0) + 1
  return done
}
