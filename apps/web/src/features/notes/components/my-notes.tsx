import { noteLimits } from '@apogee/contracts/limits.ts'
import type { LessonNote } from '@apogee/contracts/notes/notes.ts'
import { Button } from '@apogee/ui/button.tsx'
import { documentIcon } from '@apogee/ui/icons/more-icons.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DownloadButton } from '#web/platform/transfer/download.tsx'
import { ListSearch, useListSearch } from '#web/platform/lists/list-search.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { ListStates, NoMatch } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { saveText } from '#web/platform/edit-conflicts/save-text.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { notesQuery } from '../api/notes.ts'
import { notesMessages } from '../messages/notes.en.ts'
import { useDeleteNote } from '../use-delete-note.tsx'
import { useNoteActions, useShownNotes, type NoteActions, type ShownNote } from '../use-notes.ts'
import { NoteEntry, usePlaceText } from './note-entry.tsx'
import './notes.css'

interface MyNotesProps {
  courseId: number
  courseTitle: string
  userId: number
}

/** Shows all notes of a course by lesson. The tab is also the print layout. */
export function MyNotes({ courseId, courseTitle, userId }: MyNotesProps) {
  const text = useText(notesMessages)
  const { search, ...searching } = useListSearch()
  const actions = useNoteActions(userId, courseId)
  const list = useInfiniteQuery({
    ...notesQuery({ courseId, search }, useViewer()),
    placeholderData: keepPreviousData,
  })
  usePaperColours()
  const isEmpty = list.data?.pages[0]?.meta.total === 0 && search === ''
  return (
    <div className="notes-course">
      <p className="notes-printed-title">{courseTitle}</p>
      {isEmpty ? null : (
        <div className="notes-course-tools">
          <ListSearch label={text.search} {...searching} />
          <Download courseId={courseId} />
          <Print list={list} />
        </div>
      )}
      <ListStates
        list={list}
        failed={text.failed}
        titleAs="h3"
        empty={
          search === '' ? (
            <EmptyState titleAs="h2" title={text.none} text={text.noneHint} />
          ) : (
            <NoMatch
              words={{ noMatch: text.noneFound, noMatchHint: text.noneFoundHint, showAll: text.showAll }}
              onShowAll={() => searching.setTyped('')}
            />
          )
        }
        shownOf={text.shownOf}
        more={text.showMore}
      >
        {(rows) => <ByLesson rows={rows} actions={actions} />}
      </ListStates>
    </div>
  )
}

/** Uses light colours on paper, also when the page is dark. */
function usePaperColours(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    let shown: string | undefined
    const lighten = () => {
      shown = dataset['theme']
      dataset['theme'] = 'daylight'
    }
    const restore = () => {
      if (shown !== undefined) dataset['theme'] = shown
    }
    window.addEventListener('beforeprint', lighten)
    window.addEventListener('afterprint', restore)
    return () => {
      window.removeEventListener('beforeprint', lighten)
      window.removeEventListener('afterprint', restore)
    }
  }, [])
}

const lessonAddressOf = ({ id, contentId }: LessonNote['lesson']): string =>
  `/lesson/${contentId}/resources/${id}`

/** Returns the URL of the place where a note was made. */
function placeAddressOf(lesson: LessonNote['lesson'], { id, positionMs, passage }: ShownNote): string {
  const place = positionMs !== null ? `?t=${Math.floor(positionMs / 1000)}` : passage ? `?note=${id}` : ''
  return `${lessonAddressOf(lesson)}${place}`
}

function ByLesson({ rows, actions }: { rows: readonly LessonNote[]; actions: NoteActions }) {
  const text = useText(notesMessages)
  const shown = new Map(useShownNotes(actions, rows, () => false).map((note) => [note.id, note]))
  const lessons = new Map(rows.map(({ lesson }) => [lesson.id, lesson]))
  return [...lessons.values()].map((lesson) => (
    <section key={lesson.id} className="notes" aria-labelledby={`notes-of-${lesson.id}`}>
      <h2 className="ap-h4" id={`notes-of-${lesson.id}`}>
        {lesson.contentId === null ? (
          text.removedLesson(lesson.title)
        ) : (
          <Link className="ap-link" to={lessonAddressOf(lesson)}>
            {lesson.title}
          </Link>
        )}
      </h2>
      <LessonList
        lesson={lesson}
        notes={rows.flatMap((row) => (row.lesson.id === lesson.id ? (shown.get(row.id) ?? []) : []))}
        actions={actions}
      />
    </section>
  ))
}

function LessonList({
  lesson,
  notes,
  actions,
}: {
  lesson: LessonNote['lesson']
  notes: readonly ShownNote[]
  actions: NoteActions
}) {
  const text = useText(notesMessages)
  const placeOf = usePlaceText()
  const remove = useDeleteNote(actions)
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <ul className="notes-list">
      {notes.map((note) => {
        const place = placeOf(note)
        return (
          <NoteEntry
            key={note.id}
            note={note}
            mark={
              place === undefined ? null : lesson.contentId === null ? (
                <span className="note-place">{place}</span>
              ) : (
                <Link
                  className="note-place ap-link"
                  data-passage={note.passage ? '' : undefined}
                  aria-label={text.goTo(place)}
                  to={placeAddressOf(lesson, note)}
                >
                  {place}
                </Link>
              )
            }
            hasPages={note.page !== null}
            isOpen={note.id === openId}
            actions={actions}
            onOpen={() => setOpenId(note.id)}
            onClose={() => setOpenId(null)}
            onDelete={() => void remove(note, lesson.contentId !== null)}
          />
        )
      })}
    </ul>
  )
}

function Download({ courseId }: { courseId: number }) {
  const text = useText(notesMessages)
  const language = useLanguage()
  return (
    <DownloadButton
      label={text.download}
      busyLabel={text.downloading}
      failed={text.downloadFailed}
      save={async () => {
        const { data } = await call('exportNotes', { params: { courseId }, query: { language } })
        saveText(data.fileName, data.markdown, 'text/markdown')
      }}
    />
  )
}

interface Growing {
  fetchNextPage: () => Promise<{ hasNextPage: boolean; isError: boolean }>
  hasNextPage: boolean
}

/** Loads the whole list before printing, because the browser prints only loaded notes. */
function Print({ list }: { list: Growing }) {
  const text = useText(notesMessages)
  const notify = useNotify()
  const print = useMutation({
    mutationFn: async () => {
      let { hasNextPage } = list
      for (let pages = 1; hasNextPage && pages <= noteLimits.perCourse; pages += 1) {
        const next = await list.fetchNextPage()
        if (next.isError) throw new Error('the next page of notes did not load')
        hasNextPage = next.hasNextPage
      }
    },
    onSuccess: () => requestAnimationFrame(() => window.print()),
    onError: () => notify({ tone: 'danger', text: text.printFailed }),
  })
  return (
    <Button
      icon={documentIcon}
      busy={print.isPending}
      busyLabel={text.preparing}
      onClick={() => print.mutate()}
    >
      {text.print}
    </Button>
  )
}
