/** Courses that come before a course: the sentence that stands wherever it is bought or opened. */
import { useText } from './messages.ts'
import { completeFirstMessages } from './complete-first.en.ts'

const accessTexts = { now: 'accessBegins', start: 'accessBeginsThen' } as const

/** `Complete Orbits first. You can buy now and start when it is completed.` Nothing without `first`. */
export function CompleteFirst({
  first = [],
  then,
  period,
}: {
  first?: readonly { title: string }[] | undefined
  /** Absent: nothing can be done now. */
  then?: 'buyNow' | 'enrollNow' | 'openThen' | undefined
  /** With what access that ends begins, which does not wait. Absent: it has no end, or that was said before. */
  period?: 'now' | 'start' | undefined
}) {
  const text = useText(completeFirstMessages)
  if (first.length === 0) return null
  return (
    <>
      <b>{text.completeFirst(first.map(({ title }) => title))}</b> {then && text[then](first.length)}
      {period && then && then !== 'openThen' ? ` ${text[accessTexts[period]]}` : null}
    </>
  )
}
