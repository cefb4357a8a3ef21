/** Defines default validation messages for fields without a message in the contract. */
import * as z from 'zod/mini'

const kinds: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  tuple: 'must be a list',
  object: 'must be an object',
}
const units: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
  tuple: ' entries',
}

/** Returns undefined if the contract must define the message. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : (kinds[issue.expected] ?? 'is not valid')
    case 'too_big':
      return boundary(issue.origin, 'at most', issue.maximum)
    case 'too_small':
      return boundary(issue.origin, 'at least', issue.minimum)
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    default:
      return 'is not valid'
  }
}

function boundary(origin: string, side: 'at most' | 'at least', limit: number | bigint): string {
  const unit = units[origin]
  return `${unit === undefined || origin === 'string' ? 'must be' : 'must have'} ${side} ${limit}${unit ?? ''}`
}

/** Sets the messages in zod, whose messages are a setting of the whole process. */
export function setValidationMessages(): void {
  z.config({ localeError: messageOf })
}
