/**
 * Reads the data that package content reports in the data models of SCORM 1.2 (Run-Time Environment, chapter 3.4) and 2004 4th
 * Edition (Run-Time Environment, chapter 4). The reporting script is untrusted: sizes are limited, and a value outside the standard
 * counts as not reported.
 */
import * as z from 'zod/mini'
import type { ScormActivity, ScormVersion } from './scorm-manifest.ts'

export interface RunTimeData {
  /** This is null if the content has not reported whether it is completed. */
  isCompleted: boolean | null
  isPassed: boolean | null
  /** The score is between -1 and 1. */
  score: number | null
  /** The progress is between 0 and 1. */
  progress: number | null
  /** The time covers this session only. */
  sessionSeconds: number
  /** When the content is opened again, it reads this data under the names of its data model. */
  kept: KeptData
}

export interface KeptData {
  /** This is `lesson_status` of 1.2, and null in 2004. */
  status: string | null
  completion: string | null
  success: string | null
  score: Record<string, string>
  progress: string | null
  location: string
  suspendData: string
  /** Each objective has its id, status and score. */
  objectives: Record<string, unknown>[]
}

/** 1.2 allows 4,096 characters and 2004 allows 64,000. Content of 1.2 that writes more is common. */
const longestSuspendData = 65_536
const longestLocation = 1000
const mostObjectives = 100
/** A longer session was left open, so only a day of it counts. */
const longestSessionSeconds = 24 * 3600

const text = (longest: number) => z._default(z.string().check(z.maxLength(longest)), '')
const short = text(250)
const scores = z._default(z.object({ scaled: short, raw: short, min: short, max: short }), {
  scaled: '',
  raw: '',
  min: '',
  max: '',
})
/** The keys of the input are positions from '0' on. The result is an array. */
const objectives = z._default(
  z.record(
    z.string().check(z.regex(/^\d{1,3}$/)),
    z.object({
      id: text(4000),
      status: short,
      success_status: short,
      completion_status: short,
      progress_measure: short,
      score: scores,
    }),
  ),
  {},
)

const model12 = z.object({
  suspend_data: text(longestSuspendData),
  objectives,
  core: z.object({
    lesson_status: short,
    lesson_location: text(longestLocation),
    session_time: short,
    score: scores,
  }),
})
const model2004 = z.object({
  suspend_data: text(longestSuspendData),
  objectives,
  location: text(longestLocation),
  completion_status: short,
  success_status: short,
  progress_measure: short,
  session_time: short,
  score: scores,
})

/** Returns null when the form or a size violates the standard. Nothing of such data is stored. */
export function readRunTimeData(version: ScormVersion, cmi: unknown): RunTimeData | null {
  if (version === '1.2') {
    const { data } = model12.safeParse(cmi)
    return data ? from12(data) : null
  }
  const { data } = model2004.safeParse(cmi)
  return data ? from2004(data) : null
}

function from12({ core, ...cmi }: z.infer<typeof model12>): RunTimeData {
  const status = core.lesson_status
  const isResult = status === 'passed' || status === 'failed'
  return {
    isCompleted: isResult || status === 'completed' ? true : status === 'incomplete' ? false : null,
    isPassed: isResult ? status === 'passed' : null,
    score: scaledScore(core.score),
    progress: null,
    sessionSeconds: bounded(secondsOfTimespan(core.session_time)),
    kept: {
      status,
      completion: null,
      success: null,
      progress: null,
      score: filled(core.score),
      location: core.lesson_location,
      suspendData: cmi.suspend_data,
      objectives: listed(cmi.objectives),
    },
  }
}

function from2004(cmi: z.infer<typeof model2004>): RunTimeData {
  const completion = cmi.completion_status
  const success = cmi.success_status
  return {
    isCompleted: completion === 'completed' ? true : completion === 'incomplete' ? false : null,
    isPassed: success === 'passed' ? true : success === 'failed' ? false : null,
    score: numberWithin(cmi.score.scaled, -1, 1),
    progress: numberWithin(cmi.progress_measure, 0, 1),
    sessionSeconds: bounded(secondsOfDuration(cmi.session_time)),
    kept: {
      status: null,
      completion,
      success,
      progress: cmi.progress_measure,
      score: filled(cmi.score),
      location: cmi.location,
      suspendData: cmi.suspend_data,
      objectives: listed(cmi.objectives),
    },
  }
}

/** Removes empty fields, because the standards refuse empty strings. */
const filled = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** Returns the objectives in their order. An objective without an id ends the list. */
function listed(found: z.infer<typeof objectives>): Record<string, unknown>[] {
  const inOrder = Object.entries(found).toSorted(([one], [other]) => Number(one) - Number(other))
  const end = inOrder.findIndex(([, { id }]) => id === '')
  return inOrder
    .slice(0, end < 0 ? mostObjectives : Math.min(end, mostObjectives))
    .map(([, { score, ...plain }]) => ({
      ...filled(plain),
      score: filled(score),
    }))
}

/** Returns the score on the scale of the data model. Content of 1.2 uses the range 0 to 100 unless it reports another one. */
function scaledScore({ raw, min, max }: { raw: string; min: string; max: string }): number | null {
  const lowest = numberWithin(min, -1e6, 1e6) ?? 0
  const highest = numberWithin(max, -1e6, 1e6) ?? 100
  const score = numberWithin(raw, lowest, highest)
  return score === null || highest <= lowest ? null : (score - lowest) / (highest - lowest)
}

function numberWithin(value: string, lowest: number, highest: number): number | null {
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(value)) return null
  const number = Number(value)
  return number >= lowest && number <= highest ? number : null
}

const bounded = (seconds: number) => Math.min(seconds, longestSessionSeconds)

/** Parses `HHHH:MM:SS.SS`. */
function secondsOfTimespan(timespan: string): number {
  const parts = /^(\d{2,4}):(\d{2}):(\d{2}(?:\.\d{1,2})?)$/.exec(timespan)
  return parts ? Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) : 0
}

/** Parses `P1Y2M3DT4H5M6.78S` of ISO 8601. Years and months are left out, because they are longer than any session. */
function secondsOfDuration(duration: string): number {
  const parts =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,2})?)S)?)?$/.exec(duration)
  if (!parts) return 0
  const [years, months, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0))
  const dayCount = (years ?? 0) * 365 + (months ?? 0) * 30 + (days ?? 0)
  return dayCount * 86_400 + (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}

export interface LaunchFacts {
  activity: Pick<ScormActivity, 'masteryScore' | 'launchData'>
  learner: { id: string; name: string }
  /** This is false if the viewer previews the lesson without studying it. */
  isRecorded: boolean
  /** This is null if the lesson is opened for the first time. */
  kept: KeptData | null
  /** This is the sum of the earlier launches. */
  totalSeconds: number
}

/** Returns the data model `cmi` that the content reads when it is opened. */
export function launchDataOf(version: ScormVersion, facts: LaunchFacts): Record<string, unknown> {
  const { activity, kept } = facts
  const shared = filled({ suspend_data: kept?.suspendData ?? '', launch_data: activity.launchData })
  const objectivesKept = kept && kept.objectives.length > 0 ? { objectives: kept.objectives } : {}
  const common = {
    credit: facts.isRecorded ? 'credit' : 'no-credit',
    entry: kept ? 'resume' : 'ab-initio',
    score: kept?.score ?? {},
  }
  const mode = facts.isRecorded ? 'normal' : 'browse'
  if (version === '1.2')
    return {
      ...shared,
      ...objectivesKept,
      core: {
        ...common,
        lesson_mode: mode,
        total_time: timespanOf(facts.totalSeconds),
        student_id: facts.learner.id,
        student_name: facts.learner.name,
        ...filled({ lesson_location: kept?.location ?? '', lesson_status: kept?.status ?? '' }),
      },
      student_data: filled({ mastery_score: masteryOf(activity, 100) }),
    }
  return {
    ...shared,
    ...objectivesKept,
    ...common,
    mode,
    total_time: `PT${facts.totalSeconds}S`,
    learner_id: facts.learner.id,
    learner_name: facts.learner.name,
    ...filled({
      location: kept?.location ?? '',
      completion_status: kept?.completion ?? '',
      success_status: kept?.success ?? '',
      progress_measure: kept?.progress ?? '',
      scaled_passing_score: masteryOf(activity, 1),
    }),
  }
}

const masteryOf = ({ masteryScore }: LaunchFacts['activity'], scale: number): string =>
  masteryScore === null ? '' : String(Number((masteryScore * scale).toFixed(4)))

function timespanOf(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(Math.floor(seconds / 3600)).padStart(4, '0')}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
