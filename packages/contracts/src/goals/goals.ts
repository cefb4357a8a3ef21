import * as z from 'zod/mini'
import { anyone, signedIn } from '../access.ts'
import { answerOf, doneAnswer, endpoint } from '../endpoint.ts'
import { limit, token } from '../texts.ts'

const wholeHour = 'must be a whole number from 0 to 23'
const wholeDays = 'must be a whole number from 1 to 7'

export const weekDay = z.object({
  /** yyyy-MM-dd. */
  day: z.string(),
  /** `rest`: the day is over and nothing was learned. `to-come`: today or later, nothing learned yet. */
  state: z.enum(['learned', 'rest', 'to-come']),
  isToday: z.boolean(),
})
export type WeekDay = z.infer<typeof weekDay>

export const learningPlan = z.object({
  /** ISO 8601: Monday is 1. None: no plan. */
  weekdays: z.array(z.int()),
  /** 0 to 23, in `timeZone`. */
  hour: z.int(),
  /** IANA name: the zone of the browser in which the plan was chosen. */
  timeZone: z.string(),
})
export type LearningPlan = z.infer<typeof learningPlan>

export const learningGoal = z.object({
  /** Days of learning in a week, 1 to 7; null: no goal. */
  daysPerWeek: z.nullable(z.int()),
  /** The running week in `timeZone`, Monday to Sunday. */
  week: z.array(weekDay),
  /** IANA name of the zone in which days are counted: that of the achievements. */
  timeZone: z.string(),
  /** When the learner wants to learn. */
  plan: learningPlan,
  /** Mail on the chosen weekdays. `stopped`: by themselves, after three without a visit. */
  reminders: z.enum(['off', 'on', 'stopped']),
  /** The secret address of the plan as a calendar; null before the learner asks for one. */
  calendarUrl: z.nullable(z.string()),
})
export type LearningGoal = z.infer<typeof learningGoal>

export const goalsEndpoints = {
  readLearningGoal: endpoint({
    call: 'GET /learning-goal',
    // The caller's own: no id in the request.
    access: signedIn,
    summary: 'The caller’s own weekly goal and the days of this week',
    answer: answerOf(learningGoal),
  }),
  saveLearningGoal: endpoint({
    call: 'PUT /learning-goal',
    // The caller's own: no id in the request.
    access: signedIn,
    summary: 'Choose on how many days of a week to learn; null ends the goal',
    body: z.object({
      daysPerWeek: z.nullable(z.int(wholeDays).check(z.minimum(1, wholeDays), z.maximum(7, wholeDays))),
    }),
    answer: answerOf(learningGoal),
  }),
  saveLearningPlan: endpoint({
    call: 'PUT /learning-goal/plan',
    // The caller's own: no id in the request.
    access: signedIn,
    summary: 'Choose the weekdays and the hour of learning; no weekday ends the plan',
    body: z.object({
      weekdays: z
        .array(z.int(wholeDays).check(z.minimum(1, wholeDays), z.maximum(7, wholeDays)))
        .check(limit(7)),
      hour: z.int(wholeHour).check(z.minimum(0, wholeHour), z.maximum(23, wholeHour)),
      timeZone: token(64),
      /** By mail, at these times. */
      reminds: z.boolean(),
    }),
    answer: answerOf(learningGoal),
  }),
  replaceCalendarLink: endpoint({
    call: 'POST /learning-goal/calendar',
    // The caller's own: no id in the request.
    access: signedIn,
    summary: 'Give the caller’s plan a new calendar address; the earlier one ends',
    answer: answerOf(learningGoal),
  }),
  stopReminders: endpoint({
    call: 'POST /reminder-stops/:token',
    // Proven by the signature in the mailed address. A mail program sends the form of RFC 8058.
    access: anyone,
    accepts: 'raw',
    summary: 'End the reminders by mail, for whoever holds the link of one',
    params: z.object({ token: token(100) }),
    answer: doneAnswer,
    refusals: ['NOT_FOUND'],
  }),
  readCalendar: endpoint({
    call: 'GET /calendar/:file',
    // Proven by the signature in the address.
    access: anyone,
    summary: 'A learning plan as iCalendar (RFC 5545), for whoever holds its address, `{token}.ics`',
    params: z.object({ file: token(100) }),
    gives: 'calendar',
    answer: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND'],
  }),
} as const
