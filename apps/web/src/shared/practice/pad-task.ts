import type { PracticeExercise, PracticeLanguage } from '@apogee/contracts/courses/practice.ts'

/** Describes a pad without a task, which runs code and checks nothing. */
export interface Scratchpad {
  kind: 'scratchpad'
  language: PracticeLanguage
  /** `setup` is SQL that creates the tables before each run. */
  setup: string
}

export type PadTask = PracticeExercise | Scratchpad

export const practiceLanguageNames: Record<PracticeLanguage, string> = {
  javascript: 'JavaScript',
  python: 'Python',
  sql: 'SQL',
}

/** Lists what programs of a language need and a phone's keyboard hides behind other layers. */
export const symbolsOf: Record<PracticeLanguage, readonly string[]> = {
  javascript: ['(', ')', '{', '}', '[', ']', '=', ';', '"', "'", '<', '>'],
  python: ['(', ')', ':', '[', ']', '{', '}', '=', '_', '"', "'", '#'],
  sql: ['(', ')', ',', '*', '=', '<', '>', "'", '_', ';'],
}

/** Returns the SQL that creates the task's tables; '' means that it has none. */
export const setupOf = (task: PadTask): string => (task.language === 'sql' ? task.setup : '')

interface Lesson {
  id: number
  practice?: { kind: 'default' | 'off' } | PracticeExercise | undefined
}

/**
 * Returns a lesson's scratchpad in the language of the course's nearest exercise, with its tables; the exercise before the lesson
 * wins a tie.
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
