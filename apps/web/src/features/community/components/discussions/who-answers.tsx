import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { useQuery } from '@tanstack/react-query'
import { lengthInWords } from '#web/platform/language/dates.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { answererQuery } from '../../api/community.ts'
import { communityMessages } from '../../messages/community.en.ts'
import '../community.css'

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** Returns a sentence about when an answer can be expected, or null when the course's team has answered too few questions. */
export function useAnswerTime(courseId: number): string | null {
  const text = useText(communityMessages)
  const platformText = useText(platformMessages)
  const minutes = useQuery(answererQuery(courseId, useViewer())).data?.minutes ?? null
  if (minutes === null) return null
  return text.answerWithin(
    minutes <= dayMinutes
      ? text.hours(Math.max(1, Math.ceil(minutes / hourMinutes)))
      : lengthInWords({ days: Math.ceil(minutes / dayMinutes) }, platformText),
  )
}

/** Shows the course's instructor, and when an answer can be expected. The instructor sees nothing. */
export function WhoAnswers({ courseId }: { courseId: number }) {
  const text = useText(communityMessages)
  const viewer = useViewer()
  const { data, isPending } = useQuery(answererQuery(courseId, viewer))
  const time = useAnswerTime(courseId)
  if (isPending) return <div className="community-answerer" />
  const teacher = data?.teacher
  if (!teacher || teacher.id === viewer) return null
  return (
    <div className="community-answerer">
      <Avatar name={teacher.name} image={teacher.avatar} size="sm" />
      <p className="min-w-0 text-sm">
        <b>{teacher.name ?? text.unnamed}</b>
        <span className="block text-secondary">{time ?? text.answersHere}</span>
      </p>
    </div>
  )
}
