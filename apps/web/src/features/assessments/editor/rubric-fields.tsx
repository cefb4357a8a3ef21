import { pointsOfRubric } from '@apogee/contracts/assessments/rubric-points.ts'
import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import { quizLimits } from '@apogee/contracts/assessments/quiz-limits.ts'
import { FieldError } from '@apogee/ui/fields/field.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { assignmentEditorMessages } from '../messages/assignment-editor.en.ts'
import { replaced, without } from './draft-fields.ts'
import { Rows } from './rows-field.tsx'
import './quiz-editor.css'

type Criterion = NonNullable<DraftQuestion['rubric']>[number]

const newCriterion: Criterion = {
  criterion: '',
  levels: [
    { points: '0', words: '' },
    { points: '5', words: '' },
    { points: '10', words: '' },
  ],
}

/** Edits the criteria with their levels. Without criteria, it edits the points. */
export function RubricFields({
  question,
  set,
  problemAt,
}: {
  question: DraftQuestion
  set: (changes: Partial<DraftQuestion>) => void
  problemAt: (path: string) => string | undefined
}) {
  const text = useText(assignmentEditorMessages)
  const { rubric = [] } = question
  const sum = pointsOfRubric(
    rubric.map(({ levels }) => ({ levels: levels.map(({ points }) => ({ points: Number(points) || 0 })) })),
  )
  return (
    <>
      <p className="text-sm text-secondary">{text.criteriaHint}</p>
      <Rows
        legend={text.criteria}
        error={problemAt('rubric')}
        list={rubric}
        add={text.addCriterion}
        least={0}
        most={quizLimits.criteria}
        onAdd={() => set({ rubric: [...rubric, newCriterion] })}
        onRemove={(index) => set({ rubric: without(rubric, index) })}
      >
        {(criterion, index) => (
          <CriterionFields
            criterion={criterion}
            index={index}
            problemAt={problemAt}
            onChange={(changed) => set({ rubric: replaced(rubric, index, changed) })}
          />
        )}
      </Rows>
      {rubric.length > 0 ? (
        <>
          <p className="text-sm text-secondary">{text.sum(sum)}</p>
          {problemAt('points') ? <FieldError>{problemAt('points')}</FieldError> : null}
        </>
      ) : (
        <TextField
          className="quiz-edit-short"
          label={text.points}
          inputMode="numeric"
          maxLength={20}
          value={question.points}
          error={problemAt('points')}
          onChange={({ target }) => set({ points: target.value })}
        />
      )}
    </>
  )
}

function CriterionFields({
  criterion: { criterion, levels },
  index,
  problemAt,
  onChange,
}: {
  criterion: Criterion
  index: number
  problemAt: (path: string) => string | undefined
  onChange: (criterion: Criterion) => void
}) {
  const text = useText(assignmentEditorMessages)
  const at = `rubric.${index}`
  const change = (place: number, changes: Partial<Criterion['levels'][number]>) => {
    const level = levels[place] ?? { points: '', words: '' }
    onChange({ criterion, levels: replaced(levels, place, { ...level, ...changes }) })
  }
  return (
    <>
      <TextField
        label={text.criterion(index + 1)}
        maxLength={200}
        value={criterion}
        error={problemAt(`${at}.criterion`)}
        onChange={({ target }) => onChange({ criterion: target.value, levels })}
      />
      <Rows
        legend={text.levels}
        error={problemAt(`${at}.levels`)}
        list={levels}
        add={text.addLevel}
        least={2}
        most={quizLimits.levels}
        onAdd={() => onChange({ criterion, levels: [...levels, { points: '', words: '' }] })}
        onRemove={(place) => onChange({ criterion, levels: without(levels, place) })}
      >
        {(level, place) => (
          <div className="quiz-edit-level">
            <TextField
              label={text.levelPoints}
              inputMode="numeric"
              maxLength={20}
              value={level.points}
              error={problemAt(`${at}.levels.${place}.points`)}
              onChange={({ target }) => change(place, { points: target.value })}
            />
            <TextField
              label={text.levelWords}
              maxLength={500}
              value={level.words}
              error={problemAt(`${at}.levels.${place}.words`)}
              onChange={({ target }) => change(place, { words: target.value })}
            />
          </div>
        )}
      </Rows>
    </>
  )
}
