import { pressedKey } from '@apogee/ui/pressed-key.ts'
import type { Chapter } from '@apogee/contracts/courses/chapters.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { lessonSearchLimits } from '@apogee/contracts/catalogue/lesson-search-limits.ts'
import { languageNames, type Language } from '@apogee/domain/languages.ts'
import { searchForm } from '@apogee/domain/text/human-text.ts'
import { placesIn, type TranscriptLine } from '@apogee/domain/text/transcript.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { chevronUpIcon } from '@apogee/ui/icons/more-icons.ts'
import { SearchField } from '@apogee/ui/fields/search-field.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useMemo, useState, type RefObject } from 'react'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { rememberPlayerPreferences, usePlayerPreferences } from '#web/shared/lesson/player-preferences.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { transcriptMessages } from '../../messages/transcript.en.ts'
import { playFrom, useTranscriptLines } from '../../use-transcript.ts'
import { TranscriptLines, type LineMatch } from './transcript-lines.tsx'
import { LessonSearchResults } from '../lesson-search-results.tsx'
import './transcript.css'

type Track = NonNullable<CourseResource['captions']>[number]

/** Chooses the language of the captions: the language selected here, or the page's language, or the first language of the video. */
function useTrack(tracks: readonly Track[]) {
  const { captionLanguage, transcriptLanguage } = usePlayerPreferences()
  const pageLanguage = useLanguage()
  const wanted = [transcriptLanguage, captionLanguage, pageLanguage]
  const found = wanted.map((language) => tracks.find((track) => track.language === language))
  const choose = (language: string) => rememberPlayerPreferences({ transcriptLanguage: language })
  return { track: found.find((track) => track !== undefined) ?? tracks[0], choose }
}

export function TranscriptPanel({
  resource,
  video,
  onReload,
}: {
  resource: CourseResource
  video: RefObject<HTMLVideoElement | null>
  /** Loads the lesson again, because the signed address of the captions may have expired. */
  onReload: () => void
}) {
  const text = useText(transcriptMessages)
  const tracks = resource.captions ?? []
  const { track, choose } = useTrack(tracks)
  return (
    <section className="transcript" aria-labelledby="transcript-title">
      <header className="transcript-head">
        <h2 id="transcript-title">{text.title}</h2>
        {tracks.length > 1 && track ? (
          <Select
            label={text.language}
            labelHidden
            className="transcript-language"
            options={tracks.map(({ language }) => ({ value: language, label: languageNames[language] }))}
            value={track.language}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        ) : null}
      </header>
      {track ? (
        <Transcript
          key={track.language}
          resource={resource}
          track={track}
          video={video}
          onReload={onReload}
        />
      ) : null}
    </section>
  )
}

const noChapters: readonly Chapter[] = []

function Transcript({
  resource,
  track,
  video,
  onReload,
}: {
  resource: CourseResource
  track: Track
  video: RefObject<HTMLVideoElement | null>
  onReload: () => void
}) {
  const text = useText(transcriptMessages)
  const { loading } = useText(platformMessages)
  const { data, error, isPending, refetch } = useTranscriptLines(track.url, resource.chapters ?? noChapters)
  if (isPending) {
    return (
      <Loading label={loading} className="transcript-state">
        <Skeleton />
        <Skeleton width={80} />
      </Loading>
    )
  }
  if (!data) {
    const retry = () => {
      onReload()
      void refetch()
    }
    return <LoadFailure title={text.loadFailed} error={error} onRetry={retry} />
  }
  if (data.length === 0) return <p className="transcript-state">{text.empty}</p>
  return <SearchedLines lines={data} resource={resource} video={video} language={track.language} />
}

const matchesIn = (lines: readonly TranscriptLine[], typed: string): LineMatch[] =>
  lines.flatMap(({ text }, line) => placesIn(text, typed).map((place) => ({ line, place })))

function SearchedLines({
  resource,
  lines,
  language,
  video,
}: {
  resource: CourseResource
  lines: readonly TranscriptLine[]
  language: Language
  video: RefObject<HTMLVideoElement | null>
}) {
  const text = useText(transcriptMessages)
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(0)
  const [wholeCourse, setWholeCourse] = useState(false)
  const matches = useMemo(() => matchesIn(lines, typed), [lines, typed])
  const maySearchCourse = searchForm(typed).length >= lessonSearchLimits.shortestQuery
  const searchesCourse = wholeCourse && maySearchCourse
  const step = (by: 1 | -1) => setShown((now) => (now + by + matches.length) % Math.max(1, matches.length))
  const search = (value: string) => {
    setTyped(value)
    setShown(0)
  }
  const openHere = (seconds: number) => {
    setWholeCourse(false)
    search('')
    playFrom(video.current, seconds)
  }
  return (
    <>
      <div className="transcript-search">
        <SearchField
          label={text.search}
          placeholder={text.search}
          value={typed}
          maxLength={lessonSearchLimits.longestQuery}
          onChange={(event) => search(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (pressedKey(event) === 'Enter') step(event.shiftKey ? -1 : 1)
          }}
        />
        <div className="transcript-found" hidden={searchForm(typed) === ''}>
          {searchesCourse ? null : <Steps matches={matches} shown={shown} step={step} />}
          {maySearchCourse ? (
            <Button variant="quiet" size="sm" onClick={() => setWholeCourse(!wholeCourse)}>
              {wholeCourse ? text.backToLesson : text.searchCourse}
            </Button>
          ) : null}
        </div>
      </div>
      {searchesCourse ? (
        <LessonSearchResults
          language={language}
          typed={typed}
          courseId={resource.courseId}
          onPress={(event, lesson, { seconds }) => {
            if (lesson.resourceId !== resource.id || seconds === undefined) return
            event.preventDefault()
            openHere(seconds)
          }}
        />
      ) : (
        <TranscriptLines
          lines={lines}
          language={language}
          video={video}
          matches={matches}
          chapters={resource.chapters ?? noChapters}
          active={matches[shown]}
          isSearching={matches.length > 0}
        />
      )}
    </>
  )
}

/** Shows the number of matches, with buttons for the previous and the next one. */
function Steps({
  matches,
  shown,
  step,
}: {
  matches: readonly LineMatch[]
  shown: number
  step: (by: 1 | -1) => void
}) {
  const text = useText(transcriptMessages)
  return (
    <>
      <span role="status">{matches.length > 0 ? text.matchOf(shown + 1, matches.length) : text.noMatch}</span>
      <IconButton
        icon={chevronUpIcon}
        label={text.previous}
        size="sm"
        disabled={matches.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        icon="chevron-down"
        label={text.next}
        size="sm"
        disabled={matches.length === 0}
        onClick={() => step(1)}
      />
    </>
  )
}
