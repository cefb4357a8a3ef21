import './assessments.css'
import type {
  Assessment,
  AssessmentQuestion,
  Attempt,
  QuestionResult,
} from '@apogee/contracts/assessments/assessments.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Progress } from '@apogee/ui/figures/progress.tsx'
import { Fragment, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { timeInWords } from '#web/platform/language/dates.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { AnswerText } from './answer-text.tsx'
import { FileList } from './file-list.tsx'
import { PictureOf } from './picture-of.tsx'
import { AssessmentHead, LessonLink, StartButton } from './assessment-start.tsx'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import { isAnswered } from '../use-answers.ts'

/** Below this percentage a quiz without a pass mark recommends the lesson before it. */
const enoughWithoutPassMark = 50

type Text = ReturnType<typeof useText<(typeof assessmentsMessages)['texts']>>

export function AttemptResult({
  lesson,
  attempt,
  attemptsLeft = null,
  wayOn,
  repeat = null,
  children,
}: {
  lesson: Assessment['lesson']
  attempt: Attempt
  /** Null means that attempts are unlimited. */
  attemptsLeft?: number | null | undefined
  /**
   * Leads to the next item of the course, or to the course after the last one. Null means that the attempt has no course or the
   * course is not loaded.
   */
  wayOn: WayOn | null
  /** The lesson before the quiz comes first when another attempt may be needed: below the pass mark, or below half without one. */
  repeat?: Repeat | null
  /** This content appears below the actions when the main action continues the course. */
  children?: ReactNode
}) {
  const text = useText(assessmentsMessages)
  const { percentage, earnedPoints, totalPoints, questions, results, passPercentage } = attempt
  const percent = percentage ?? 0
  const mayTryAgain = attemptsLeft !== 0
  const isPassed = percent >= (passPercentage ?? 1)
  /**
   * Continuing is the main action of a quiz in a course, unless a retry is appropriate: the pass mark was missed, or no answer was
   * right.
   */
  const isDone = lesson !== null && (isPassed || !mayTryAgain)
  const repeated = mayTryAgain && percent < (passPercentage ?? enoughWithoutPassMark) ? repeat : null
  const scored = text.scored(earnedPoints ?? 0, totalPoints)
  return (
    <>
      <Head title={text.resultTitle(attempt.title)} />
      <AssessmentHead title={attempt.title} lesson={lesson} />
      <div className="ap-wrap assess-result">
        <section className="assess-score" aria-labelledby="result-heading">
          <h2 id="result-heading" className="ap-h4">
            {text.result} <span className="assess-score-number">{text.attemptNumber(attempt.number)}</span>
          </h2>
          <p className="assess-score-line">
            <b className="assess-percent">{text.percent(percent)}</b>
            <span>{scored}</span>
          </p>
          <Progress value={percent} label={text.result} valueText={`${text.percent(percent)}, ${scored}`} />
          {passPercentage !== null ? (
            <PassMark percent={percent} passPercentage={passPercentage} mayTryAgain={mayTryAgain} />
          ) : isPassed || !mayTryAgain ? null : (
            <p>{text.nothingRight}</p>
          )}
          <HandedIn at={attempt.submittedAt} />
          <div className="flex flex-wrap items-start gap-3">
            {repeated ? <RepeatLink {...repeated} /> : null}
            {isDone && wayOn ? <WayOnLink {...wayOn} main={!repeated} /> : null}
            {isDone && !wayOn ? <LessonLink lesson={lesson} main={!repeated} /> : null}
            {mayTryAgain ? (
              <StartButton assessmentId={attempt.assessmentId} again minor={isDone || repeated !== null} />
            ) : null}
            <LinkButton as={Link} to={`/assessment/${attempt.assessmentId}`}>
              {text.toAssessment}
            </LinkButton>
            {!isDone && wayOn ? <WayOnLink {...wayOn} /> : null}
            {isDone && !wayOn ? null : <LessonLink lesson={lesson} />}
          </div>
          {isDone ? children : null}
        </section>
        <section aria-labelledby="summary-heading" className="min-w-0">
          <h2 id="summary-heading" className="ap-h4">
            {text.summary}
          </h2>
          {attempt.review === 'score' ? <p className="text-secondary">{text.reviewScore}</p> : null}
          {attempt.review === 'marks' ? <p className="text-secondary">{text.reviewMarks}</p> : null}
          <ol className="assess-summary">
            {questions.map((question, index) => {
              const result = results.find(({ questionId }) => questionId === question.id)
              return result ? (
                <li key={question.id}>
                  <QuestionSummary question={question} result={result} place={index + 1} />
                </li>
              ) : null
            })}
          </ol>
        </section>
      </div>
    </>
  )
}

export interface WayOn {
  address: string
  /** `title` is the title of the next item. Null means that the current item is the course's last one. */
  title: string | null
}

function HandedIn({ at }: { at: string | null }) {
  const text = useText(assessmentsMessages)
  const language = useLanguage()
  return at ? <p className="text-sm text-tertiary">{text.handedIn(timeInWords(at, language))}</p> : null
}

export interface Repeat {
  address: string
  title: string
  isVideo: boolean
}

function RepeatLink({ address, title, isVideo }: Repeat) {
  const text = useText(assessmentsMessages)
  return (
    <LinkButton as={Link} to={address} variant="primary" icon="undo">
      {(isVideo ? text.watchAgain : text.readAgain)(title)}
    </LinkButton>
  )
}

function WayOnLink({ address, title, main = false }: WayOn & { main?: boolean }) {
  const text = useText(assessmentsMessages)
  return (
    <LinkButton
      as={Link}
      to={address}
      variant={main ? 'primary' : 'quiet'}
      iconEnd={title === null ? undefined : 'arrow-right'}
    >
      {title === null ? text.toCourse : text.nextItem(title)}
    </LinkButton>
  )
}

function PassMark({
  percent,
  passPercentage,
  mayTryAgain,
}: {
  percent: number
  passPercentage: number
  mayTryAgain: boolean
}) {
  const text = useText(assessmentsMessages)
  const isPassed = percent >= passPercentage
  const missed = mayTryAgain ? text.notPassedHint : text.notPassedNoneLeft
  return (
    <p className="assess-pass">
      <Badge tone={isPassed ? 'positive' : 'warning'} icon={isPassed ? 'check' : 'info'}>
        {isPassed ? text.passed : text.notPassed}
      </Badge>
      <span>{isPassed ? text.passedHint(passPercentage) : missed(passPercentage)}</span>
    </p>
  )
}

/** `answerLabel` labels the given answer when its reader is not the learner. */
export function QuestionSummary({
  question,
  result,
  place,
  answerLabel,
}: {
  question: AssessmentQuestion
  result: QuestionResult
  place: number
  answerLabel?: string
}) {
  const text = useText(assessmentsMessages)
  const isPartly = !result.isCorrect && result.earnedPoints > 0
  const isByPerson = question.kind === 'hand-in'
  return (
    <article className="ap-panel assess-panel" aria-labelledby={`summary-${question.id}`}>
      <header className="assess-question-head">
        <h3 id={`summary-${question.id}`} className="ap-h4">
          {text.goTo(place)}
        </h3>
        <Badge
          tone={isByPerson ? 'info' : result.isCorrect ? 'positive' : isPartly ? 'warning' : 'danger'}
          icon={isByPerson || result.isCorrect ? 'check' : isPartly ? 'info' : 'close'}
        >
          {isByPerson ? text.graded : result.isCorrect ? text.correct : isPartly ? text.partly : text.wrong}
        </Badge>
        <span className="text-sm text-secondary">{text.scored(result.earnedPoints, question.points)}</span>
      </header>
      <PictureOf question={question} />
      <p className="assess-question">{question.question}</p>
      <dl className="assess-answers">
        <dt>{answerLabel ?? text.yourAnswer}</dt>
        <dd>
          <AnswerText question={question} answer={question.given} />
          <FileList files={question.files} />
        </dd>
        {result.comment ? (
          <>
            <dt>{text.comment}</dt>
            <dd className="whitespace-pre-line">{result.comment}</dd>
          </>
        ) : null}
        {result.isCorrect || result.correctAnswer === null ? null : (
          <>
            <dt>{text.correctAnswer}</dt>
            <dd>
              <AnswerText question={question} answer={result.correctAnswer} />
            </dd>
          </>
        )}
        {result.feedback?.map(({ option, text: said }) => (
          <Fragment key={option}>
            <dt>{text.feedbackOn(question.options[option] ?? '')}</dt>
            <dd>{said}</dd>
          </Fragment>
        ))}
        {result.explanation === '' ? null : (
          <>
            <dt>{text.explanation}</dt>
            <dd>{result.explanation}</dd>
          </>
        )}
      </dl>
      {result.tests && isAnswered(question.given) ? (
        <p className="text-sm text-secondary">
          {text.testsPassed(result.tests.passed, result.tests.total)}.{' '}
          {result.problem ? problemText(text, result.problem) : null}
        </p>
      ) : null}
    </article>
  )
}

function problemText(text: Text, { kind, message }: NonNullable<QuestionResult['problem']>): string {
  return {
    wrong: text.problemWrong,
    threw: text.problemThrew(message),
    noFunction: text.problemNoFunction,
    time: text.problemTime,
    memory: text.problemMemory,
    output: text.problemOutput,
  }[kind]
}
