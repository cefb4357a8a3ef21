/** Names the prerequisites of a course wherever it is bought or opened. */
import { useText } from '../../platform/language/messages.ts'
import { prerequisiteNoticeMessages } from './prerequisite-notice.en.ts'

const accessTexts = { now: 'accessBegins', start: 'accessBeginsThen' } as const

/**
 * Renders, for example, `Complete Orbits first. You can buy now and start when it is completed.` Renders nothing without `first`.
 */
export function PrerequisiteNotice({
  first = [],
  then,
  period,
}: {
  first?: readonly { title: string }[] | undefined
  /** Absence means that no action is available yet. */
  then?: 'buyNow' | 'enrollNow' | 'openThen' | undefined
  /**
   * The event that starts a limited access period, which does not wait for the prerequisites. Absence means unlimited access or
   * that the page has said it before.
   */
  period?: 'now' | 'start' | undefined
}) {
  const text = useText(prerequisiteNoticeMessages)
  if (first.length === 0) return null
  return (
    <>
      <b>{text.completeFirst(first.map(({ title }) => title))}</b> {then && text[then](first.length)}
      {period && then && then !== 'openThen' ? ` ${text[accessTexts[period]]}` : null}
    </>
  )
}
