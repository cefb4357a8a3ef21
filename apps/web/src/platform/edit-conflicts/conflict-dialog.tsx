import { joinSmallTexts } from '@apogee/contracts/courses/markdown/small-text.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { RadioGroup, type RadioOption } from '@apogee/ui/fields/radio-group.tsx'
import { useId, useState } from 'react'
import './conflict-dialog.css'
import { conflictMessages } from './conflict-messages.en.ts'
import type { ConflictAnswer, ConflictingField, ConflictQuestion } from './conflict-asker.ts'
import { timeInWords } from '../language/dates.ts'
import { platformMessages } from '../language/messages.en.ts'
import { useText } from '../language/messages.ts'
import { useLanguage } from '../language/preferences.tsx'
import { useSession } from '../session/session.tsx'

type Choice = 'mine' | 'theirs' | 'both'

/** Asks for each field which value to save: the person's own, the other person's, or both if they can be combined. */
export function ConflictDialog({
  question: { fields, show },
  onAnswer,
}: {
  question: ConflictQuestion
  onAnswer: (chosen: ConflictAnswer) => void
}) {
  const text = useText(conflictMessages)
  const common = useText(platformMessages)
  const formId = useId()
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  const [isChecked, setIsChecked] = useState(false)
  const choose = (field: string, choice: Choice) => setChoices((before) => new Map(before).set(field, choice))
  const submit = () => {
    setIsChecked(true)
    if (fields.some(({ field }) => !choices.has(field))) return
    onAnswer(
      Object.fromEntries(fields.map((field) => [field.field, valueOf(field, choices.get(field.field))])),
    )
  }
  return (
    <Dialog
      open
      role="alertdialog"
      width="lg"
      onClose={() => onAnswer(null)}
      title={text.title}
      text={text.lead}
      closeLabel={common.close}
      footer={
        <>
          <Button variant="quiet" onClick={() => onAnswer(null)}>
            {text.back}
          </Button>
          <Button type="submit" form={formId} variant="primary">
            {text.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="conflict-fields"
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {fields.map((field) => (
          <FieldChoice
            key={field.field}
            field={field}
            show={show}
            choice={choices.get(field.field) ?? null}
            error={isChecked && !choices.has(field.field) ? text.chooseOne : undefined}
            onChoose={(choice) => choose(field.field, choice)}
          />
        ))}
      </form>
    </Dialog>
  )
}

function FieldChoice({
  field,
  show,
  choice,
  error,
  onChoose,
}: {
  field: ConflictingField
  show: ConflictQuestion['show']
  choice: Choice | null
  error: string | undefined
  onChoose: (choice: Choice) => void
}) {
  const text = useText(conflictMessages)
  const language = useLanguage()
  const { user } = useSession()
  const { changedBy, changedAt } = field
  const when = timeInWords(changedAt, language)
  const isOwn = changedBy !== null && changedBy.id === user?.id
  const who = isOwn ? text.byYou(when) : text.byPerson(changedBy?.name ?? text.somebody, when)
  const inWords = (value: unknown) => {
    const words = show(field.field, value) ?? wordsOf(value)
    return <span className="conflict-value">{words === '' ? text.empty : words}</span>
  }
  const options: RadioOption<Choice>[] = [
    { value: 'mine', label: text.mine, hint: inWords(field.mine) },
    { value: 'theirs', label: who, hint: inWords(field.value) },
  ]
  if (together(field) !== undefined) options.push({ value: 'both', label: text.both, hint: text.bothHint })
  return (
    <RadioGroup
      legend={field.label}
      layout="boxes"
      className="conflict-choice"
      options={options}
      value={choice}
      onChange={onChoose}
      error={error}
    />
  )
}

function valueOf(field: ConflictingField, choice: Choice | undefined): unknown {
  if (choice === 'both') return together(field)
  return choice === 'theirs' ? field.value : field.mine
}

/** Joins lists without duplicates, and long texts with their formatting; returns undefined for values that cannot be combined. */
function together({ mine, value, kind }: ConflictingField): unknown {
  if (Array.isArray(mine) && Array.isArray(value)) {
    const known = new Set(value.map((entry) => JSON.stringify(entry)))
    return [
      ...(value as unknown[]),
      ...(mine as unknown[]).filter((entry) => !known.has(JSON.stringify(entry))),
    ]
  }
  const isLong = (one: unknown) => typeof one === 'string' && (one.includes('\n') || one.length > 80)
  const areTexts = typeof mine === 'string' && typeof value === 'string' && mine !== '' && value !== ''
  if (!areTexts || !(isLong(mine) || isLong(value))) return undefined
  return kind ? joinSmallTexts(value, mine, kind) : `${value}\n\n${mine}`
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(wordsOf).join('\n')
  if (typeof value === 'object') return Object.values(value).map(wordsOf).join('\n')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
