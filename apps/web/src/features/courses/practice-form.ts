/** Converts the author's input for the practice below a lesson. */
import { practiceExercise, type Practice, type PracticeLanguage } from '@apogee/contracts/courses/practice.ts'
import { safeParse } from 'zod/mini'

export interface TypedCheck {
  /** `key` identifies a row within the dialog. It is not saved. */
  key: number
  expression: string
  expected: string
}

/** When the author changes the language, text in fields of the other language stays until the dialog closes. */
export interface TypedPractice {
  kind: Practice['kind']
  language: PracticeLanguage
  prompt: string
  starter: string
  /** `hints` holds both fields. Empty ones are not saved. */
  hints: readonly string[]
  /** `checks` are used by JavaScript and Python. */
  checks: readonly TypedCheck[]
  /** `solution` is the query with the right result in SQL. In other languages it is optional code that passes the checks. */
  solution: string
  /** `setup` is used by SQL. */
  setup: string
  isOrdered: boolean
}

export function typedFrom(practice: Practice | undefined): TypedPractice {
  const blank: TypedPractice = {
    kind: practice?.kind ?? 'default',
    language: 'javascript',
    prompt: '',
    starter: '',
    hints: [],
    checks: [],
    setup: '',
    solution: '',
    isOrdered: false,
  }
  if (practice?.kind !== 'exercise') return blank
  const { hints = [] } = practice
  if (practice.language === 'sql') return { ...blank, ...practice, hints }
  const { checks, solution = '', ...exercise } = practice
  return { ...blank, ...exercise, hints, solution, checks: checks.map((check, key) => ({ key, ...check })) }
}

/** Omits empty checks. */
export function practiceFrom({ kind, language, prompt, starter, checks, ...other }: TypedPractice): Practice {
  const { setup, solution, isOrdered } = other
  if (kind !== 'exercise') return { kind }
  const written = other.hints.filter((hint) => hint.trim() !== '')
  const every = { kind, prompt, starter, ...(written.length > 0 && { hints: written }) }
  if (language === 'sql') return { ...every, language, setup, solution, isOrdered }
  return {
    ...every,
    language,
    checks: checks.filter(isWritten).map(({ expression, expected }) => ({ expression, expected })),
    ...(solution.trim() !== '' && { solution }),
  }
}

const isWritten = ({ expression, expected }: TypedCheck): boolean =>
  expression.trim() + expected.trim() !== ''

/**
 * Returns problems by field: `prompt`, `checks.0.expected`. A union reports per branch, so the exercise is validated separately.
 */
export function problemsIn(practice: Practice): ReadonlyMap<string, string> {
  const parsed = safeParse(practiceExercise, practice)
  return new Map((parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}
