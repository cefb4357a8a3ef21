/** Defines the form of the sales page. Entries have ids, so that they can be moved and removed. */
import type { SalesContent } from '@apogee/contracts/courses/sales-content.forms.ts'

export interface Entry {
  id: number
  /** `text` is a line, or a question. */
  text: string
  /** `answer` is used only if the entry is a question. */
  answer: string
}

export const lists = ['outcomes', 'requirements', 'audience', 'planLines', 'faq'] as const
export type ListName = (typeof lists)[number]

export type Form = { subtitle: string } & Record<ListName, Entry[]>

let lastId = 0
export const newEntry = (text = '', answer = ''): Entry => ({ id: ++lastId, text, answer })

export const formFrom = (content: SalesContent): Form => ({
  subtitle: content.subtitle,
  outcomes: content.outcomes.map((line) => newEntry(line)),
  requirements: content.requirements.map((line) => newEntry(line)),
  audience: content.audience.map((line) => newEntry(line)),
  planLines: content.planLines.map((line) => newEntry(line)),
  faq: content.faq.map(({ question, answer }) => newEntry(question, answer)),
})

export const contentOf = (form: Form): SalesContent => ({
  subtitle: form.subtitle,
  outcomes: form.outcomes.map(({ text }) => text),
  requirements: form.requirements.map(({ text }) => text),
  audience: form.audience.map(({ text }) => text),
  planLines: form.planLines.map(({ text }) => text),
  faq: form.faq.map(({ text, answer }) => ({ question: text, answer })),
})

export function withoutBlanks(form: Form): Form {
  const filled = (entries: Entry[]) =>
    entries.filter(({ text, answer }) => text.trim() !== '' || answer.trim() !== '')
  return {
    subtitle: form.subtitle,
    outcomes: filled(form.outcomes),
    requirements: filled(form.requirements),
    audience: filled(form.audience),
    planLines: filled(form.planLines),
    faq: filled(form.faq),
  }
}
