import { quizIcon } from '@apogee/ui/icons/more-icons.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/platform/language/messages.ts'
import { TodayRow } from '#web/shared/today/today-row.tsx'
import { repetitionsQuery } from '../api/repetitions.ts'
import { repetitionsMessages } from '../messages/repetitions.en.ts'

/** Shows the number of due missed questions as a row that opens them. It renders nothing when none is due. */
export function DueQuestions({ userId }: { userId: number }) {
  const text = useText(repetitionsMessages)
  const { data } = useQuery({ ...repetitionsQuery(userId), refetchOnMount: false })
  if (!data || data.due === 0) return null
  return <TodayRow icon={quizIcon} title={text.due(data.due)} to="/learning/questions" />
}
