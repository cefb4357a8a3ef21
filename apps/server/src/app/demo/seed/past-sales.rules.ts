/** Plans half a year of sales that match given figures to the sen. The functions are pure and deterministic. */
import { startOfMonthBefore } from '@apogee/domain/time/malaysia-months.ts'
import { hourInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { DemoSchool } from '../load-demo-school.ts'

const hourMs = 3_600_000
/** This margin covers the minutes that a payment takes, so that the latest payment has ended by the current time. */
const paymentMs = 600_000

/** Returns pseudo-random numbers from 0 to 1, the same on each run (mulberry32). */
export function seededRandom(seed: number): () => number {
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
  /** The price is in sen. */
  price: number
  /** Demand is relative to that of the other offers. */
  demand: number
}

/**
 * Returns how often each offer was sold, by id, so that the prices add up to exactly `target` sen. Demand determines 94 % of the
 * sum, and as few sales as possible make up the rest. Throws when the prices cannot add up to the sum.
 */
export function salesAddingUpTo(target: number, offers: readonly Offer[]): Map<number, number> {
  const demanded = offers.reduce((sum, { price, demand }) => sum + price * demand, 0)
  const share = (target * 0.94) / demanded
  const counts = new Map(offers.map(({ id, demand }) => [id, Math.floor(demand * share)]))
  const rest = offers.reduce((left, { id, price }) => left - price * (counts.get(id) ?? 0), target)
  for (const id of fewestCoins(rest, offers)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Returns the ids of the fewest offers whose prices add up to `sum` sen, in whole ringgit. */
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

/**
 * Returns `count` moments in the months up to `now`, oldest first and rarely at night. `months` contains the weights of the months,
 * oldest first.
 */
export function momentsIn(now: Date, count: number, months: readonly number[], random: () => number): Date[] {
  const end = now.getTime() - paymentMs
  const spans = months.map((weight, index) => {
    const back = months.length - 1 - index
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
      moments.push(daytime(from + random() * (to - from), from))
    }
  }
  return moments.toSorted((one, other) => one - other).map((time) => new Date(time))
}

/** Moves a moment between midnight and seven to the evening before, unless that is in another month. */
function daytime(time: number, from: number): number {
  return hourInMalaysia(new Date(time)) < 7 && time - 8 * hourMs >= from ? time - 8 * hourMs : time
}

/**
 * Assigns `count` moments to each wanted entry. Each moment is used once and is not before the entry was created. The newest
 * entries take their moments first, because only the latest moments suit them. Throws when there are too few moments.
 */
export function assignMoments<Wanted extends { createdAt: Date; count: number }>(
  moments: readonly Date[],
  wanted: readonly Wanted[],
  random: () => number,
): { at: Date; chosen: Wanted }[] {
  const free = [...moments]
  const choices: { at: Date; chosen: Wanted }[] = []
  const newestFirst = wanted.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  for (const chosen of newestFirst) {
    for (let times = 0; times < chosen.count; times += 1) {
      const first = free.findIndex((at) => at > chosen.createdAt)
      if (first === -1) throw new Error('the demo school has more sales than moments for them')
      const [at] = free.splice(first + Math.floor(random() * (free.length - first)), 1)
      if (at) choices.push({ at, chosen })
    }
  }
  return choices.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

export interface Study {
  lessons: number
  startedAt: Date
}

/**
 * Returns for each enrolment how many lessons were completed, `completed` in total. Older enrolments have completed more; the rest
 * is random.
 */
export function completedLessons(
  studies: readonly Study[],
  completed: number,
  now: Date,
  random: () => number,
): number[] {
  const steps = studies.flatMap(({ lessons, startedAt }, study) => {
    const days = (now.getTime() - startedAt.getTime()) / (24 * hourMs)
    const pace = random() * 0.9 + Math.min(1, days / 45) * 0.6
    return Array.from({ length: lessons }, (_, lesson) => ({ study, effort: (lesson + 1) / lessons - pace }))
  })
  const done = studies.map(() => 0)
  const easiest = steps.toSorted((one, other) => one.effort - other.effort).slice(0, Math.max(0, completed))
  for (const { study } of easiest) done[study] = (done[study] ?? 0) + 1
  return done
}

/**
 * Returns the name and address of the learner at this position, counted from 0. The lists of names have different lengths, so names
 * repeat late.
 */
export function learnerAt(
  { domain, names, kinds }: DemoSchool['learners'],
  index: number,
): { name: string; email: string } {
  const kind = kinds[index % kinds.length]
  if (!kind) throw new Error('learners.json has no kinds of names')
  const [first, second] = kind.lists.map((key, side) => {
    const list = names[key] ?? []
    return list[(Math.floor(index / kinds.length) + (kind.from?.[side] ?? 0)) % list.length] ?? ''
  })
  const name = `${first}${kind.between}${second}`
  const address = name
    .toLowerCase()
    .replace(/ (?:bin|binti|anak) /, ' ')
    .replaceAll(' ', '.')
  return { name, email: `${address}@${domain}` }
}
