/**
 * Handles notes at passages of a text lesson: the button that stays in view while reading, the dialog, and the marks in the text.
 */
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import type { Passage } from '@apogee/contracts/notes/notes.ts'
import { pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSearchParams } from '#web/platform/router/router.tsx'
import { notesMessages } from '../messages/notes.en.ts'
import { markPassages, passageRead, showPassage } from '../passages.ts'
import type { NoteActions, ShownNote } from '../use-notes.ts'
import { NoteFields } from './note-entry.tsx'
import './notes.css'

interface PassageNotesProps {
  /** Refers to the part of the page that contains the text. */
  media: RefObject<HTMLElement | null>
  notes: readonly ShownNote[]
  actions: NoteActions
  /** Creates a note without text at the passage. */
  blank: (passage: Passage | null) => ShownNote
}

export function PassageNotes({ media, notes, actions, blank }: PassageNotesProps) {
  const text = useText(notesMessages)
  const { close } = useText(platformMessages)
  const place = usePlace(media)
  const [fresh, setFresh] = useState<ShownNote | null>(null)
  // A touch on the button clears the selection before the click, so the passage is stored.
  const selected = useRef<Passage | null>(null)
  const read = () => (media.current ? passageRead(media.current) : null)
  const note = fresh && (notes.find(({ id }) => id === fresh.id) ?? fresh)
  useMarks(media, notes)
  useNoteOfAddress(media, notes)
  const finish = () => {
    if (note && note.text === '' && note.version === 0) actions.drop(note.id)
    setFresh(null)
  }
  if (!place) return null
  return createPortal(
    <>
      <p className="passage-tool">
        <Button
          size="sm"
          icon={pencilIcon}
          onPointerDown={() => (selected.current = read())}
          onClick={() => {
            setFresh(blank(selected.current ?? read()))
            selected.current = null
          }}
        >
          {text.addHere}
        </Button>
      </p>
      <Dialog open={note !== null} title={text.passageTitle} closeLabel={close} onClose={finish}>
        {note && (
          <>
            {note.passage && <blockquote className="note-quote">{note.passage.quote}</blockquote>}
            <NoteFields note={note} hasPages={false} actions={actions} place={undefined} onClose={finish} />
          </>
        )}
      </Dialog>
    </>,
    place,
  )
}

function usePlace(media: RefObject<HTMLElement | null>): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(media.current), [media])
  return place
}

/** Marks the passages again whenever the text arrives or React renders it again. */
function useMarks(media: RefObject<HTMLElement | null>, notes: readonly ShownNote[]): void {
  const passages = JSON.stringify(notes.flatMap(({ passage }) => passage ?? []))
  useEffect(() => {
    const element = media.current
    if (!element) return undefined
    let unmark = () => {}
    const mark = () => {
      unmark()
      unmark = markPassages(element, JSON.parse(passages) as Passage[])
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      unmark()
    }
  }, [media, passages])
}

/** Scrolls to the passage of the URL's `note` once text and notes are loaded. */
function useNoteOfAddress(media: RefObject<HTMLElement | null>, notes: readonly ShownNote[]): void {
  const text = useText(notesMessages)
  const notify = useNotify()
  const [search] = useSearchParams()
  const wanted = search.get('note')
  const isDone = useRef<string | null>(null)
  const passage = notes.find(({ id }) => id === wanted)?.passage ?? null
  useEffect(() => {
    const element = media.current
    if (!element || !passage || isDone.current === wanted) return undefined
    const show = () => {
      if (!element.querySelector('.lesson-text')) return
      observer.disconnect()
      isDone.current = wanted
      if (!showPassage(element, passage)) notify({ text: text.passageGone })
    }
    const observer = new MutationObserver(show)
    observer.observe(element, { childList: true, subtree: true })
    show()
    return () => observer.disconnect()
  }, [media, notify, passage, text.passageGone, wanted])
}
