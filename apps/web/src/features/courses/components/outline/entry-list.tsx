import { Button, IconButton } from '@apogee/ui/button.tsx'
import { chevronUpIcon } from '@apogee/ui/icons/more-icons.ts'
import { LiveRegion } from '@apogee/ui/feedback/live-region.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { newEntry, type Entry } from '../../form.ts'
import { salesContentMessages } from '../../messages/selling/sales-content.en.ts'
import '../sale/sales-content.css'

export interface EntryListProps {
  title: string
  hint: string
  /** `name` is the word for one entry, such as 'Outcome'. */
  name: string
  entries: readonly Entry[]
  most: number
  /** `length` limits the characters of a line or of a question. */
  length: number
  /** `answerLength` limits the characters of an answer. If it is set, entries are questions. */
  answerLength?: number
  /** A path is, for example, `2`, `2.question` or `2.answer`. */
  problemAt: (path: string) => string | undefined
  onChange: (entries: Entry[]) => void
}

/** Adds, moves and removes entries; the focus follows the entry. */
function useEntryMoves({ name, entries, onChange }: EntryListProps) {
  const text = useText(salesContentMessages)
  const frame = useRef<HTMLFieldSetElement>(null)
  const [announcement, setAnnouncement] = useState('')
  /** The focus moves here after rendering: into the entry's field, or back to the button that moved it. */
  const goal = useRef<{ id: number; control: string } | null>(null)
  useEffect(() => {
    if (!goal.current) return
    const { id, control } = goal.current
    goal.current = null
    frame.current?.querySelector<HTMLElement>(`[data-entry="${id}"] ${control}`)?.focus()
  }, [entries])

  const move = (index: number, to: number) => {
    const entry = entries[index]
    if (!entry || to < 0 || to >= entries.length) return
    goal.current = { id: entry.id, control: to < index ? '[data-way=up]' : '[data-way=down]' }
    onChange(entries.toSpliced(index, 1).toSpliced(to, 0, entry))
    setAnnouncement(text.moved(text.numbered(name, index + 1), to + 1, entries.length))
  }
  const remove = (index: number) => {
    const neighbour = entries[index + 1] ?? entries[index - 1]
    if (neighbour) goal.current = { id: neighbour.id, control: ':is(input, textarea)' }
    else frame.current?.querySelector<HTMLElement>('[data-way=add]')?.focus()
    onChange(entries.toSpliced(index, 1))
  }
  const add = () => {
    const entry = newEntry()
    goal.current = { id: entry.id, control: ':is(input, textarea)' }
    onChange([...entries, entry])
  }
  return { frame, announcement, move, remove, add }
}

/** Edits lines, or questions with answers, that are added, moved and removed with buttons. */
export function EntryList(props: EntryListProps) {
  const { title, hint, name, entries, most } = props
  const text = useText(salesContentMessages)
  const { frame, announcement, move, remove, add } = useEntryMoves(props)
  return (
    <fieldset ref={frame} className="sales-content-list">
      <legend className="ap-h4">{title}</legend>
      <p className="sales-content-hint">{hint}</p>
      <ol>
        {entries.map((entry, index) => {
          const called = text.numbered(name, index + 1)
          return (
            <li key={entry.id} data-entry={entry.id}>
              <EntryFields {...props} entry={entry} index={index} />
              <span className="sales-content-actions">
                <IconButton
                  icon={chevronUpIcon}
                  size="sm"
                  data-way="up"
                  label={text.moveUp(called)}
                  aria-disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon="chevron-down"
                  size="sm"
                  data-way="down"
                  label={text.moveDown(called)}
                  aria-disabled={index === entries.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  icon="trash"
                  size="sm"
                  label={text.remove(called)}
                  onClick={() => remove(index)}
                />
              </span>
            </li>
          )
        })}
      </ol>
      <p className="sales-content-add">
        <Button
          size="sm"
          icon="plus"
          data-way="add"
          aria-label={text.addTo(title)}
          aria-disabled={entries.length >= most}
          onClick={() => entries.length < most && add()}
        >
          {text.add}
        </Button>
        <span className="sales-content-hint">{text.ofMost(entries.length, most)}</span>
      </p>
      <LiveRegion>{announcement}</LiveRegion>
    </fieldset>
  )
}

function EntryFields({
  entry,
  index,
  name,
  entries,
  length,
  answerLength,
  problemAt,
  onChange,
}: EntryListProps & { entry: Entry; index: number }) {
  const text = useText(salesContentMessages)
  const limits = useLimitText()
  const change = (changes: Partial<Entry>) => onChange(entries.with(index, { ...entry, ...changes }))
  const called = text.numbered(name, index + 1)
  if (answerLength === undefined) {
    return (
      <TextField
        label={called}
        labelHidden
        value={entry.text}
        hint={limits(entry.text, length)}
        error={problemAt(String(index))}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
    )
  }
  return (
    <div className="sales-content-question">
      <TextField
        label={called}
        value={entry.text}
        hint={limits(entry.text, length)}
        error={problemAt(`${index}.question`)}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <TextArea
        label={text.numbered(text.answer, index + 1)}
        rows={3}
        value={entry.answer}
        hint={limits(entry.answer, answerLength)}
        error={problemAt(`${index}.answer`)}
        onChange={({ currentTarget }) => change({ answer: currentTarget.value })}
      />
    </div>
  )
}

/** Returns how much of a limit is used, once it is nearly reached. */
export function useLimitText(): (typed: string, most: number) => string | undefined {
  const text = useText(salesContentMessages)
  return (typed, most) => (typed.length > most * 0.75 ? text.characters(typed.length, most) : undefined)
}
