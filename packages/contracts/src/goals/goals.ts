import * as z from 'zod/mini'
import { anyone, signedIn } from '../access.ts'
import { answerOf, doneAnswer, endpoint, instant } from '../endpoint.ts'
import { limit, token } from '../texts.ts'

const wholeHour = 'must be a whole number from 0 to 23'
const wholeDays = 'must be a whole number from 1 to 7'

export const weekDay = z.object({
  /** The format is yyyy-MM-dd. */
  day: z.string(),
  /**
   * `rest` is the missed day that the day streak forgives, `missed` is another one, and `before` is a day before the registration.
   * `to-come` means today or a later day, without learning so far.
   */
  state: z.enum(['learned', 'rest', 'missed', 'before', 'to-come']),
  isToday: z.boolean(),
})
export type WeekDay = z.infer<typeof weekDay>

export const learningPlan = z.object({
  /** Holds weekdays by ISO 8601: Monday is 1. An empty list means no plan. */
  weekdays: z.array(z.int()),
  /** The value is 0 to 23, in `timeZone`. */
  hour: z.int(),
  /** Holds the IANA name of the time zone that the browser had when the plan was chosen. */
  timeZone: z.string(),
})
export type LearningPlan = z.infer<typeof learningPlan>

/** A live session of one of the caller's courses that is under way or begins within a day. */
export const comingSession = z.object({
  id: z.int(),
  courseId: z.int(),
  courseTitle: z.string(),
  title: z.string(),
  startsAt: instant,
  minutes: z.int(),
})
export type ComingSession = z.infer<typeof comingSession>

export const learningGoal = z.object({
  /** The goal is 1 to 7 days of learning in a week. Null means no goal. */
  daysPerWeek: z.nullable(z.int()),
  /** Holds the current week in `timeZone`, Monday to Sunday. */
  week: z.array(weekDay),
  /** Holds the IANA name of the time zone in which days are counted, for goals and for achievements. */
  timeZone: z.string(),
  plan: learningPlan,
  /** Mails go out on the chosen weekdays. `stopped` means that they ended automatically after three without a visit. */
  reminders: z.enum(['off', 'on', 'stopped']),
  /** Serves the plan as a calendar, at a secret address. It is null before the learner requests one. */
  calendarUrl: z.nullable(z.string()),
  /** Holds at most ten sessions, the first to begin first. */
  sessions: z.array(comingSession),
})
export type LearningGoal = z.infer<typeof learningGoal>

export const goalsEndpoints = {
  readLearningGoal: endpoint({
    call: 'GET /learning-goal',
    // The call affects only the caller's own data: the request has no id.
    access: signedIn,
    summary:
      'The caller’s own weekly goal, the days of this week, and the live sessions of the next 24 hours',
    answer: answerOf(learningGoal),
  }),
  saveLearningGoal: endpoint({
    call: 'PUT /learning-goal',
    lastWins: 'one person’s own choice of eight; the newest is the answer',
    bound: 'ownRow',
    // The call affects only the caller's own data: the request has no id.
    access: signedIn,
    summary: 'Choose on how many days of a week to learn; null ends the goal',
    body: z.object({
      daysPerWeek: z.nullable(z.int(wholeDays).check(z.minimum(1, wholeDays), z.maximum(7, wholeDays))),
    }),
    answer: answerOf(learningGoal),
  }),
  saveLearningPlan: endpoint({
    call: 'PUT /learning-goal/plan',
    lastWins: 'one person’s own choice, sent whole; the newest is the answer',
    bound: 'ownRow',
    // The call affects only the caller's own data: the request has no id.
    access: signedIn,
    summary: 'Choose the weekdays and the hour of learning; no weekday ends the plan',
    body: z.object({
      weekdays: z
        .array(z.int(wholeDays).check(z.minimum(1, wholeDays), z.maximum(7, wholeDays)))
        .check(limit(7)),
      hour: z.int(wholeHour).check(z.minimum(0, wholeHour), z.maximum(23, wholeHour)),
      timeZone: token(64),
      /** True sends a mail at each of these times. */
      reminds: z.boolean(),
    }),
    answer: answerOf(learningGoal),
  }),
  replaceCalendarLink: endpoint({
    call: 'POST /learning-goal/calendar',
    bound: 'ownRow',
    // The call affects only the caller's own data: the request has no id.
    access: signedIn,
    summary: 'Give the caller’s plan a new calendar address; the earlier one ends',
    answer: answerOf(learningGoal),
  }),
  stopReminders: endpoint({
    call: 'POST /reminder-stops/:token',
    bound: 'token',
    // The signature in the mailed address authorises the call. A mail program sends the form of RFC 8058.
    access: anyone,
    accepts: 'raw',
    summary: 'End the reminders by mail, for whoever holds the link of one',
    params: z.object({ token: token(100) }),
    answer: doneAnswer,
    refusals: ['NOT_FOUND'],
  }),
  readCalendar: endpoint({
    call: 'GET /calendar/:file',
    // The signature in the address authorises the call.
    access: anyone,
    summary: 'A learning plan as iCalendar (RFC 5545), for whoever holds its address, `{token}.ics`',
    params: z.object({ file: token(100) }),
    gives: 'calendar',
    answer: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND'],
  }),
} as const
