import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { noteLimits } from '@apogee/contracts/limits.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { bookmarkIcon, pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import { clockTime } from '@apogee/ui/player/clock-time.ts'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { askAboutConflict } from '#web/platform/edit-conflicts/conflict-asker.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { notesMessages } from '../messages/notes.en.ts'
import type { NoteActions, ShownNote } from '../use-notes.ts'
import './notes.css'

interface NoteEntryProps {
  note: ShownNote
  /** `mark` is the link or button that leads to the note's place; null means that the note belongs to the whole lesson. */
  mark: ReactNode
  isOpen: boolean
  /** True means that the note belongs to a document, which has pages. */
  hasPages: boolean
  actions: NoteActions
  onOpen: () => void
  onClose: () => void
  onDelete: () => void
}

/** Returns a function that describes a note's time, page or passage. It returns undefined for a note of a whole lesson. */
export function usePlaceText(): (
  note: Pick<ShownNote, 'positionMs' | 'page' | 'passage'>,
) => string | undefined {
  const text = useText(notesMessages)
  return ({ positionMs, page, passage }) => {
    if (positionMs !== null) return clockTime(positionMs / 1000)
    if (page !== null) return text.page(page)
    return passage === null ? undefined : text.passage(beginningOf(passage.quote))
  }
}

const mostWords = 8
/** Cuts a quote to a length that still identifies the passage. */
function beginningOf(quote: string): string {
  const words = quote.split(' ')
  return words.length > mostWords ? `${words.slice(0, mostWords).join(' ')} …` : quote
}

/** Shows one note with its place and its text or the editing field. */
export function NoteEntry(props: NoteEntryProps) {
  const { note, mark, isOpen, onOpen, onDelete } = props
  const text = useText(notesMessages)
  const place = usePlaceText()(note)
  const edit = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) edit.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <li className="note">
      <div className="note-line">
        {mark}
        {isOpen ? null : note.text === '' ? (
          <p className="note-text note-bookmark">
            <Icon name={bookmarkIcon} size="sm" /> {text.bookmark}
          </p>
        ) : (
          <p className="note-text">{note.text}</p>
        )}
        <div className="note-actions">
          {isOpen ? null : (
            <IconButton
              ref={edit}
              icon={pencilIcon}
              size="sm"
              label={place === undefined ? text.edit : text.editAt(place)}
              onClick={onOpen}
            />
          )}
          <IconButton
            icon="trash"
            size="sm"
            label={place === undefined ? text.delete : text.deleteAt(place)}
            onClick={onDelete}
          />
        </div>
      </div>
      {isOpen ? <NoteFields {...props} place={place} /> : <NoteState {...props} touched={false} />}
    </li>
  )
}

/** Saves the note while the person types, and immediately when the field loses focus. */
export function NoteFields(
  props: Pick<NoteEntryProps, 'note' | 'hasPages' | 'actions' | 'onClose'> & { place: string | undefined },
) {
  const { note, hasPages, actions, place, onClose } = props
  const text = useText(notesMessages)
  const field = useRef<HTMLTextAreaElement>(null)
  const [touched, setTouched] = useState(false)
  useEffect(() => field.current?.focus(), [])
  const change = (changed: Partial<ShownNote>) => {
    setTouched(true)
    actions.change({ ...note, ...changed })
  }
  return (
    <div
      className="note-fields"
      onBlur={() => actions.saveNow(note.id)}
      onKeyDown={(event) => {
        if (pressedKey(event) === 'Escape') onClose()
      }}
    >
      <TextArea
        ref={field}
        label={place === undefined ? text.textLabel : text.textLabelAt(place)}
        labelHidden
        rows={3}
        maxLength={noteLimits.textLength}
        value={note.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <div className="note-end">
        {hasPages ? (
          <TextField
            className="note-page"
            label={text.pageLabel}
            inputMode="numeric"
            value={note.page ?? ''}
            onChange={(event) => change({ page: pageIn(event.currentTarget.value) })}
          />
        ) : null}
        <NoteState {...props} touched={touched} />
        <Button size="sm" onClick={onClose}>
          {text.done}
        </Button>
      </div>
    </div>
  )
}

/** Returns null if the typed text is not a page number. */
const pageIn = (typed: string): number | null => (/^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : null)

/** Shows whether the note is saved, and the options after a failure. `touched` means that the note was changed in this field. */
function NoteState({
  note,
  actions,
  touched,
}: Pick<NoteEntryProps, 'note' | 'actions'> & { touched: boolean }) {
  const text = useText(notesMessages)
  const failureText = useFailureText()
  const { state } = note
  const choose = async () => {
    if (state?.kind !== 'conflict') return
    const asked = state.conflict.fields.filter(({ field }) => field === 'text')
    const chosen =
      asked.length === 0
        ? { text: note.text }
        : await askAboutConflict({
            fields: asked.map((field) => ({ ...field, label: text.textLabel, mine: note.text })),
            show: () => undefined,
          })
    if (typeof chosen?.['text'] === 'string') actions.resolve(note.id, chosen['text'])
  }
  return (
    <p
      className="note-state"
      role="status"
      data-tone={state && state.kind !== 'saving' ? 'warning' : undefined}
    >
      {state === null && touched ? text.saved : null}
      {state?.kind === 'saving' ? text.saving : null}
      {state?.kind === 'waiting' ? text.notSaved : null}
      {state?.kind === 'refused' ? failureText(state.error, text.notTaken) : null}
      {state?.kind === 'conflict' ? (
        <>
          {text.conflict}{' '}
          <button type="button" className="ap-link" onClick={() => void choose()}>
            {text.choose}
          </button>
        </>
      ) : null}
    </p>
  )
}
