import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import './assessments.css'
import type { Assessment, AttemptSummary } from '@apogee/contracts/assessments/assessments.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useIsMutating } from '#web/platform/transfer/use-is-mutating.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import { attemptAddress, quizAddress, useStartAttempt } from '../api/assessments.ts'

/** Returns the time limit in whole minutes. Null means no limit. */
export const minutesOf = ({ timeLimitSeconds }: Assessment): number | null =>
  timeLimitSeconds === null ? null : Math.round(timeLimitSeconds / 60)

export function AssessmentHead({
  title,
  lesson,
  children,
}: {
  title: string
  lesson: Assessment['lesson']
  children?: ReactNode
}) {
  const text = useText(assessmentsMessages)
  return (
    <header className="assess-head" data-timed={children ? '' : undefined}>
      <div className="ap-wrap assess-head-line">
        <div className="min-w-0">
          <Breadcrumb
            as={Link}
            label={text.breadcrumb}
            places={[
              lesson ? [`/course/${lesson.courseId}`, lesson.courseTitle] : ['/dashboard', text.dashboard],
            ]}
            current={text.assessment}
          />
          <h1 className="ap-h2">{title}</h1>
        </div>
        {children}
      </div>
    </header>
  )
}

/**
 * States, wherever an attempt can be started, what matters once the timer runs. The quiz's lesson states its pass mark and number of
 * attempts elsewhere.
 */
export function StartRules({ assessment }: { assessment: Assessment }) {
  const text = useText(assessmentsMessages)
  const { lesson, review, passPercentage, attemptsAllowed = null } = assessment
  const reviewRule = { score: [text.ruleScore], marks: [text.ruleMarks], answers: [] }[review]
  const passText = attemptsAllowed === null ? text.rulePass : text.rulePassOnly
  const passRule = passPercentage === null ? [] : [passText(passPercentage)]
  const attemptsRule = attemptsAllowed === null ? [] : [text.ruleAttempts(attemptsAllowed)]
  const minutes = minutesOf(assessment)
  const timeRule = minutes === null || !lesson ? '' : `${text.ruleTime(minutes)} `
  const rules = [
    minutes === null ? text.ruleUntimed : `${timeRule}${text.ruleTimer}`,
    text.ruleSaved,
    ...(minutes === null ? [] : [text.ruleOnce]),
    ...(lesson ? [] : [...passRule, ...attemptsRule]),
    ...reviewRule,
  ]
  return (
    <ul className="assess-rules">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  )
}

/**
 * Shows facts of the assessment, the start button, and earlier attempts. The quiz's lesson already states its facts.
 */
export function AssessmentStart({ assessment }: { assessment: Assessment }) {
  const text = useText(assessmentsMessages)
  const { attempts, lesson, passPercentage, attemptsAllowed = null, attemptsLeft = null } = assessment
  const minutes = minutesOf(assessment)
  const isUsedUp = attemptsLeft === 0 && attempts.every(({ state }) => state !== 'open')
  return (
    <>
      <AssessmentHead title={assessment.title} lesson={lesson} />
      <div className="ap-wrap assess-start">
        <section className="min-w-0">
          {lesson ? null : (
            <dl className="assess-facts">
              <Fact label={text.questions} value={assessment.questionCount} />
              <Fact label={text.points} value={assessment.totalPoints} />
              <Fact
                label={text.timeLimit}
                value={minutes === null ? text.noTimeLimit : text.minutes(minutes)}
              />
              {passPercentage === null ? null : (
                <Fact label={text.passMark} value={text.percent(passPercentage)} />
              )}
              {attemptsAllowed === null || attemptsLeft === null ? null : (
                <Fact label={text.attemptsAllowed} value={text.attemptsLeft(attemptsLeft, attemptsAllowed)} />
              )}
            </dl>
          )}
          <StartRules assessment={assessment} />
          <div className="flex flex-wrap items-start gap-3">
            {isUsedUp ? (
              <p>{text.noneLeft}</p>
            ) : (
              <StartButton assessmentId={assessment.id} again={attempts.length > 0} size="lg" />
            )}
            <LessonLink lesson={lesson} />
          </div>
        </section>
        {attempts.length > 0 ? <PastAttempts assessment={assessment} /> : null}
      </div>
    </>
  )
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Starts the first or another attempt. `minor` means that another button is the screen's primary one. */
export function StartButton({
  assessmentId,
  again,
  label,
  minor = false,
  onStarted,
  size = 'md',
}: {
  assessmentId: number
  again: boolean
  /** `label` replaces the button's usual words. */
  label?: string | undefined
  minor?: boolean
  /** Set when the present page shows the attempt. */
  onStarted?: () => void
  size?: 'md' | 'lg'
}) {
  const text = useText(assessmentsMessages)
  const failureText = useFailureText()
  const isUnderWay = useIsMutating()
  const start = useStartAttempt(assessmentId, onStarted)
  return (
    <div className="assess-action">
      <Button
        variant={minor ? 'secondary' : 'primary'}
        size={size}
        icon={again ? 'undo' : 'play'}
        busy={start.isPending}
        busyLabel={text.starting}
        onClick={() => {
          if (!isUnderWay(['start-attempt', assessmentId])) start.mutate()
        }}
      >
        {label ?? (again ? text.tryAgain : text.start)}
      </Button>
      {start.isError ? <Notice tone="danger">{failureText(start.error, text.startFailed)}</Notice> : null}
    </div>
  )
}

function PastAttempts({ assessment: { id, attempts } }: { assessment: Assessment }) {
  const text = useText(assessmentsMessages)
  const best = Math.max(-1, ...attempts.map(({ percentage }) => percentage ?? -1))
  const bestNumber = attempts.findLast(({ percentage }) => percentage === best)?.number
  return (
    <section className="ap-panel" data-clip="" aria-labelledby="past-attempts">
      <h2 id="past-attempts" className="assess-panel-title">
        {text.yourAttempts}
      </h2>
      <ul>
        {attempts.map((attempt) => (
          <li key={attempt.number}>
            <PastAttempt
              assessmentId={id}
              attempt={attempt}
              isBest={attempts.length > 1 && attempt.number === bestNumber}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PastAttempt({
  assessmentId,
  attempt,
  isBest,
}: {
  assessmentId: number
  attempt: AttemptSummary
  isBest: boolean
}) {
  const text = useText(assessmentsMessages)
  const language = useLanguage()
  return (
    <Link className="assess-past" to={attemptAddress(assessmentId, attempt.number)}>
      <span className="min-w-0">
        <span className="assess-past-name">
          <b>{text.attemptNumber(attempt.number)}</b>{' '}
          {isBest ? <Badge tone="positive">{text.best}</Badge> : null}
        </span>{' '}
        <span className="assess-past-date">
          {timeInWords(attempt.submittedAt ?? attempt.startedAt, language)}
        </span>
      </span>
      {attempt.percentage === null || attempt.earnedPoints === null ? (
        <Badge tone="info">{attempt.state === 'waiting' ? text.waitingShort : text.grading}</Badge>
      ) : (
        <span className="assess-past-score">
          <b>{text.percent(attempt.percentage)}</b>{' '}
          <span>{text.attemptScore(attempt.earnedPoints, attempt.totalPoints)}</span>
        </span>
      )}
      <Icon name="arrow-right" size="sm" />
    </Link>
  )
}

/** Links back to the lesson of the assessment, if it has one; the link is the screen's primary action when `main`. */
export function LessonLink({ lesson, main = false }: { lesson: Assessment['lesson']; main?: boolean }) {
  const text = useText(assessmentsMessages)
  return lesson ? (
    <LinkButton as={Link} variant={main ? 'primary' : 'quiet'} to={quizAddress(lesson)}>
      {text.toLesson}
    </LinkButton>
  ) : null
}
