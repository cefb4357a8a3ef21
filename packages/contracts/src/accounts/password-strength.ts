export const lengthHint = 'Password should be at least 8 characters'

/**
 * A password scores one point each for length 8+, upper case, lower case, digit and special character
 * (docs/specification.md#5-validation-rules).
 */
const parts = [
  { test: (password: string) => password.length >= 8, hint: lengthHint },
  { test: (password: string) => /[A-Z]/.test(password), hint: 'Add uppercase letters' },
  { test: (password: string) => /[a-z]/.test(password), hint: 'Add lowercase letters' },
  { test: (password: string) => /\d/.test(password), hint: 'Add numbers' },
  { test: (password: string) => /[^A-Za-z0-9]/.test(password), hint: 'Add special characters' },
] as const

export type StrengthHint = (typeof parts)[number]['hint']
export type StrengthLabel = 'Weak' | 'Medium' | 'Strong'

/** Returns the score 0–5, its label (Weak below 2, Medium below 4, else Strong) and the missing parts, in order. */
export function passwordStrength(password: string): {
  score: number
  label: StrengthLabel
  hints: StrengthHint[]
} {
  const hints = parts.filter((part) => !part.test(password)).map((part) => part.hint)
  const score = parts.length - hints.length
  return { score, label: score < 2 ? 'Weak' : score < 4 ? 'Medium' : 'Strong', hints }
}
