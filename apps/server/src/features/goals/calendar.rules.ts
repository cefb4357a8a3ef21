/** Builds a learner's plan as an iCalendar feed (RFC 5545). All functions are pure. */
import { dayAfter, dayAt, offsetAt, wallClockAt, weekdayOf } from '#server/platform/zoned-time.ts'

export interface Plan {
  /** ISO weekdays: Monday is 1 and Sunday is 7. */
  weekdays: readonly number[]
  /** The hour of the day, from 0 to 23. */
  hour: number
  /** The IANA name of the learner's time zone. */
  timeZone: string
}

export interface CalendarSession {
  id: number
  title: string
  courseTitle: string
  startsAt: Date
  minutes: number
  changedAt: Date
  /** The address of the course page. Learners find the link to the meeting there. */
  url: string
}

export interface CalendarFacts {
  /** The live sessions that the feed contains besides the plan. */
  sessions: readonly CalendarSession[]
  uid: string
  plan: Plan
  plannedAt: Date
  name: string
  summary: string
  description: string
  /** The address where the learner continues. */
  url: string
}

const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const longestLine = 75
const lengthOfEvent = 'PT30M'
const dayMs = 86_400_000
/** Six years of changes show whether a zone changes by a yearly rule. */
const zoneForDays = 6 * 366

/** Escapes text for a property of the iCalendar type TEXT. */
const textValue = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (found) => `\\${found}`)
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')

/** Folds lines at 75 octets. A continued line starts with a space. No character is split. */
export function folded(line: string): string {
  const lines: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > longestLine) {
      lines.push(part)
      part = ' '
    }
    part += character
  }
  return [...lines, part].join('\r\n')
}

const basic = (dateTime: string): string => dateTime.replaceAll(/[-:]/g, '')
const utc = (at: Date): string => `${basic(at.toISOString().slice(0, 19))}Z`

/** Formats an offset such as `+0800`. */
function offsetText(ms: number): string {
  const minutes = Math.abs(Math.round(ms / 60_000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

/** Returns the instants after `from` at which the zone's offset changes, to the second. */
function changesOf(timeZone: string, from: Date): Date[] {
  const changes: Date[] = []
  const weekMs = 7 * dayMs
  const end = from.getTime() + zoneForDays * dayMs
  for (let start = from.getTime(); start < end; start += weekMs) {
    let [before, after] = [start, start + weekMs]
    const offset = offsetAt(new Date(before), timeZone)
    if (offset === offsetAt(new Date(after), timeZone)) continue
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000
      if (offsetAt(new Date(middle), timeZone) === offset) before = middle
      else after = middle
    }
    changes.push(new Date(after))
  }
  return changes
}

interface Change {
  /** The local time at which the change happens, by the offset before the change. */
  wallClock: string
  before: number
  after: number
}

const weeksInto = ({ wallClock }: Change): number => Math.ceil(Number(wallClock.slice(8, 10)) / 7)
const isInLastWeek = ({ wallClock }: Change): boolean =>
  dayAfter(wallClock.slice(0, 10), 7).slice(0, 7) !== wallClock.slice(0, 7)

/**
 * Returns the rule of changes that recur every year, such as on the last Sunday of March. A rule describes the zone without an end.
 * Null means that the changes follow no such rule and are listed one by one.
 */
function yearlyRule(changes: readonly Change[]): string | null {
  const [first] = changes
  if (!first) return null
  const day = weekdayCodes[weekdayOf(first.wallClock.slice(0, 10)) - 1]
  const isRegular = changes.every(
    ({ wallClock }, index) =>
      Number(wallClock.slice(0, 4)) === Number(first.wallClock.slice(0, 4)) + index &&
      weekdayOf(wallClock.slice(0, 10)) === weekdayOf(first.wallClock.slice(0, 10)),
  )
  const nth = changes.every(isInLastWeek) ? -1 : weeksInto(first)
  if (!isRegular || (nth > 0 && !changes.every((change) => weeksInto(change) === nth))) return null
  return `RRULE:FREQ=YEARLY;BYMONTH=${Number(first.wallClock.slice(5, 7))};BYDAY=${nth}${day}`
}

function observance(kind: string, { wallClock, before, after }: Change, rule: string | null): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${basic(wallClock)}`,
    ...(rule === null ? [] : [rule]),
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    `END:${kind}`,
  ]
}

/** Describes the offset on the first day and the later changes of the time zone, by yearly rules or else one by one. */
function zoneLines(timeZone: string, from: Date): string[] {
  const first = offsetAt(from, timeZone)
  let before = first
  const changes = changesOf(timeZone, from).map((at): Change => {
    const after = offsetAt(at, timeZone)
    const change = { wallClock: new Date(at.getTime() + before).toISOString().slice(0, 19), before, after }
    before = after
    return change
  })
  // Groups changes that have the same month, time of day and offsets, such as every start of summer time.
  const kinds = Map.groupBy(changes, ({ wallClock, before: earlier, after }) =>
    [wallClock.slice(5, 7), wallClock.slice(11), earlier, after].join(' '),
  )
  const rules = [...kinds.values()].map((of) => ({ of, rule: yearlyRule(of) }))
  const hasRules = rules.length === 2 && rules.every(({ rule }) => rule !== null)
  const later = hasRules
    ? rules.flatMap(({ of: [earliest], rule }) => (earliest ? [{ change: earliest, rule }] : []))
    : changes.map((change) => ({ change, rule: null }))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observance(
      'STANDARD',
      { wallClock: `${dayAt(from, timeZone)}T00:00:00`, before: first, after: first },
      null,
    ),
    ...later.flatMap(({ change, rule }) =>
      observance(change.after > change.before ? 'DAYLIGHT' : 'STANDARD', change, rule),
    ),
    'END:VTIMEZONE',
  ]
}

function eventLines({ uid, plan, plannedAt, ...words }: CalendarFacts): string[] {
  const chosen = plan.weekdays.toSorted((one, other) => one - other)
  if (chosen.length === 0) return []
  const plannedOn = dayAt(plannedAt, plan.timeZone)
  const days = weekdayCodes.map((_, index) => dayAfter(plannedOn, index))
  const firstDay = days.find((day) => chosen.includes(weekdayOf(day))) ?? plannedOn
  const start = basic(`${firstDay}T${String(plan.hour).padStart(2, '0')}:00:00`)
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(plannedAt)}`,
    `LAST-MODIFIED:${utc(plannedAt)}`,
    `DTSTART;TZID=${plan.timeZone}:${start}`,
    `DURATION:${lengthOfEvent}`,
    `RRULE:FREQ=WEEKLY;BYDAY=${chosen.map((weekday) => weekdayCodes[weekday - 1]).join(',')};WKST=MO`,
    `SUMMARY:${textValue(words.summary)}`,
    `DESCRIPTION:${textValue(words.description)}`,
    `URL:${words.url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const sessionLines = (session: CalendarSession): string[] => [
  'BEGIN:VEVENT',
  `UID:live-session-${session.id}@apogee`,
  `DTSTAMP:${utc(session.changedAt)}`,
  `LAST-MODIFIED:${utc(session.changedAt)}`,
  `DTSTART:${utc(session.startsAt)}`,
  `DURATION:PT${session.minutes}M`,
  `SUMMARY:${textValue(session.title)}`,
  `DESCRIPTION:${textValue(session.courseTitle)}`,
  `URL:${session.url}`,
  'END:VEVENT',
]

/** Returns the whole feed: the zone, one recurring event unless no weekday is chosen, and live sessions. */
export function calendarFeed(facts: CalendarFacts): string {
  const { plan, plannedAt, name } = facts
  // The zone starts at midnight of the first day, so that it is defined at the first event.
  const from = new Date(
    new Date(`${wallClockAt(plannedAt, plan.timeZone).slice(0, 10)}T00:00:00Z`).getTime() -
      offsetAt(plannedAt, plan.timeZone),
  )
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Apogee//Learning plan//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${textValue(name)}`,
    `X-WR-CALNAME:${textValue(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...zoneLines(plan.timeZone, from),
    ...eventLines(facts),
    ...facts.sessions.flatMap(sessionLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}
