/** The seller writes this part of a sales page. */
import * as z from 'zod/mini'
import { salesContentLimits as limits } from '../limits.ts'
import { filledLine, filledText, limit, line } from '../texts.ts'

const filled = (max: number) => filledLine('Please write something', max)

const lines = ({ most, length }: { most: number; length: number }) =>
  z.array(filled(length)).check(limit(most, `At most ${most}`))

export const salesContentForm = z.object({
  /** The subtitle is one sentence under the title; '' shows the start of the description. */
  subtitle: line(limits.subtitle),
  outcomes: lines(limits.outcomes),
  requirements: lines(limits.requirements),
  audience: lines(limits.audience),
  faq: z
    .array(
      z.object({
        question: filled(limits.faq.question),
        answer: filledText('Please write something', limits.faq.answer),
      }),
    )
    .check(limit(limits.faq.most, `At most ${limits.faq.most}`)),
  /** The lines beside the buttons say what the price includes. An empty list shows the default promises. */
  planLines: lines(limits.planLines),
})
export type SalesContent = z.infer<typeof salesContentForm>
