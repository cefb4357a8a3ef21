import type { Suggestion } from '@apogee/contracts/operations/suggestions.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { useText, type Translation } from '#web/platform/language/messages.ts'
import type { Manager } from '#web/shared/course/course-scope.ts'
import { suggestionsQuery } from '../api/suggestions.ts'
import { suggestionsMessages } from '../messages/suggestions.en.ts'
import './insights.css'

type Words = Translation<typeof suggestionsMessages>

/**
 * Shows at most three things to do next, each with the screen where it is done. Without any, and while the figures cannot be read,
 * it shows nothing, because the figures around it stand by themselves.
 */
export function NextSuggestions({ user }: { user: Manager }) {
  const text = useText(suggestionsMessages)
  const { data = [] } = useQuery(suggestionsQuery(user))
  if (data.length === 0) return null
  return (
    <section className="ap-panel insights-next" aria-labelledby="next-heading">
      <h2 className="ap-h4" id="next-heading">
        {text.title}
      </h2>
      <ul>
        {data.map((one) => {
          const { sentence, action, to } = shown(one, text)
          return (
            <li key={sentence}>
              <p>{sentence}</p>
              <LinkButton as={Link} to={to} size="sm" variant="secondary">
                {action}
              </LinkButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function shown(one: Suggestion, text: Words): { sentence: string; action: string; to: string } {
  switch (one.kind) {
    case 'stopped':
      return {
        sentence: text.stopped(one.learners, one.lessonTitle, one.courseTitle),
        action: text.stoppedAction,
        to: `/course/${one.courseId}/people?stoppedAt=${one.lessonId}`,
      }
    case 'missedQuestion':
      return {
        sentence: text.missedQuestion(one.missedPercent, one.question, one.quiz),
        action: text.missedQuestionAction,
        to: `/course/${one.courseId}/manage/quizzes/${one.resourceId}`,
      }
    case 'abandonedCarts':
      return {
        sentence: text.abandonedCarts(one.carts, one.orders, one.courseTitle),
        action: text.abandonedCartsAction,
        to: '/admin/coupons',
      }
    case 'unsold':
      return {
        sentence: text.unsold((one.ratingTenths / 10).toFixed(1), one.courseTitle),
        action: text.unsoldAction,
        to: '/admin/sales',
      }
    case 'unvisited':
      return { sentence: text.unvisited, action: text.unvisitedAction, to: '/admin/sales' }
  }
}
