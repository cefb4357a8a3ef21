import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Table } from '@apogee/ui/figures/table.tsx'
import { useQuery } from '@tanstack/react-query'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { missedQuestionsQuery } from '../api/course-figures.ts'
import { watchFiguresMessages } from '../messages/watch-figures.en.ts'
import './roster.css'

/**
 * Shows the questions that most learners of a course answer incorrectly at their first attempt. `from` is a day in Malaysia; null
 * means all learners.
 */
export function MissedQuestions({ courseId, from }: { courseId: number; from: string | null }) {
  const text = useText(watchFiguresMessages)
  const query = useQuery(missedQuestionsQuery(courseId, useViewer(), from))
  return (
    <section className="ap-panel" data-clip="" aria-labelledby="missed-heading">
      <header className="roster-figures-head">
        <h2 className="ap-h3" id="missed-heading">
          {text.missed}
        </h2>
        <p className="text-sm text-secondary">{text.missedLead}</p>
      </header>
      <LoadStates query={query} skeleton={<Skeleton shape="block" />} failed={text.missedFailed}>
        {({ data }) =>
          data.questions.length === 0 ? (
            <p className="px-5 pb-5 text-secondary">{text.noneMissed}</p>
          ) : (
            <Table
              caption={text.missed}
              rows={data.questions}
              rowKey={({ resourceId, key }) => `${resourceId} ${key}`}
              columns={[
                {
                  id: 'question',
                  header: text.question,
                  phone: 'main',
                  cell: ({ question, quiz, resourceId }) => (
                    <span className="roster-figures-lesson">
                      <span className="font-semibold">{question}</span>
                      <Link
                        className="ap-link text-sm"
                        to={`/course/${courseId}/manage/quizzes/${resourceId}`}
                      >
                        {quiz}
                      </Link>
                    </span>
                  ),
                },
                {
                  id: 'asked',
                  header: text.asked,
                  align: 'end',
                  cell: ({ asked }) => figure(asked),
                },
                {
                  id: 'missed',
                  header: text.missedShare,
                  align: 'end',
                  cell: ({ missedPercent }) => `${missedPercent}%`,
                },
              ]}
            />
          )
        }
      </LoadStates>
    </section>
  )
}
