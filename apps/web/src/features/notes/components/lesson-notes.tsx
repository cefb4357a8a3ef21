import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { Passage } from '@apogee/contracts/notes/notes.ts'
import { Button } from '@apogee/ui/button.tsx'
import { bookmarkIcon } from '@apogee/ui/icons/more-icons.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { clockTime } from '@apogee/ui/player/clock-time.ts'
import { Loading } from '@apogee/ui/feedback/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState, type RefObject } from 'react'
import { ApiError } from '#web/platform/transfer/client.ts'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { shownPage } from '#web/shared/document/view/shown-page.ts'
import { seekVideo, useVideoSecond } from '#web/shared/lesson/video-place.ts'
import { notesQuery } from '../api/notes.ts'
import { notesMessages } from '../messages/notes.en.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { useDeleteNote } from '../use-delete-note.tsx'
import { useNoteActions, useShownNotes, type NoteActions, type ShownNote } from '../use-notes.ts'
import type { NotesOfPlayer } from '../use-player-notes.ts'
import { showPassage } from '../passages.ts'
import { NoteEntry, usePlaceText } from './note-entry.tsx'
import { PassageNotes } from './passage-notes.tsx'
import './notes.css'

interface LessonNotesProps extends NotesOfPlayer {
  userId: number
  resource: CourseResource
  video: RefObject<HTMLVideoElement | null>
  /** Refers to the part of the page that contains the lesson. */
  media: RefObject<HTMLElement | null>
}

/** Shows the private notes of one lesson. The resource's id must be the key. */
export function LessonNotes(props: LessonNotesProps) {
  const { userId, resource, onMarks } = props
  const text = useText(notesMessages)
  const { loading } = useText(platformMessages)
  const actions = useNoteActions(userId, resource.courseId)
  const list = useInfiniteQuery(
    notesQuery({ courseId: resource.courseId, resourceId: resource.id }, useViewer()),
  )
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  // True while the notes could not be loaded because the connection is missing. The query reloads when it returns.
  const isUnconnected =
    list.data === undefined && (list.isPaused || (list.error instanceof ApiError && list.error.status === 0))
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const saved = list.data?.pages.flatMap(({ data }) => data) ?? []
  const notes = useShownNotes(actions, saved, ({ resourceId }) => resourceId === resource.id)
  const places = notes.flatMap(({ positionMs }) => (positionMs === null ? [] : [positionMs / 1000])).join()
  useEffect(() => {
    onMarks(places === '' ? [] : places.split(',').map(Number))
    return () => onMarks([])
  }, [places, onMarks])
  return (
    <section className="notes" aria-labelledby="notes-title">
      <Writing {...props} actions={actions} notes={notes} isLoaded={list.data !== undefined} />
      {isUnconnected ? (
        <p className="text-sm text-secondary" role="status">
          {text.notConnected}
        </p>
      ) : list.isPending ? (
        <Loading label={loading} className="notes-loading" />
      ) : list.isError ? (
        <LoadFailure
          titleAs="h3"
          title={text.failed}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : null}
    </section>
  )
}

/** Adds and lists notes. Both work before the saved notes are loaded and without a connection. */
function Writing({
  resource,
  video,
  media,
  bookmark,
  actions,
  notes,
  isLoaded,
}: LessonNotesProps & { actions: NoteActions; notes: readonly ShownNote[]; isLoaded: boolean }) {
  const text = useText(notesMessages)
  const notify = useNotify()
  const isVideo = resource.fileType === 'video'
  const [fresh, setFresh] = useState<ShownNote | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const shown = fresh && !notes.some(({ id }) => id === fresh.id) ? [...notes, fresh] : notes
  const blank = (passage: Passage | null = null): ShownNote => ({
    id: newId(),
    courseId: resource.courseId,
    resourceId: resource.id,
    version: 0,

    positionMs: isVideo ? positionOf(video) : null,
    page: isVideo ? null : shownPage(resource.id),
    passage,
    text: '',
    state: null,
  })
  const add = () => {
    const note = blank()
    setFresh(note)
    setOpenId(note.id)
  }
  const close = (note: ShownNote) => {
    setOpenId(null)
    setFresh(null)
    if (note.text === '' && note.version === 0) actions.drop(note.id)
  }
  const setBookmark = () => {
    const note = blank()
    actions.change(note)
    actions.saveNow(note.id)
    const time = note.positionMs === null ? null : clockTime(note.positionMs / 1000)
    notify({ text: time === null ? text.bookmarkSetHere : text.bookmarkSet(time) })
  }
  useEffect(() => {
    bookmark.setState(isVideo ? setBookmark : null)
    return () => bookmark.setState(null)
  })
  return (
    <>
      <NotesHead video={isVideo ? video : null} onAdd={add} onBookmark={setBookmark} />
      <p className="text-sm text-secondary">
        {/* The sentence that arrives later stands last, so that it moves nothing. */}
        {text.onlyYou}{' '}
        {isLoaded && shown.length === 0 ? (
          <>
            {isVideo ? text.emptyVideo : text.emptyOther}{' '}
            {isVideo ? <span className="notes-keys">{text.emptyVideoKey} </span> : null}
          </>
        ) : null}
      </p>
      {resource.words === undefined ? null : (
        <PassageNotes media={media} notes={notes} actions={actions} blank={blank} />
      )}
      {shown.length === 0 ? null : (
        <NoteList
          resource={resource}
          video={video}
          media={media}
          actions={actions}
          openId={openId}
          notes={shown}
          onOpen={setOpenId}
          onClose={close}
        />
      )}
    </>
  )
}

function NotesHead({
  video,
  onAdd,
  onBookmark,
}: {
  /** Null means that the lesson has no playback time. */
  video: RefObject<HTMLVideoElement | null> | null
  onAdd: () => void
  onBookmark: () => void
}) {
  const text = useText(notesMessages)
  return (
    <header className="notes-head">
      <h2 className="ap-h3" id="notes-title">
        {text.notes}
      </h2>
      <div className="notes-tools">
        <Button size="sm" icon="plus" onClick={onAdd}>
          {video ? <AddAt video={video} /> : text.add}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          icon={bookmarkIcon}
          aria-keyshortcuts={video ? 'B' : undefined}
          onClick={onBookmark}
        >
          {text.setBookmark}
        </Button>
      </div>
    </header>
  )
}

function NoteList({
  resource,
  video,
  media,
  actions,
  notes,
  openId,
  onOpen,
  onClose,
}: Pick<LessonNotesProps, 'resource' | 'video' | 'media'> & {
  actions: NoteActions
  notes: readonly ShownNote[]
  openId: string | null
  onOpen: (id: string) => void
  onClose: (note: ShownNote) => void
}) {
  const text = useText(notesMessages)
  const placeOf = usePlaceText()
  const remove = useDeleteNote(actions)
  const notify = useNotify()
  const goTo = (passage: Passage) => {
    if (media.current && !showPassage(media.current, passage)) notify({ text: text.passageGone })
  }
  return (
    <ul className="notes-list">
      {notes.map((note) => {
        const { positionMs, passage } = note
        const place = placeOf(note)
        return (
          <NoteEntry
            key={note.id}
            note={note}
            mark={
              place === undefined ? null : positionMs === null && passage === null ? (
                <span className="note-place">{place}</span>
              ) : (
                <button
                  type="button"
                  className="note-place ap-link"
                  data-passage={passage ? '' : undefined}
                  aria-label={text.goTo(place)}
                  onClick={() => {
                    if (positionMs !== null) seekVideo(video, positionMs / 1000)
                    else if (passage) goTo(passage)
                  }}
                >
                  {place}
                </button>
              )
            }
            hasPages={resource.fileType === 'pdf' || resource.fileType === 'document'}
            isOpen={note.id === openId}
            actions={actions}
            onOpen={() => onOpen(note.id)}
            onClose={() => onClose(note)}
            onDelete={() => void remove(note)}
          />
        )
      })}
    </ul>
  )
}

/** Renders 'Add a note at 3:12' with the current time of the video. */
function AddAt({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const text = useText(notesMessages)
  const second = useVideoSecond(video)
  return text.addAt(clockTime(second))
}

const positionOf = (video: RefObject<HTMLVideoElement | null>): number =>
  Math.round((video.current?.currentTime ?? 0) * 1000)
