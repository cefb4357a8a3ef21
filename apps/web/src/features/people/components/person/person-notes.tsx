import { personNoteMaxLength } from '@apogee/contracts/people/person-events.ts'
import type { PersonDetail, PersonNote } from '@apogee/contracts/people/person.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import { useRef, useState } from 'react'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useFocusWhenLost } from '#web/platform/page/focus.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { PlainText } from '#web/shared/text/plain-text.tsx'
import { useAddNote, useDeleteNote } from '../../api/person.ts'
import { personMessages } from '../../messages/person.en.ts'
import './person.css'

const rules = () =>
  import('@apogee/contracts/people/person.forms.ts').then(({ personNoteForm }) => personNoteForm)

export function PersonNotes({ person: { id, notes } }: { person: PersonDetail }) {
  const text = useText(personMessages)
  const region = useRef<HTMLDivElement>(null)
  const focusIsLost = useFocusWhenLost(region)
  const [removed, setRemoved] = useState<PersonNote | null>(null)
  return (
    <Panel id="notes-heading" title={text.notes} lead={text.notesLead}>
      <div ref={region} tabIndex={-1}>
        <NoteForm id={id} />
        <ul className="person-list">
          {notes.map((note) => (
            <li key={note.id}>
              <Note note={note} onRemove={() => setRemoved(note)} />
            </li>
          ))}
        </ul>
      </div>
      {removed ? (
        <DeleteNote
          personId={id}
          note={removed}
          onClose={() => setRemoved(null)}
          onDone={() => {
            focusIsLost()
            setRemoved(null)
          }}
        />
      ) : null}
    </Panel>
  )
}

function NoteForm({ id }: { id: number }) {
  const text = useText(personMessages)
  const adding = useAddNote(id)
  // The key is the same for all attempts of one text, so that a repeated request adds nothing again.
  const attempt = useRef<{ text: string; key: string }>(undefined)
  const { form, field, page } = usePageForm({
    schema: rules,
    values: { text: '' },
    save: (given: { text: string }) => {
      if (attempt.current?.text !== given.text) attempt.current = { ...given, key: newId() }
      return adding.mutateAsync(attempt.current)
    },
    failed: text.noteFailed,
    notice: () => text.noteAdded,
    onSaved: () => {
      form.reset()
      attempt.current = undefined
    },
  })
  return (
    <form className="person-note" method="post" noValidate onSubmit={page.onSubmit}>
      <TextArea label={text.note} rows={2} maxLength={personNoteMaxLength} {...field('text')} />
      {page.error ? <Notice tone="danger">{page.error}</Notice> : null}
      <div>
        <Button type="submit" size="sm" busy={page.busy} busyLabel={text.addingNote}>
          {text.addNote}
        </Button>
      </div>
    </form>
  )
}

function Note({ note, onRemove }: { note: PersonNote; onRemove: () => void }) {
  const text = useText(personMessages)
  const language = useLanguage()
  const { author, seller, createdAt, mayDelete } = note
  const time = timeInWords(createdAt, language)
  return (
    <>
      <PlainText text={note.text} />
      <span className="person-note-end">
        <span className="person-aside">
          {[author ?? text.deletedAccount, seller, time].filter((part) => part !== null).join(' · ')}
        </span>
        {mayDelete ? <IconButton icon="trash" label={text.deleteNote} onClick={onRemove} /> : null}
      </span>
    </>
  )
}

function DeleteNote({
  personId,
  note,
  ...frame
}: {
  personId: number
  note: PersonNote
  onClose: () => void
  onDone: () => void
}) {
  const text = useText(personMessages)
  return (
    <ConfirmStep
      step={useDeleteNote(personId, note.id)}
      title={text.deleteNote}
      text={text.deleteNoteText}
      action={text.deleteNote}
      busyLabel={text.deletingNote}
      failed={text.deleteNoteFailed}
      notice={() => text.noteDeleted}
      {...frame}
    />
  )
}
