import type { PracticeExercise, PracticeLanguage } from '@apogee/contracts/courses/practice.ts'

/** A pad without a task: it runs what is written in it, and checks nothing. */
export interface Scratchpad {
  kind: 'scratchpad'
  language: PracticeLanguage
  /** Of SQL: makes the tables before each run. */
  setup: string
}

export type PadTask = PracticeExercise | Scratchpad

/** Names of programming languages are the same in every language of the screens. */
export const practiceLanguageNames: Record<PracticeLanguage, string> = {
  javascript: 'JavaScript',
  python: 'Python',
  sql: 'SQL',
}

/** SQL that makes the task's tables; '': it has none. */
export const setupOf = (task: PadTask): string => (task.language === 'sql' ? task.setup : '')

interface Lesson {
  id: number
  practice?: { kind: 'default' | 'off' } | PracticeExercise | undefined
}

/**
 * The scratchpad below a lesson is in the language of the nearest exercise of the course, with its tables: the one before the
 * lesson where two are equally near.
 * @param lessons of the whole course, in their order.
 */
export function scratchpadOf(lessons: readonly Lesson[], id: number): Scratchpad {
  const place = lessons.findIndex((lesson) => lesson.id === id)
  const nearest = lessons
    .flatMap(({ practice }, at) =>
      practice?.kind === 'exercise' ? [{ practice, distance: Math.abs(at - place) }] : [],
    )
    .toSorted((one, other) => one.distance - other.distance)[0]?.practice
  if (!nearest) return { kind: 'scratchpad', language: 'javascript', setup: '' }
  return { kind: 'scratchpad', language: nearest.language, setup: setupOf(nearest) }
}
