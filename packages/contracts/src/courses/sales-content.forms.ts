/** The part of a sales page that its seller writes. */
import * as z from 'zod/mini'
import { salesContentLimits as limits } from '../limits.ts'
import { atMost } from '../text-length.ts'

const filled = (max: number) =>
  z.string().check(
    z.refine((value) => value.trim() !== '', { error: 'Please write something', abort: true }),
    z.trim(),
    atMost(max),
  )

const lines = ({ most, length }: { most: number; length: number }) =>
  z.array(filled(length)).check(z.maxLength(most, `At most ${most}`))

export const salesContentForm = z.object({
  /** One sentence under the title; '' shows the start of the description. */
  subtitle: z.string().check(z.trim(), atMost(limits.subtitle)),
  outcomes: lines(limits.outcomes),
  requirements: lines(limits.requirements),
  audience: lines(limits.audience),
  faq: z
    .array(z.object({ question: filled(limits.faq.question), answer: filled(limits.faq.answer) }))
    .check(z.maxLength(limits.faq.most, `At most ${limits.faq.most}`)),
  /** What the price includes, beside the buttons; an empty list shows the default promises. */
  planLines: lines(limits.planLines),
})
export type SalesContent = z.infer<typeof salesContentForm>
