import type { HandIn, HandInGrade } from '@apogee/contracts/assessments/hand-ins.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { draftOf } from '#web/platform/drafts/drafts.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { Head } from '#web/platform/page/head.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { useSession, useViewer } from '#web/platform/session/session.tsx'
import { FileList } from '../components/file-list.tsx'
import { PictureOf } from '../components/picture-of.tsx'
import { gradingMessages } from '../messages/grading.en.ts'
import { handInAddress, handInQuery, staleAfterGrade } from './hand-ins-api.ts'
import '../components/assessments.css'
import './grading.css'

/** Shows the answers of one attempt that a person grades, and the form for the grades. */
export function HandInPage({ courseId, attemptId }: { courseId: number; attemptId: number }) {
  const text = useText(gradingMessages)
  const query = useQuery(handInQuery(courseId, attemptId, useViewer()))
  const data = query.data?.data
  const learner = data ? (data.name ?? data.email) : text.handIn
  return (
    <div className="ap-wrap grading">
      <Head title={learner} />
      <header className="grading-head">
        <Breadcrumb
          as={Link}
          label={text.breadcrumb}
          places={[[`/course/${courseId}/hand-ins`, text.title]]}
          current={learner}
        />
        <h1 className="ap-h2">{learner}</h1>
        {data ? <p className="text-secondary">{text.attemptAt(data.assessmentTitle, data.number)}</p> : null}
      </header>
      <LoadStates query={query} skeleton={<SkeletonRows count={5} />} failed={text.handInFailed}>
        {({ data: read }) => (
          <GradeForm
            key={`${read.attemptId}/${read.seen}`}
            courseId={courseId}
            read={read}
            onReload={() => void query.refetch()}
          />
        )}
      </LoadStates>
    </div>
  )
}

/** The keys consist of `points` or `comment`, and the id of the question. */
type Typed = Readonly<Record<string, string>>

const typedOf = ({ answers }: HandIn): Typed =>
  Object.fromEntries(
    answers.flatMap(({ questionId, grades: [newest] }) => [
      [`points ${questionId}`, newest ? String(newest.points) : ''],
      [`comment ${questionId}`, newest?.comment ?? ''],
    ]),
  )

function GradeForm({ courseId, read, onReload }: { courseId: number; read: HandIn; onReload: () => void }) {
  const text = useText(gradingMessages)
  const language = useLanguage()
  const { user } = useSession()
  const [draft] = useState(() => draftOf(user?.id ?? 0, `hand-in ${read.attemptId}`, typedOf(read)))
  const [typed, setTyped] = useState(draft.fields)
  const [isChecked, setChecked] = useState(false)
  const { save, isConflict, failure } = useGrading(courseId, read, draft.forget)
  const set = (field: string, value: string) => {
    const next = { ...typed, [field]: value }
    setTyped(next)
    draft.keep(next)
  }
  const problemOf = (questionId: number, most: number): string | undefined => {
    const points = typed[`points ${questionId}`]?.trim() ?? ''
    return /^\d{1,3}$/.test(points) && Number(points) <= most ? undefined : text.pointsRule(most)
  }
  const found = read.answers.map(({ questionId, points }) => problemOf(questionId, points))
  const problems = isChecked ? found : []
  const isGraded = read.state === 'graded'
  return (
    <form
      className="grading-form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (found.every((problem) => problem === undefined)) save.mutate(typed)
      }}
    >
      <p className="text-secondary">
        {text.handedIn(timeInWords(read.submittedAt, language))}
        {isGraded && read.percentage !== null ? ` · ${text.resultIs(read.percentage)}` : null}
      </p>
      <ol className="grid gap-5">
        {read.answers.map((answer, index) => (
          <li key={answer.questionId}>
            <GradedAnswer answer={answer} index={index} typed={typed} set={set} problem={problems[index]} />
          </li>
        ))}
      </ol>
      {isConflict ? (
        <Notice tone="warning">
          <span className="grid justify-items-start gap-2">
            <span>{text.conflict}</span>
            <Button size="sm" onClick={onReload}>
              {text.showTheirs}
            </Button>
          </span>
        </Notice>
      ) : failure ? (
        <Notice tone="danger">{failure}</Notice>
      ) : null}
      <footer className="grading-foot">
        <Button variant="primary" type="submit" busy={save.isPending} busyLabel={text.saving}>
          {isGraded ? text.saveAgain : read.next === null ? text.save : text.saveAndNext}
        </Button>
        {read.next === null ? null : (
          <LinkButton as={Link} variant="quiet" to={handInAddress(courseId, read.next)} iconEnd="arrow-right">
            {text.next}
          </LinkButton>
        )}
      </footer>
    </form>
  )
}

function GradedAnswer({
  answer: { questionId, question, picture, points, guide, text: given, files, grades },
  index,
  typed,
  problem,
  set,
}: {
  answer: HandIn['answers'][number]
  index: number
  typed: Typed
  problem: string | undefined
  set: (field: string, value: string) => void
}) {
  const text = useText(gradingMessages)
  return (
    <article className="ap-panel assess-panel" aria-label={text.answerNumber(index + 1)}>
      <PictureOf question={{ picture }} />
      <p className="assess-question">{question}</p>
      <div className="grading-answer">
        {given === '' ? (
          <p className="text-tertiary">{text.noText}</p>
        ) : (
          <p className="whitespace-pre-line">{given}</p>
        )}
        <FileList files={files} />
      </div>
      {guide === '' ? null : (
        <Disclosure title={text.guide}>
          <p className="whitespace-pre-line text-secondary">{guide}</p>
        </Disclosure>
      )}
      <TextField
        className="grading-points"
        label={text.pointsOf(points)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={typed[`points ${questionId}`] ?? ''}
        error={problem}
        onChange={({ target }) => set(`points ${questionId}`, target.value)}
      />
      <TextArea
        label={text.comment}
        hint={text.commentHint}
        rows={4}
        maxLength={handInLimits.comment}
        value={typed[`comment ${questionId}`] ?? ''}
        onChange={({ target }) => set(`comment ${questionId}`, target.value)}
      />
      <History grades={grades} />
    </article>
  )
}

function useGrading(courseId: number, read: HandIn, forgetDraft: () => void) {
  const text = useText(gradingMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const viewer = useViewer()
  const navigate = useNavigate()
  const failureText = useFailureText()
  const save = useMutation({
    mutationKey: ['grade-hand-in', read.attemptId],
    networkMode: 'always',
    mutationFn: (typed: Typed) =>
      call('gradeHandIn', {
        params: { id: courseId, attemptId: read.attemptId },
        body: {
          seen: read.seen,
          grades: read.answers.map(({ questionId }) => ({
            questionId,
            points: Number(typed[`points ${questionId}`]),
            comment: typed[`comment ${questionId}`] ?? '',
          })),
        },
      }),
    onSuccess: async (answer) => {
      forgetDraft()
      notify({ text: text.saved })
      queries.setQueryData(handInQuery(courseId, read.attemptId, viewer).queryKey, answer)
      const { next } = answer.data
      if (read.state !== 'graded' && next !== null) navigate(handInAddress(courseId, next))
      for (const queryKey of staleAfterGrade(courseId)) await queries.invalidateQueries({ queryKey })
    },
  })
  const isConflict = save.error instanceof ApiError && save.error.errorCode === 'HAND_IN_GRADED'
  return { save, isConflict, failure: save.error ? failureText(save.error, text.saveFailed) : null }
}

function History({ grades }: { grades: readonly HandInGrade[] }) {
  const text = useText(gradingMessages)
  const language = useLanguage()
  if (grades.length === 0) return null
  return (
    <Disclosure title={text.history(grades.length)}>
      <ol className="grid gap-3">
        {grades.map(({ id, points, comment, by, at }) => (
          <li key={id}>
            <p className="text-sm text-secondary">
              {text.gradedBy(points, by ?? text.somebody, timeInWords(at, language))}
            </p>
            {comment === '' ? null : <p className="whitespace-pre-line">{comment}</p>}
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
