import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keptMessages } from '#web/features/learning/messages/kept.en.ts'
import { keptAttempts } from '#web/shared/lesson/kept-course/kept-attempt.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'

/** An interval of 5 s suffices, because the page shows minutes and not seconds. */
const everyMs = 5_000

/** Lists the stored quizzes under way on an offline page: those of a course, or those without a course. */
export function KeptQuizzes({ courseId }: { courseId: number }) {
  const text = useText(keptMessages)
  const now = useNow()
  const { data = [] } = useQuery({
    queryKey: ['kept-attempts'],
    queryFn: keptAttempts,
    networkMode: 'always',
    staleTime: 0,
  })
  return data.flatMap(({ cache, kept: { assessment, attempt } }) => {
    const { deadline } = attempt
    const minutes = deadline === null ? null : Math.ceil((Date.parse(deadline) - now) / 60_000)
    const isOfOther = assessment.lesson !== null && assessment.lesson.courseId !== courseId
    if (isOfOther || (minutes !== null && minutes < 1)) return []
    return [
      <Notice
        key={cache}
        tone="info"
        quiet
        className="mt-4"
        link={
          <Link className="ap-link" to={`/assessment/${assessment.id}`}>
            {text.goOnWithQuiz}
          </Link>
        }
      >
        {minutes === null
          ? text.untimedUnderWay(assessment.title)
          : text.quizUnderWay(assessment.title, minutes)}
      </Notice>,
    ]
  })
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
