import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { quizIcon } from '@apogee/ui/icons/more-icons.ts'
import { useQuery } from '@tanstack/react-query'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { openAttemptsQuery } from '../api/assessments.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import './repetitions.css'

/** Lists the quizzes under way, with links to them. It renders nothing when there are none. */
export function OpenAttempts({ userId }: { userId: number }) {
  const text = useText(assessmentsMessages)
  const language = useLanguage()
  const { data = [] } = useQuery(openAttemptsQuery(userId))
  return data.map(({ assessmentId, title, courseTitle, deadline }) => (
    <p key={assessmentId} className="ap-panel repeat-due">
      <Icon name={quizIcon} />
      <span className="min-w-0">
        <b>{text.underWay(title)}</b>
        <span className="block text-sm text-secondary">
          {[
            ...(courseTitle === null ? [] : [courseTitle]),
            ...(deadline === null ? [] : [text.openUntil(timeInWords(deadline, language))]),
          ].join(' · ')}
        </span>
      </span>
      <LinkButton as={Link} to={`/assessment/${assessmentId}`} variant="primary" size="sm">
        {text.continueQuiz}
      </LinkButton>
    </p>
  ))
}
