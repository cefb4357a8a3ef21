/** Validates lines of captions while they are edited. */
import { captionTime, captionTimeOf, type CaptionLine } from '@apogee/domain/text/captions.ts'
import { newId } from '#web/platform/session/new-id.ts'

/** Describes a line while it is edited. Its times stay text until the captions are saved. */
export interface CaptionRow {
  id: string
  start: string
  end: string
  text: string
  settings: string
}

export type RowProblem = 'noTime' | 'endsEarly' | 'afterVideo' | 'noText'
export type RowProblems = Partial<Record<'start' | 'end' | 'text', RowProblem>>

/** Formats a time without needless zeros, such as '1:02.5' for 62500 and '1:00:00' for 3600000. */
export const shortTime = (ms: number): string => {
  const [, hours, rest = ''] = /^(\d+):(.*)$/.exec(captionTime(ms)) ?? []
  const long = Number(hours) > 0 ? `${Number(hours)}:${rest}` : rest.replace(/^0/, '')
  return long.replace(/\.?0+$/, '')
}

export const rowOf = ({ startMs, endMs, text, settings }: CaptionLine): CaptionRow => ({
  id: newId(),
  start: shortTime(startMs),
  end: shortTime(endMs),
  text,
  settings,
})

const newLineMs = 2_000

/** Returns an empty line that starts at the end of another one. */
export const rowAfter = (row: CaptionRow | undefined): CaptionRow => {
  const startMs = captionTimeOf(row?.end ?? '') ?? 0
  return rowOf({ startMs, endMs: startMs + newLineMs, text: '', settings: '' })
}

/** Returns the problems of a line; `seconds` is the length of the video, when known. */
export function problemsOf({ start, end, text }: CaptionRow, seconds: number | null): RowProblems {
  const [startMs, endMs] = [captionTimeOf(start), captionTimeOf(end)]
  const isEarly = startMs !== null && endMs !== null && endMs <= startMs
  const isAfter = startMs !== null && startMs >= (seconds ?? Infinity) * 1000
  return {
    ...(startMs === null ? { start: 'noTime' } : isAfter && { start: 'afterVideo' }),
    ...(endMs === null ? { end: 'noTime' } : isEarly && { end: 'endsEarly' }),
    ...(text.trim() === '' && { text: 'noText' }),
  }
}

/** Converts rows to lines. The rows must have no problems. */
export const linesOf = (rows: readonly CaptionRow[]): CaptionLine[] =>
  rows.map(({ start, end, text, settings }) => ({
    startMs: captionTimeOf(start) ?? 0,
    endMs: captionTimeOf(end) ?? 0,
    text,
    settings,
  }))
