import './assessments.css'
import type { Assessment } from '@apogee/contracts/assessments/assessments.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { quizIcon } from '@apogee/ui/icons/more-icons.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Loading, Skeleton, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import { attemptAddress, quizQuery } from '../api/assessments.ts'
import { minutesOf, StartButton, StartRules } from './assessment-start.tsx'

const AssignmentPanel = lazyWithRetry(
  async () => (await import('../assignments/assignment-panel.tsx')).AssignmentPanel,
)

/** Replaces the video with the start of the quiz, and the last result. */
export function QuizPanel({ resourceId, ...quiz }: { resourceId: number } & Omit<QuizProps, 'assessment'>) {
  const text = useText(assessmentsMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const failureText = useFailureText()
  const { data, error, isPending, refetch } = useQuery(quizQuery(resourceId, useViewer()))
  if (isPending) {
    return (
      <Loading label={loading} className="ap-panel assess-panel">
        <Skeleton shape="title" width={40} />
        <Skeleton shape="block" />
      </Loading>
    )
  }
  if (!data) {
    return (
      <ErrorState
        title={text.quizFailed}
        text={failureText(error, text.loadFailed)}
        action={<Button onClick={() => void refetch()}>{tryAgain}</Button>}
      />
    )
  }
  const { assignment } = data.data
  return assignment ? (
    <Suspense fallback={<SkeletonRows count={4} />}>
      <AssignmentPanel assessment={data.data} assignment={assignment} />
    </Suspense>
  ) : (
    <Quiz assessment={data.data} {...quiz} />
  )
}

interface QuizProps {
  assessment: Assessment
  isCompleted: boolean
  /** The course's progress counts the quiz. */
  isLesson: boolean
}

/** States until completion how to complete the quiz, whether it counts as progress, and the number of attempts. */
function QuizHint({
  assessment: { passPercentage, attemptsAllowed = null },
  isTaken,
  isLesson,
}: Pick<QuizProps, 'assessment' | 'isLesson'> & { isTaken: boolean }) {
  const text = useText(assessmentsMessages)
  const attempts = attemptsAllowed === null ? text.ruleAnyAttempts : text.ruleAttempts(attemptsAllowed)
  const ready = isLesson ? text.quizReadyCounted : text.quizReady
  const toComplete = passPercentage !== null ? text.quizToPass(passPercentage) : isTaken ? null : ready
  return (
    <p className="text-secondary">
      {toComplete === null ? null : <span>{toComplete}</span>} <span>{attempts}</span>
    </p>
  )
}

function Quiz({ assessment, isCompleted, isLesson }: QuizProps) {
  const text = useText(assessmentsMessages)
  const [newest] = assessment.attempts
  const last = assessment.attempts.find(({ state }) => state === 'graded')
  const best = Math.max(0, ...assessment.attempts.map(({ percentage }) => percentage ?? 0))
  const { attemptsAllowed = null, attemptsLeft = null } = assessment
  const isUsedUp = attemptsLeft === 0 && newest?.state !== 'open'
  const minutes = minutesOf(assessment)
  return (
    <div className="ap-panel assess-panel assess-quiz">
      <p className="assess-quiz-kind">
        <Icon name={quizIcon} />
        {text.assessment}
      </p>
      <dl className="assess-facts">
        <div>
          <dt>{text.questions}</dt>
          <dd>{assessment.questionCount}</dd>
        </div>
        <div>
          <dt>{text.points}</dt>
          <dd>{assessment.totalPoints}</dd>
        </div>
        <div>
          <dt>{text.timeLimit}</dt>
          <dd>{minutes === null ? text.noTimeLimit : text.minutes(minutes)}</dd>
        </div>
        {assessment.passPercentage === null ? null : (
          <div>
            <dt>{text.passMark}</dt>
            <dd>{text.percent(assessment.passPercentage)}</dd>
          </div>
        )}
        {attemptsAllowed === null || attemptsLeft === null ? null : (
          <div>
            <dt>{text.attemptsAllowed}</dt>
            <dd>{text.attemptsLeft(attemptsLeft, attemptsAllowed)}</dd>
          </div>
        )}
        {last && last.percentage !== null ? (
          <div>
            <dt>{text.lastResult}</dt>
            <dd>{text.percent(last.percentage)}</dd>
          </div>
        ) : null}
        {best > (last?.percentage ?? 0) ? (
          <div>
            <dt>{text.bestResult}</dt>
            <dd>{text.percent(best)}</dd>
          </div>
        ) : null}
      </dl>
      {isCompleted ? null : (
        <QuizHint assessment={assessment} isLesson={isLesson} isTaken={last !== undefined} />
      )}
      {isUsedUp || newest?.state === 'open' ? null : <StartRules assessment={assessment} />}
      <div className="flex flex-wrap gap-3">
        {isUsedUp ? <span>{text.noneLeft}</span> : <QuizStart assessment={assessment} minor={isCompleted} />}
        {last ? (
          <LinkButton as={Link} variant="quiet" to={attemptAddress(assessment.id, last.number)}>
            {text.seeResult}
          </LinkButton>
        ) : null}
      </div>
    </div>
  )
}

/** Starts an attempt, or leads to the open one. `minor` means that the view has another main action. */
function QuizStart({ assessment: { id, attempts }, minor }: { assessment: Assessment; minor: boolean }) {
  const text = useText(assessmentsMessages)
  const [newest] = attempts
  return newest?.state === 'open' ? (
    <LinkButton as={Link} to={`/assessment/${id}`} variant={minor ? 'secondary' : 'primary'} icon="play">
      {text.continueQuiz}
    </LinkButton>
  ) : (
    <StartButton
      assessmentId={id}
      again={newest !== undefined}
      label={newest ? undefined : text.startQuiz}
      minor={minor}
    />
  )
}
