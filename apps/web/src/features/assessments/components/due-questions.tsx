import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { quizIcon } from '@apogee/ui/icons/more-icons.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { repetitionsQuery } from '../api/repetitions.ts'
import { repetitionsMessages } from '../messages/repetitions.en.ts'
import './repetitions.css'

/** Shows the number of due missed questions with a link to them. It renders nothing when none is due. */
export function DueQuestions({ userId }: { userId: number }) {
  const text = useText(repetitionsMessages)
  const { data } = useQuery(repetitionsQuery(userId))
  if (!data || data.due === 0) return null
  return (
    <p className="ap-panel repeat-due">
      <Icon name={quizIcon} />
      <span>{text.due(data.due)}</span>
      <LinkButton as={Link} to="/learning/questions" size="sm">
        {text.answerThem}
      </LinkButton>
    </p>
  )
}
