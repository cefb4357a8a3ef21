import type { Assessment, Attempt, AttemptSummary } from '@apogee/contracts/assessments/assessments.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { assignmentIcon } from '@apogee/ui/icons/more-icons.ts'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { dateInWords, timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useSession, useViewer } from '#web/platform/session/session.tsx'
import { attemptQuery } from '../api/assessments.ts'
import { AnswerText } from '../components/answer-text.tsx'
import { StartButton } from '../components/assessment-start.tsx'
import { FileList } from '../components/file-list.tsx'
import { PictureOf } from '../components/picture-of.tsx'
import { assignmentsMessages } from '../messages/assignments.en.ts'
import { AssignmentWork } from './assignment-work.tsx'
import {
  isClosed,
  isLateTry,
  stateOfAssignment,
  stateOfTry,
  type AssignmentState,
} from './assignment-state.ts'
import { RubricTable } from './rubric-table.tsx'
import '../components/assessments.css'
import './assignments.css'

const tones = {
  notStarted: 'neutral',
  begun: 'neutral',
  handedIn: 'info',
  returned: 'warning',
  passed: 'positive',
} as const satisfies Record<AssignmentState, string>

type Task = NonNullable<Assessment['assignment']>

/** Shows an assignment to a learner: what is asked, the state, the work, and what the teacher says. */
export function AssignmentPanel({ assessment, assignment }: { assessment: Assessment; assignment: Task }) {
  const text = useText(assignmentsMessages)
  const notify = useNotify()
  const head = useRef<HTMLDivElement>(null)
  const [now] = useState(() => Date.now())
  const closed = isClosed(assessment, now)
  const [newest, ...earlier] = assessment.attempts
  const graded = assessment.attempts.find(({ state }) => state === 'graded')
  const shownTry = newest && newest.state !== 'open' ? newest : graded
  const others = [newest, ...earlier].filter((one) => one && one !== shownTry && one.state !== 'open')
  return (
    <div className="ap-panel assess-panel assignment">
      <div className="assignment-head" ref={head} tabIndex={-1}>
        <Icon name={assignmentIcon} />
        <b>{text.assignment}</b>
        <State state={stateOfAssignment(assessment)} />
      </div>
      <Facts assessment={assessment} assignment={assignment} />
      {assessment.passPercentage === null || stateOfAssignment(assessment) === 'passed' ? null : (
        <p className="text-secondary">{text.toPass}</p>
      )}
      <section className="assignment-part" aria-label={text.instructions}>
        <PictureOf question={assignment} />
        <p className="assignment-text">{assignment.instructions}</p>
      </section>
      {shownTry ? (
        <ShownTry id={assessment.id} attempt={shownTry} assignment={assignment} />
      ) : assignment.rubric ? (
        <section className="assignment-part">
          <h3 className="ap-h4">{text.rubric}</h3>
          <RubricTable rubric={assignment.rubric} />
        </section>
      ) : null}
      {closed ? <Notice tone="warning">{text.closed}</Notice> : null}
      <Work
        assessment={assessment}
        closed={closed}
        onHandedIn={() => {
          notify({ text: text.handedIn })
          head.current?.focus()
        }}
      />
      {others.length > 0 ? (
        <section className="assignment-part">
          <h3 className="ap-h4">{text.earlier}</h3>
          {others.map((one) =>
            one ? (
              <Disclosure key={one.number} title={text.tryNumber(one.number)}>
                <ShownTry id={assessment.id} attempt={one} assignment={assignment} />
              </Disclosure>
            ) : null,
          )}
        </section>
      ) : null}
    </div>
  )
}

const State = ({ state }: { state: AssignmentState }) => {
  const text = useText(assignmentsMessages)
  return <Badge tone={tones[state]}>{text[state]}</Badge>
}

function Facts({ assessment, assignment }: { assessment: Assessment; assignment: Task }) {
  const text = useText(assignmentsMessages)
  const language = useLanguage()
  const { dueAt, refusesLate } = assignment
  const { attemptsAllowed = null, attemptsLeft = null, attempts, totalPoints } = assessment
  const isPassed = stateOfAssignment(assessment) === 'passed'
  // An open try counts as used on the server, although the learner can still hand it in.
  const left =
    attemptsAllowed === null ? 0 : attemptsAllowed - attempts.filter(({ state }) => state !== 'open').length
  return (
    <>
      <dl className="assess-facts">
        {dueAt === null ? null : (
          <Fact label={text.dueDate}>
            {/* The due date is midnight, and the minute before it belongs to the last day. */}
            {text.byEndOf(dateInWords(new Date(Date.parse(dueAt) - 60_000).toISOString(), language))}
          </Fact>
        )}
        <Fact label={text.points}>{totalPoints}</Fact>
        {attemptsAllowed === null || attemptsLeft === null || isPassed ? null : (
          <Fact label={text.tries}>{text.triesLeft(Math.max(0, left), attemptsAllowed)}</Fact>
        )}
      </dl>
      {dueAt === null || attempts.some(({ state }) => state !== 'open') ? null : (
        <p className="text-secondary">{refusesLate ? text.lateRefused : text.lateAccepted}</p>
      )}
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Continues the open try, or starts one where the learner may. */
function Work({
  assessment,
  closed,
  onHandedIn,
}: {
  assessment: Assessment
  closed: boolean
  onHandedIn: () => void
}) {
  const text = useText(assignmentsMessages)
  const { user } = useSession()
  const viewer = useViewer()
  const [isStartedHere, setStartedHere] = useState(false)
  const [newest] = assessment.attempts
  const isOpen = newest?.state === 'open'
  const query = useQuery({ ...attemptQuery(assessment.id, newest?.number ?? 0, viewer), enabled: isOpen })
  if (isOpen)
    return (
      <LoadStates query={query} skeleton={<SkeletonRows count={4} />} failed={text.loadFailed}>
        {({ data }) =>
          user && data.state === 'open' ? (
            <AssignmentWork
              key={`${user.id}-${data.number}`}
              attempt={data}
              userId={user.id}
              isClosed={closed}
              takesFocus={isStartedHere}
              onHandedIn={onHandedIn}
            />
          ) : null
        }
      </LoadStates>
    )
  const state = stateOfAssignment(assessment)
  if (closed || state === 'passed' || state === 'handedIn') return null
  if (assessment.attemptsLeft === 0) return <p>{text.noneLeft}</p>
  return (
    <StartButton
      assessmentId={assessment.id}
      again={newest !== undefined}
      label={newest ? text.again : text.start}
      onStarted={() => setStartedHere(true)}
    />
  )
}

/** Shows a try that was handed in, with its grade. */
function ShownTry({ id, attempt, assignment }: { id: number; attempt: AttemptSummary; assignment: Task }) {
  const text = useText(assignmentsMessages)
  const language = useLanguage()
  const query = useQuery(attemptQuery(id, attempt.number, useViewer()))
  const { submittedAt, earnedPoints, totalPoints } = attempt
  return (
    <section className="assignment-part" aria-label={text.tryNumber(attempt.number)}>
      <p className="assignment-head">
        <State state={stateOfTry(attempt)} />
        {isLateTry(attempt, assignment.dueAt) ? <Badge tone="warning">{text.isLate}</Badge> : null}
        {submittedAt === null ? null : (
          <span className="text-secondary">{text.handedInAt(timeInWords(submittedAt, language))}</span>
        )}
        {earnedPoints === null ? null : <b>{text.scored(earnedPoints, totalPoints)}</b>}
      </p>
      {attempt.state === 'graded' ? null : <p className="text-secondary">{text.waits}</p>}
      <LoadStates query={query} skeleton={<SkeletonRows count={3} />} failed={text.loadFailed}>
        {({ data }) => <TryContents attempt={data} />}
      </LoadStates>
    </section>
  )
}

function TryContents({ attempt: { questions, results } }: { attempt: Attempt }) {
  const text = useText(assignmentsMessages)
  const [question] = questions
  const [result] = results
  if (!question) return null
  return (
    <>
      {result?.comment ? (
        <div className="assignment-part">
          <h3 className="ap-h4">{text.feedback}</h3>
          <p className="assignment-text">{result.comment}</p>
        </div>
      ) : null}
      {question.rubric ? <RubricTable rubric={question.rubric} chosen={result?.levels} /> : null}
      <Disclosure title={text.yourWork}>
        {question.isFilesOnly ? null : <AnswerText question={question} answer={question.given} />}
        <FileList files={question.files} />
      </Disclosure>
    </>
  )
}
