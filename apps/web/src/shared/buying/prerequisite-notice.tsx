/** Names the prerequisites of a course wherever it is bought or opened. */
import { useText } from '../../platform/language/messages.ts'
import { prerequisiteNoticeMessages } from './prerequisite-notice.en.ts'

const accessTexts = { now: 'accessBegins', start: 'accessBeginsThen' } as const

/**
 * Renders a sentence such as `Complete Orbits first. You can buy now and start when it is completed.` It renders nothing without
 * `first`.
 */
export function PrerequisiteNotice({
  first = [],
  then,
  period,
}: {
  first?: readonly { title: string }[] | undefined
  /** `then` is what the person can do before that. It is absent when no action is available yet. */
  then?: 'buyNow' | 'enrollNow' | 'openThen' | undefined
  /**
   * A limited access period starts with this event, without waiting for the prerequisites. It is absent for unlimited access, or
   * when the page has already told this.
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
