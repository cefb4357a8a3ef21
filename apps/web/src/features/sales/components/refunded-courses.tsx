import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { refundsMessages } from '../messages/refunds.en.ts'
import './refunds.css'

/** Lists the courses of a purchase that are to be refunded, each with the amount in sen. */
export function RefundedCourses({
  lines,
  chosen,
  onChange,
}: {
  lines: readonly { courseId: number; title: string; amount: number }[]
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}) {
  const text = useText(refundsMessages)
  const choose = (courseId: number, isChosen: boolean) =>
    onChange(isChosen ? new Set([...chosen, courseId]) : new Set([...chosen].filter((id) => id !== courseId)))
  return (
    <fieldset className="refunds-choice">
      <legend className="ap-field-label">{text.whichCourses}</legend>
      {lines.map(({ courseId, title, amount }) => (
        <Checkbox
          key={courseId}
          label={`${title} (${formatPlainRinggit(amount)})`}
          checked={chosen.has(courseId)}
          onChange={(event) => choose(courseId, event.target.checked)}
        />
      ))}
    </fieldset>
  )
}
