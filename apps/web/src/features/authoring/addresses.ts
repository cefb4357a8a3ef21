/** E-mail addresses as people paste them, and as a CSV file holds them. Pure. */
import { emailField } from '@apogee/contracts/accounts.forms.ts'
import { safeParse } from 'zod/mini'

const distinct = (texts: readonly string[]): string[] => [
  ...new Map(texts.map((text) => [text.toLowerCase(), text])).values(),
]

/** What was typed, one on each line or with commas or spaces between: addresses, and the first that is none. */
export function addressesIn(text: string): { emails: string[]; wrong: string | undefined } {
  const emails = distinct(text.split(/[\s,;]+/).filter((part) => part !== ''))
  return { emails, wrong: emails.find((email) => !safeParse(emailField, email).success) }
}

/** The first column of a CSV file; a heading and empty cells hold no address and are left out. */
export function addressesInFirstColumn(csv: string): string[] {
  const cells = csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => (/^\s*"?([^",;\t]*)/.exec(line)?.[1] ?? '').trim())
  return distinct(cells.filter((cell) => cell.includes('@')))
}
