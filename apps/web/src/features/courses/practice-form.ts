/** What an author types for the practice below a lesson, and the practice that it makes. */
import { practiceExercise, type Practice, type PracticeLanguage } from '@apogee/contracts/courses/practice.ts'
import { safeParse } from 'zod/mini'

export interface TypedCheck {
  /** Of the dialog only. */
  key: number
  expression: string
  expected: string
}

/** Fields of another language keep what was typed in them until the dialog closes. */
export interface TypedPractice {
  kind: Practice['kind']
  language: PracticeLanguage
  prompt: string
  starter: string
  /** Of JavaScript and Python. */
  checks: readonly TypedCheck[]
  /** In SQL the query with the right result; else code that passes the checks, if the author gives it. */
  solution: string
  /** Of SQL. */
  setup: string
  isOrdered: boolean
}

export function typedFrom(practice: Practice | undefined): TypedPractice {
  const blank: TypedPractice = {
    kind: practice?.kind ?? 'default',
    language: 'javascript',
    prompt: '',
    starter: '',
    checks: [],
    setup: '',
    solution: '',
    isOrdered: false,
  }
  if (practice?.kind !== 'exercise') return blank
  if (practice.language === 'sql') return { ...blank, ...practice }
  const { checks, solution = '', ...exercise } = practice
  return { ...blank, ...exercise, solution, checks: checks.map((check, key) => ({ key, ...check })) }
}

/** Checks of which nothing is written are left out. */
export function practiceFrom({ kind, language, prompt, starter, checks, ...other }: TypedPractice): Practice {
  const { setup, solution, isOrdered } = other
  if (kind !== 'exercise') return { kind }
  if (language === 'sql') return { kind, language, prompt, starter, setup, solution, isOrdered }
  return {
    kind,
    language,
    prompt,
    starter,
    checks: checks.filter(isWritten).map(({ expression, expected }) => ({ expression, expected })),
    ...(solution.trim() !== '' && { solution }),
  }
}

const isWritten = ({ expression, expected }: TypedCheck): boolean =>
  expression.trim() + expected.trim() !== ''

/** By field: `prompt`, `checks.0.expected`. A union reports per branch, so the exercise is validated by itself. */
export function problemsIn(practice: Practice): ReadonlyMap<string, string> {
  const parsed = safeParse(practiceExercise, practice)
  return new Map((parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}
