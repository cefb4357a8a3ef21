import { sellerNoteMaxLength } from '@apogee/contracts/businesses/seller-notes.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { timeInWords } from '#web/platform/language/dates.ts'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { sellerNotesQuery, useWriteNote } from '../../api/sellers.ts'
import { sellerPageMessages } from '../../messages/seller-page.en.ts'
import './seller-page.css'

const rules = () =>
  import('@apogee/contracts/businesses/seller-states.forms.ts').then(({ sellerNoteForm }) => sellerNoteForm)

export function SellerNotes({ id }: { id: number }) {
  const text = useText(sellerPageMessages)
  const language = useLanguage()
  const list = useInfiniteQuery(sellerNotesQuery(id))
  return (
    <Panel id="seller-notes" title={text.notes} lead={text.notesLead}>
      <NoteForm id={id} />
      <ListStates
        list={list}
        skeletons={2}
        titleAs="h3"
        failed={text.notesFailed}
        empty={<EmptyState titleAs="h3" title={text.noNotes} text={text.noNotesHint} />}
        shownOf={(shown, total) => `${shown} / ${total}`}
        counted={text.notesCount}
        more={text.more}
      >
        {(notes) => (
          <ol className="seller-page-rows" data-stacked="">
            {notes.map((note) => (
              <li key={note.id}>
                <p className="seller-page-note">{note.text}</p>
                <p className="text-xs text-tertiary">
                  {text.by(note.by ?? text.deletedAccount)}, {timeInWords(note.at, language)}
                </p>
              </li>
            ))}
          </ol>
        )}
      </ListStates>
    </Panel>
  )
}

function NoteForm({ id }: { id: number }) {
  const text = useText(sellerPageMessages)
  const write = useWriteNote(id)
  const draft = useDraft(`seller ${id} note`, { text: '' }, null)
  const { form, field, page } = usePageForm({
    schema: rules,
    values: { text: draft.fields.text },
    save: write.mutateAsync,
    failed: text.noteFailed,
    notice: () => text.noteAdded,
    draft,
    onSaved: () => form.reset({ text: '' }),
  })
  return (
    <form className="seller-page-form" method="post" noValidate onSubmit={page.onSubmit}>
      {page.error ? <Notice tone="danger">{page.error}</Notice> : null}
      <TextArea label={text.newNote} rows={3} maxLength={sellerNoteMaxLength} {...field('text')} />
      <Button type="submit" busy={page.busy} busyLabel={text.adding}>
        {text.addNote}
      </Button>
    </form>
  )
}
