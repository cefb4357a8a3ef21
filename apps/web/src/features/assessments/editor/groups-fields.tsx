import type { DraftQuestion, QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import { quizLimits } from '@apogee/contracts/assessments/quiz-file.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { replaced, useProblemAt, without, type ViewProps } from './draft-fields.ts'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import './quiz-editor.css'

type Group = NonNullable<QuizDraft['settings']['groups']>[number]

/** Moves the questions of a group to another one; null means none. */
const regrouped = (questions: readonly DraftQuestion[], from: string, to: string | null): DraftQuestion[] =>
  questions.map(({ group, ...question }) => {
    const next = group === from ? to : group
    return typeof next === 'string' ? { ...question, group: next } : question
  })

/** An empty list of groups is removed, so that the quiz equals one that never had groups. */
function withGroups({ settings, questions }: QuizDraft, groups: Group[]): QuizDraft {
  const { groups: _, ...others } = settings
  return { settings: groups.length > 0 ? { ...others, groups } : others, questions }
}

/** Edits the groups that questions are drawn from. Renaming a group updates its questions. */
export function GroupsFields({ quiz, problems, onChange }: ViewProps) {
  const text = useText(quizEditorMessages)
  const problemAt = useProblemAt(problems)
  const groups = quiz.settings.groups ?? []
  const change = (index: number, group: Group) => {
    const { name = '' } = groups[index] ?? {}
    const isAlone = groups.filter((one) => one.name === name).length === 1
    const questions =
      isAlone && group.name !== name ? regrouped(quiz.questions, name, group.name) : quiz.questions
    onChange(withGroups({ ...quiz, questions }, replaced(groups, index, group)))
  }
  const remove = (index: number) => {
    const { name = '' } = groups[index] ?? {}
    onChange(
      withGroups({ ...quiz, questions: regrouped(quiz.questions, name, null) }, without(groups, index)),
    )
  }
  return (
    <fieldset className="quiz-edit-group">
      <legend className="ap-field-label">{text.groups}</legend>
      <p className="ap-field-hint">{text.groupsHint}</p>
      {groups.map(({ name, draw }, index) => {
        const count = quiz.questions.filter(({ group }) => group !== undefined && group === name).length
        return (
          // The name cannot be the key, because a group has no unique name until the author types one.
          <div key={index} className="quiz-edit-item">
            <div className="quiz-edit-row">
              <TextField
                label={text.groupName(index + 1)}
                maxLength={quizLimits.groupName}
                value={name}
                error={problemAt(`settings.groups.${index}.name`)}
                onChange={({ target }) => change(index, { name: target.value, draw })}
              />
              <TextField
                label={text.groupDraw(index + 1)}
                hint={text.groupCount(count)}
                inputMode="numeric"
                maxLength={20}
                value={draw}
                error={problemAt(`settings.groups.${index}.draw`)}
                onChange={({ target }) => change(index, { name, draw: target.value })}
              />
            </div>
            <IconButton icon="trash" label={text.removeGroup(index + 1)} onClick={() => remove(index)} />
          </div>
        )
      })}
      {groups.length < quizLimits.groups ? (
        <Button
          size="sm"
          icon="plus"
          className="justify-self-start"
          onClick={() =>
            onChange(withGroups(quiz, [...groups, { name: newName(groups, text.groupNew), draw: '1' }]))
          }
        >
          {text.addGroup}
        </Button>
      ) : null}
    </fieldset>
  )
}

/** Returns an unused name, so that questions can join the group immediately. */
function newName(groups: readonly Group[], nameOf: (place: number) => string): string {
  let place = groups.length + 1
  while (groups.some(({ name }) => name === nameOf(place))) place += 1
  return nameOf(place)
}

/** Edits the group of one question; renders nothing in a quiz without groups. */
export function GroupField({
  groups = [],
  question,
  error,
  onChange,
}: {
  groups: readonly Group[] | undefined
  question: DraftQuestion
  error: string | undefined
  onChange: (question: DraftQuestion) => void
}) {
  const text = useText(quizEditorMessages)
  const { group, ...others } = question
  const names = groups.map(({ name }) => name).filter((name) => name.trim() !== '')
  const known = !group || names.includes(group) ? names : [...names, group]
  if (known.length === 0) return null
  return (
    <Select
      className="quiz-edit-short"
      label={text.group}
      hint={text.groupHint}
      placeholder={text.noGroup}
      error={error}
      value={group ?? ''}
      options={[...new Set(known)].map((name) => ({ value: name, label: name }))}
      onChange={({ target: { value } }) => onChange(value === '' ? others : { ...others, group: value })}
    />
  )
}
