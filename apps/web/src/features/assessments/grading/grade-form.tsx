import type { HandIn, HandInGrade, Verdict } from '@apogee/contracts/assessments/hand-ins.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { draftOf } from '#web/platform/drafts/drafts.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useText, type Translation } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useKeys } from '#web/platform/page/use-keys.ts'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { useSession, useViewer } from '#web/platform/session/session.tsx'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { FileList } from '../components/file-list.tsx'
import { PictureOf } from '../components/picture-of.tsx'
import { gradingMessages } from '../messages/grading.en.ts'
import { handInAddress, handInQuery, handInsQuery, staleAfterGrade } from './hand-ins-api.ts'
import { outcomeText } from './outcome-text.ts'
import { RubricChoice } from './rubric-choice.tsx'
import { gradeOf, levelsIn, sumOfLevels, typedOf, type Typed } from './typed-grade.ts'
import '../components/assessments.css'
import './grading.css'

interface FormProps {
  courseId: number
  read: HandIn
  onReload: () => void
}

/** Holds the grade as typed, its problems, and its draft on this device. */
function useGradeDraft(read: HandIn) {
  const text = useText(gradingMessages)
  const { user } = useSession()
  const [draft] = useState(() => draftOf(user?.id ?? 0, `hand-in ${read.attemptId}`, typedOf(read)))
  const [typed, setTyped] = useState(draft.fields)
  const set = (field: string, value: string) => {
    const next = { ...typed, [field]: value }
    setTyped(next)
    draft.keep(next)
  }
  const problems = read.answers.map(({ questionId, points: most, rubric }) => {
    if (rubric) return levelsIn(typed, questionId, rubric).includes(undefined) ? text.chooseLevel : undefined
    const points = typed[`points ${questionId}`]?.trim() ?? ''
    return /^\d{1,3}$/.test(points) && Number(points) <= most ? undefined : text.pointsRule(most)
  })
  const hasComment = read.answers.some(
    ({ questionId }) => (typed[`comment ${questionId}`] ?? '').trim() !== '',
  )
  return { typed, set, problems, hasComment, forget: draft.forget }
}

/** Grades the answers of one attempt. The work stands beside the grade. */
export function GradeForm({ courseId, read, onReload }: FormProps) {
  const text = useText(gradingMessages)
  const language = useLanguage()
  const { typed, set, problems, hasComment, forget } = useGradeDraft(read)
  /** Holds the verdict that was pressed. Null means that no verdict is needed. */
  const [checked, setChecked] = useState<Verdict | null | undefined>(undefined)
  const { save, isConflict, failure } = useGrading(courseId, read, forget)
  const isChecked = checked !== undefined
  const send = (verdict: Verdict | null) => {
    setChecked(verdict)
    const isExplained = verdict !== 'return' || hasComment
    if (isExplained && problems.every((problem) => problem === undefined) && !save.isPending)
      save.mutate({ typed, verdict })
  }
  useGradeKeys({ courseId, read, typed, set, send })
  const isGraded = read.state === 'graded'
  return (
    <form
      className="grading-form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!read.isAssignment) send(null)
      }}
    >
      <p className="text-secondary">
        {text.handedIn(timeInWords(read.submittedAt, language))}
        {isGraded ? ` · ${outcomeText(text, read)}` : null}
      </p>
      <ol className="grid gap-5">
        {read.answers.map((answer, index) => (
          <li key={answer.questionId}>
            <GradedAnswer
              answer={answer}
              index={index}
              typed={typed}
              set={set}
              problem={isChecked ? problems[index] : undefined}
              commentProblem={checked === 'return' && !hasComment ? text.returnNeedsComment : undefined}
            />
          </li>
        ))}
      </ol>
      <SaveProblem isConflict={isConflict} failure={failure} onReload={onReload} />
      <footer className="grading-foot">
        {read.isAssignment ? (
          <Verdicts isBusy={save.isPending} hasKeys={!isGraded} onChoose={send} />
        ) : (
          <Button variant="primary" type="submit" busy={save.isPending} busyLabel={text.saving}>
            {isGraded ? text.saveAgain : read.next === null ? text.save : text.saveAndNext}
          </Button>
        )}
        {read.next === null ? null : (
          <LinkButton as={Link} variant="quiet" to={handInAddress(courseId, read.next)} iconEnd="arrow-right">
            {text.next}
          </LinkButton>
        )}
      </footer>
      {read.isAssignment && !isGraded ? (
        <p className="text-sm text-tertiary">
          {read.answers.some(({ rubric }) => rubric) ? text.keys : text.keysWithoutRubric}
        </p>
      ) : null}
    </form>
  )
}

function SaveProblem({
  isConflict,
  failure,
  onReload,
}: {
  isConflict: boolean
  failure: string | null
  onReload: () => void
}) {
  const text = useText(gradingMessages)
  if (!isConflict) return failure ? <Notice tone="danger">{failure}</Notice> : null
  return (
    <Notice tone="warning">
      <span className="grid justify-items-start gap-2">
        <span>{text.conflict}</span>
        <Button size="sm" onClick={onReload}>
          {text.showTheirs}
        </Button>
      </span>
    </Notice>
  )
}

function Verdicts({
  isBusy,
  hasKeys,
  onChoose,
}: {
  isBusy: boolean
  hasKeys: boolean
  onChoose: (verdict: Verdict) => void
}) {
  const text = useText(gradingMessages)
  return (
    <>
      <Button
        variant="primary"
        busy={isBusy}
        busyLabel={text.saving}
        aria-keyshortcuts={hasKeys ? 'P' : undefined}
        onClick={() => onChoose('pass')}
      >
        {text.pass}
      </Button>
      <Button
        disabled={isBusy}
        aria-keyshortcuts={hasKeys ? 'R' : undefined}
        title={text.returnHint}
        onClick={() => onChoose('return')}
      >
        {text.returnWork}
      </Button>
    </>
  )
}

const commentId = (index: number) => `grading-comment-${index}`

/** Leads through the queue and grades an assignment by keys. A digit chooses a level of the first criterion without one. */
function useGradeKeys({
  courseId,
  read,
  typed,
  set,
  send,
}: Pick<FormProps, 'courseId' | 'read'> & {
  typed: Typed
  set: (field: string, value: string) => void
  send: (verdict: Verdict) => void
}) {
  const navigate = useNavigate()
  const { isAssignment = false } = read
  const waiting = useQuery({ ...handInsQuery(courseId, 'waiting', useViewer()), enabled: isAssignment })
  const ids = waiting.data?.data.items.map(({ attemptId }) => attemptId) ?? []
  const at = ids.indexOf(read.attemptId)
  const open = (id: number | null | undefined) => {
    if (id !== undefined && id !== null) navigate(handInAddress(courseId, id))
  }
  const criteria = read.answers.flatMap(({ questionId, rubric = [] }) =>
    rubric.map(({ levels }, index) => ({ field: `level ${questionId} ${index}`, count: levels.length })),
  )
  const choose = (level: number) => {
    const criterion = criteria.find(({ field }) => !typed[field])
    if (!criterion || level >= criterion.count) return
    set(criterion.field, String(level))
    document.querySelector(`[data-criterion="${criterion.field}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const digits = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [String(n), () => choose(n - 1)]))
  useKeys({
    ...(criteria.length > 0 && digits),
    j: () => open(at === -1 ? read.next : ids[at + 1]),
    k: () => open(at > 0 ? ids[at - 1] : undefined),
    c: () => document.getElementById(commentId(0))?.focus(),
    // A verdict that was given changes only by its button.
    p: isAssignment && read.state !== 'graded' ? () => send('pass') : undefined,
    r: isAssignment && read.state !== 'graded' ? () => send('return') : undefined,
  })
}

function GradedAnswer({
  answer: { questionId, question, picture, points, guide, rubric, text: given, files, grades },
  index,
  typed,
  problem,
  commentProblem,
  set,
}: {
  answer: HandIn['answers'][number]
  index: number
  typed: Typed
  problem: string | undefined
  commentProblem: string | undefined
  set: (field: string, value: string) => void
}) {
  const text = useText(gradingMessages)
  const levels = rubric && levelsIn(typed, questionId, rubric)
  return (
    <article className="ap-panel grading-pair" aria-label={text.answerNumber(index + 1)}>
      <div className="grading-side">
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
      </div>
      <div className="grading-side">
        {rubric && levels ? (
          <>
            <RubricChoice
              rubric={rubric}
              chosen={levels}
              problem={problem}
              fieldOf={(criterion) => `level ${questionId} ${criterion}`}
              set={set}
            />
            <p>
              <b>{text.sumOf(sumOfLevels(rubric, levels), points)}</b>
            </p>
          </>
        ) : (
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
        )}
        <TextArea
          id={commentId(index)}
          label={text.comment}
          hint={text.commentHint}
          rows={4}
          maxLength={handInLimits.comment}
          value={typed[`comment ${questionId}`] ?? ''}
          error={commentProblem}
          onChange={({ target }) => set(`comment ${questionId}`, target.value)}
          onKeyDown={(event) => {
            if (pressedKey(event) === 'Escape') event.currentTarget.blur()
          }}
        />
        <History grades={grades} />
      </div>
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
    mutationFn: ({ typed, verdict }: { typed: Typed; verdict: Verdict | null }) =>
      call('gradeHandIn', {
        params: { id: courseId, attemptId: read.attemptId },
        body: {
          seen: read.seen,
          grades: read.answers.map((answer) => gradeOf(typed, answer)),
          ...(verdict && { verdict }),
        },
      }),
    onSuccess: async (answer, { verdict }) => {
      forgetDraft()
      notify({ text: savedText(text, verdict) })
      queries.setQueryData(handInQuery(courseId, read.attemptId, viewer).queryKey, answer)
      const { next } = answer.data
      if (read.state !== 'graded' && next !== null) navigate(handInAddress(courseId, next))
      for (const queryKey of staleAfterGrade(courseId)) await queries.invalidateQueries({ queryKey })
    },
  })
  const isConflict = save.error instanceof ApiError && save.error.errorCode === 'HAND_IN_GRADED'
  return { save, isConflict, failure: save.error ? failureText(save.error, text.saveFailed) : null }
}

const savedText = (text: Translation<typeof gradingMessages>, verdict: Verdict | null): string =>
  verdict === null ? text.saved : verdict === 'pass' ? text.passedWork : text.returnedWork

function History({ grades }: { grades: readonly HandInGrade[] }) {
  const text = useText(gradingMessages)
  const language = useLanguage()
  if (grades.length === 0) return null
  return (
    <Disclosure title={text.history(grades.length)}>
      <ol className="grid gap-3">
        {grades.map(({ id, points, comment, verdict, by, at }) => (
          <li key={id}>
            <p className="text-sm text-secondary">
              {verdict ? `${text[`verdict_${verdict}`]} · ` : null}
              {text.gradedBy(points, by ?? text.somebody, timeInWords(at, language))}
            </p>
            {comment === '' ? null : <p className="whitespace-pre-line">{comment}</p>}
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
