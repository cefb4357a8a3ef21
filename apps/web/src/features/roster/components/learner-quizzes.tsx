import type { Attempt, AttemptSummary } from '@apogee/contracts/assessments/assessments.ts'
import type { LearnerDetail } from '@apogee/contracts/roster/roster.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { timeInWords } from '#web/platform/language/dates.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { learnerAttemptQuery, type Place } from '../api/roster.ts'
import { rosterMessages } from '../messages/roster.en.ts'
import './roster.css'

type AnswersOf = (attempt: Attempt) => ReactNode
type Quiz = LearnerDetail['quizzes'][number]

export function Quizzes({
  place,
  learner: { quizzes },
  answersOf,
}: {
  place: Place
  learner: LearnerDetail
  answersOf: AnswersOf
}) {
  const text = useText(rosterMessages)
  return (
    <Panel id="quizzes-heading" title={text.quizzes}>
      {quizzes.length === 0 ? <p className="mt-3 text-secondary">{text.noAttempts}</p> : null}
      {quizzes.map((quiz) => (
        <section
          key={quiz.assessmentId}
          className="roster-module"
          aria-labelledby={`quiz-${quiz.assessmentId}`}
        >
          <h3 className="ap-h4" id={`quiz-${quiz.assessmentId}`}>
            {quiz.title}
          </h3>
          {quiz.passPercentage === null ? null : (
            <p className="text-sm text-secondary">{text.passMark(quiz.passPercentage)}</p>
          )}
          <ul className="roster-list">
            {quiz.attempts.map((attempt) => (
              <AttemptRow
                key={attempt.number}
                place={place}
                quiz={quiz}
                attempt={attempt}
                answersOf={answersOf}
              />
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  )
}

function AttemptRow({
  place,
  quiz,
  attempt,
  answersOf,
}: {
  place: Place
  quiz: Quiz
  attempt: AttemptSummary
  answersOf: AnswersOf
}) {
  const text = useText(rosterMessages)
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const { number, state, percentage, earnedPoints, totalPoints, submittedAt, startedAt } = attempt
  const result =
    percentage === null
      ? text[state === 'open' ? 'attemptOpen' : 'attemptGrading']
      : text.attemptResult(percentage, earnedPoints ?? 0, totalPoints)
  return (
    <li>
      <span>
        {text.attempt(number)} · {result}
        <br />
        <span className="roster-aside">{timeInWords(submittedAt ?? startedAt, language)}</span>
      </span>
      {state === 'graded' ? (
        <Button size="sm" aria-label={text.answersOf(number, quiz.title)} onClick={() => setIsOpen(true)}>
          {text.showAnswers}
        </Button>
      ) : null}
      {isOpen ? (
        <AnswersDialog
          place={place}
          quiz={quiz}
          number={number}
          answersOf={answersOf}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </li>
  )
}

function AnswersDialog({
  place,
  quiz,
  number,
  answersOf,
  onClose,
}: {
  place: Place
  quiz: Quiz
  number: number
  answersOf: AnswersOf
  onClose: () => void
}) {
  const text = useText(rosterMessages)
  const { close, loading } = useText(platformMessages)
  const { assessmentId, title } = quiz
  const attempt = useQuery(learnerAttemptQuery(place, { assessmentId, number }, useViewer()))
  const skeleton = <SkeletonRows count={4} />
  return (
    <Dialog open onClose={onClose} title={text.answersOf(number, title)} closeLabel={close}>
      <LoadStates query={attempt} skeleton={skeleton} failed={text.answersFailed}>
        {({ data }) => (
          <Suspense fallback={<Loading label={loading}>{skeleton}</Loading>}>{answersOf(data)}</Suspense>
        )}
      </LoadStates>
    </Dialog>
  )
}
