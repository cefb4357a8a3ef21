import { quizIcon } from '@apogee/ui/icons/more-icons.ts'
import { useQuery } from '@tanstack/react-query'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { TodayRow } from '#web/shared/today/today-row.tsx'
import { openAttemptsQuery } from '../api/assessments.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'

/** Shows each quiz under way as a row that opens it, the one that ends first at the top. It renders nothing when there are none. */
export function OpenAttempts({ userId }: { userId: number }) {
  const text = useText(assessmentsMessages)
  const language = useLanguage()
  const { data = [] } = useQuery({ ...openAttemptsQuery(userId), refetchOnMount: false })
  return data.map(({ assessmentId, title, courseTitle, deadline }) => (
    <TodayRow
      key={assessmentId}
      icon={quizIcon}
      title={text.underWay(title)}
      hint={[
        ...(courseTitle === null ? [] : [courseTitle]),
        ...(deadline === null ? [] : [text.openUntil(timeInWords(deadline, language))]),
      ].join(' · ')}
      to={`/assessment/${assessmentId}`}
    />
  ))
}
