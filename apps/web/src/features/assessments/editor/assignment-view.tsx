import { passedPercentage } from '@apogee/contracts/assessments/assignment-result.ts'
import { newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import type { DraftQuestion, QuizSettings } from '@apogee/contracts/assessments/quiz-draft.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { useCohortsOf } from '#web/shared/people/audience.tsx'
import { assignmentEditorMessages } from '../messages/assignment-editor.en.ts'
import { useProblemAt, type ViewProps } from './draft-fields.ts'
import { RubricFields } from './rubric-fields.tsx'
import './quiz-editor.css'

type Rule = NonNullable<QuizSettings['assignment']>

/** Edits an assignment, which is a quiz of one question. */
export function AssignmentView({
  quiz,
  problems,
  rule,
  courseId,
  onChange,
}: ViewProps & { rule: Rule; courseId: number }) {
  const text = useText(assignmentEditorMessages)
  const problemAt = useProblemAt(problems)
  const [blank] = useState(() => newQuestion('hand-in', newId()))
  const question: DraftQuestion = quiz.questions[0] ?? blank
  const set = (changes: Partial<DraftQuestion>) =>
    onChange({ ...quiz, questions: [{ ...question, ...changes }] })
  const setSettings = (changes: Partial<QuizSettings>) =>
    onChange({ ...quiz, questions: [question], settings: { ...quiz.settings, ...changes } })
  const ofQuestion = (path: string) => problemAt(`questions.0.${path}`)
  return (
    <>
      <section className="ap-panel quiz-edit-panel" aria-labelledby="assignment-task">
        <h2 className="ap-h4" id="assignment-task">
          {text.task}
        </h2>
        <TextArea
          label={text.instructions}
          hint={text.instructionsHint}
          rows={8}
          maxLength={2000}
          value={question.question}
          error={ofQuestion('question') ?? problemAt('questions')}
          onChange={({ target }) => set({ question: target.value })}
        />
        <WorkFields question={question} set={set} problemAt={ofQuestion} />
      </section>
      <section className="ap-panel quiz-edit-panel" aria-labelledby="assignment-grading">
        <h2 className="ap-h4" id="assignment-grading">
          {text.grading}
        </h2>
        <RubricFields question={question} set={set} problemAt={ofQuestion} />
        <TextArea
          label={text.guide}
          hint={text.guideHint}
          rows={3}
          maxLength={2000}
          value={question.guide ?? ''}
          error={ofQuestion('guide')}
          onChange={({ target }) => set({ guide: target.value })}
        />
        <Checkbox
          label={text.counts}
          hint={text.countsHint}
          checked={quiz.settings.passPercentage !== ''}
          onChange={({ target }) =>
            setSettings({ passPercentage: target.checked ? String(passedPercentage) : '' })
          }
        />
      </section>
      <section className="ap-panel quiz-edit-panel" aria-labelledby="assignment-rules">
        <h2 className="ap-h4" id="assignment-rules">
          {text.rules}
        </h2>
        <DueFields
          rule={rule}
          courseId={courseId}
          problemAt={problemAt}
          onChange={(changes) => setSettings({ assignment: { ...rule, ...changes } })}
        />
        <TextField
          className="quiz-edit-short"
          label={text.tries}
          hint={text.triesHint}
          inputMode="numeric"
          maxLength={20}
          value={quiz.settings.attemptsAllowed}
          error={problemAt('settings.attemptsAllowed')}
          onChange={({ target }) => setSettings({ attemptsAllowed: target.value })}
        />
      </section>
    </>
  )
}

function WorkFields({
  question,
  set,
  problemAt,
}: {
  question: DraftQuestion
  set: (changes: Partial<DraftQuestion>) => void
  problemAt: (path: string) => string | undefined
}) {
  const text = useText(assignmentEditorMessages)
  const { files = '0', isFilesOnly = false } = question
  const work = isFilesOnly ? 'files' : files === '0' ? 'text' : 'both'
  return (
    <>
      <RadioGroup
        legend={text.handIn}
        options={[
          { value: 'text', label: text.handInText },
          { value: 'files', label: text.handInFiles },
          { value: 'both', label: text.handInBoth },
        ]}
        value={work}
        onChange={(chosen) =>
          set({
            isFilesOnly: chosen === 'files',
            files: chosen === 'text' ? '0' : files === '0' ? String(handInLimits.files) : files,
          })
        }
      />
      {work === 'text' ? null : (
        <TextField
          className="quiz-edit-short"
          label={text.mostFiles}
          type="number"
          min={1}
          max={handInLimits.files}
          value={files}
          error={problemAt('files')}
          onChange={({ target }) => set({ files: target.value === '0' ? '1' : target.value })}
        />
      )}
    </>
  )
}

type Due = 'none' | 'date' | 'days'

const usualDays = 7
const inAWeek = () => dayInMalaysia(new Date(Date.now() + usualDays * 86_400_000))

function DueFields({
  rule,
  courseId,
  problemAt,
  onChange,
}: {
  rule: Rule
  courseId: number
  problemAt: (path: string) => string | undefined
  onChange: (changes: Partial<Rule>) => void
}) {
  const text = useText(assignmentEditorMessages)
  const [due, setDue] = useState<Due>(rule.dueOn !== '' ? 'date' : rule.dueAfterDays !== '' ? 'days' : 'none')
  const cohorts = useCohortsOf(courseId, true)
  const isDue = due !== 'none' || rule.cohorts.some(({ dueOn }) => dueOn !== '')
  return (
    <>
      <RadioGroup
        legend={text.due}
        options={[
          { value: 'none', label: text.dueNone },
          { value: 'date', label: text.dueOn },
          { value: 'days', label: text.dueAfter },
        ]}
        value={due}
        onChange={(chosen: Due) => {
          setDue(chosen)
          onChange({
            dueOn: chosen === 'date' ? inAWeek() : '',
            dueAfterDays: chosen === 'days' ? String(usualDays) : '',
          })
        }}
      />
      {due === 'date' ? (
        <TextField
          className="quiz-edit-short"
          label={text.day}
          type="date"
          value={rule.dueOn}
          error={problemAt('settings.assignment.dueOn') ?? (rule.dueOn === '' ? text.dayNeeded : undefined)}
          onChange={({ target }) => onChange({ dueOn: target.value })}
        />
      ) : null}
      {due === 'days' ? (
        <TextField
          className="quiz-edit-short"
          label={text.days}
          inputMode="numeric"
          maxLength={20}
          value={rule.dueAfterDays}
          error={
            problemAt('settings.assignment.dueAfterDays') ??
            (rule.dueAfterDays === '' ? text.daysNeeded : undefined)
          }
          onChange={({ target }) => onChange({ dueAfterDays: target.value })}
        />
      ) : null}
      <LoadStates query={cohorts} skeleton={null} failed={text.cohortsFailed}>
        {({ data }) =>
          data.cohorts.length > 0 ? (
            <CohortDates cohorts={data.cohorts} rule={rule} problemAt={problemAt} onChange={onChange} />
          ) : null
        }
      </LoadStates>
      {isDue ? (
        <RadioGroup
          legend={text.late}
          options={[
            { value: 'accepted', label: text.lateAccepted },
            { value: 'refused', label: text.lateRefused, hint: text.lateHint },
          ]}
          value={rule.refusesLate ? 'refused' : 'accepted'}
          onChange={(chosen) => onChange({ refusesLate: chosen === 'refused' })}
        />
      ) : null}
    </>
  )
}

function CohortDates({
  cohorts,
  rule,
  problemAt,
  onChange,
}: {
  cohorts: readonly { id: number; name: string }[]
  rule: Rule
  problemAt: (path: string) => string | undefined
  onChange: (changes: Partial<Rule>) => void
}) {
  const text = useText(assignmentEditorMessages)
  const ofCohort = (id: number) => rule.cohorts.find((one) => one.id === id)?.dueOn ?? ''
  return (
    <fieldset className="quiz-edit-group">
      <legend className="ap-field-label">{text.cohorts}</legend>
      <p className="text-sm text-secondary">{text.cohortsHint}</p>
      <div className="quiz-edit-row">
        {cohorts.map(({ id, name }) => (
          <TextField
            key={id}
            label={name}
            type="date"
            value={ofCohort(id)}
            error={problemAt(
              `settings.assignment.cohorts.${rule.cohorts.findIndex((one) => one.id === id)}.dueOn`,
            )}
            onChange={({ target }) => {
              // The dates of cohorts that no longer exist are left out.
              const others = rule.cohorts.filter(
                (one) => one.id !== id && cohorts.some((existing) => existing.id === one.id),
              )
              const own = target.value === '' ? [] : [{ id, dueOn: target.value }]
              onChange({ cohorts: [...others, ...own] })
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}
