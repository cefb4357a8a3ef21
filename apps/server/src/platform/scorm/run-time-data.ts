/**
 * What the content of a package reports, from the data models of SCORM 1.2 (Run-Time Environment, chapter 3.4) and 2004 4th
 * Edition (Run-Time Environment, chapter 4). It was written by a script that anybody may have made: sizes are limited, and a
 * value that the standard does not know counts as not reported.
 */
import * as z from 'zod/mini'
import type { ScormVersion } from './scorm-manifest.ts'

export interface RunTimeData {
  /** Null: not reported. */
  isCompleted: boolean | null
  isPassed: boolean | null
  /** From -1 to 1. */
  score: number | null
  /** From 0 to 1. */
  progress: number | null
  location: string
  suspendData: string
  /** Of this session. */
  sessionSeconds: number
}

/** 1.2 allows 4,096 characters and 2004 64,000; content of 1.2 that writes more is common. */
const longestSuspendData = 65_536
const longestLocation = 1000
/** A session longer than a day was left open. */
const longestSessionSeconds = 24 * 3600

const text = (longest: number) => z._default(z.string().check(z.maxLength(longest)), '')
const short = text(250)

const model12 = z.object({
  suspend_data: text(longestSuspendData),
  core: z.object({
    lesson_status: short,
    lesson_location: text(longestLocation),
    session_time: short,
    score: z._default(z.object({ raw: short, min: short, max: short }), { raw: '', min: '', max: '' }),
  }),
})
const model2004 = z.object({
  suspend_data: text(longestSuspendData),
  location: text(longestLocation),
  completion_status: short,
  success_status: short,
  progress_measure: short,
  session_time: short,
  score: z._default(z.object({ scaled: short }), { scaled: '' }),
})

/** Null: the shape or a size is none of the standard, and nothing of it is kept. */
export function readRunTimeData(version: ScormVersion, cmi: unknown): RunTimeData | null {
  if (version === '1.2') {
    const { data } = model12.safeParse(cmi)
    return data ? from12(data) : null
  }
  const { data } = model2004.safeParse(cmi)
  return data ? from2004(data) : null
}

function from12({ core, suspend_data }: z.infer<typeof model12>): RunTimeData {
  const status = core.lesson_status
  const isResult = status === 'passed' || status === 'failed'
  return {
    isCompleted: isResult || status === 'completed' ? true : status === 'incomplete' ? false : null,
    isPassed: isResult ? status === 'passed' : null,
    score: scaledScore(core.score),
    progress: null,
    location: core.lesson_location,
    suspendData: suspend_data,
    sessionSeconds: bounded(secondsOfTimespan(core.session_time)),
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
    location: cmi.location,
    suspendData: cmi.suspend_data,
    sessionSeconds: bounded(secondsOfDuration(cmi.session_time)),
  }
}

/** Content of 1.2 counts from 0 to 100 unless it names its own range. */
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

/** `HHHH:MM:SS.SS`. */
function secondsOfTimespan(timespan: string): number {
  const parts = /^(\d{2,4}):(\d{2}):(\d{2}(?:\.\d{1,2})?)$/.exec(timespan)
  return parts ? Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) : 0
}

/** `P1Y2M3DT4H5M6.78S` of ISO 8601; years and months are longer than any session. */
function secondsOfDuration(duration: string): number {
  const parts =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,2})?)S)?)?$/.exec(duration)
  if (!parts) return 0
  const [years, months, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0))
  const dayCount = (years ?? 0) * 365 + (months ?? 0) * 30 + (days ?? 0)
  return dayCount * 86_400 + (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}
