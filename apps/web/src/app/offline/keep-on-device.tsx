import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { downloadIcon } from '@apogee/ui/icons/more-icons.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { keptMessages } from '#web/features/learning/messages/kept.en.ts'
import type { KeptFacts } from '#web/shared/lesson/kept-course/kept-course.ts'
import { useText } from '#web/platform/language/messages.ts'
import { keepChosen, useKeepProgress, useKeptCourses, useKeptChanged } from './keep-chosen.ts'
import { sizeOfFiles, sizeOfVideos, type KeepFailure } from './keep-files.ts'
import { inMegabytes, megabytes, removeKept } from './kept-courses.tsx'
import '#web/features/learning/components/learning.css'

/** Stored pages require a worker that controls the page. On a first visit it takes control after the page has loaded. */
const useIsControlled = (): boolean =>
  useSyncExternalStore(watchController, () => navigator.serviceWorker.controller !== null)

function watchController(changed: () => void): () => void {
  navigator.serviceWorker.addEventListener('controllerchange', changed)
  return () => navigator.serviceWorker.removeEventListener('controllerchange', changed)
}

/** Stores a learner's course for reading offline, shows the progress, and removes the course again. */
export function KeepOnDevice({
  user,
  course,
  checkedAt,
}: {
  user: CurrentUser
  course: CourseDetail
  /** The server answered with the course at this time, in ms since 1970. */
  checkedAt: number
}) {
  const text = useText(keptMessages)
  const isShown = useIsControlled()
  const progress = useKeepProgress(course.id)
  const changed = useKeptChanged()
  const { data = [] } = useKeptCourses()
  const kept = data.find(({ facts }) => facts.courseId === course.id && facts.isChosen)?.facts
  const [failure, setFailure] = useState<KeepFailure | null>(null)
  const isRunning = progress !== undefined
  // The effect also runs when another page has started the download, because its progress is shared.
  useEffect(changed, [changed, isRunning])
  const keep = (withVideos: boolean) => {
    setFailure(null)
    void keepChosen(user, course, { checkedAt, withVideos }).then(setFailure)
  }
  if (!isShown) return null
  return (
    <div className="grid gap-3 text-sm text-secondary" role="group" aria-label={text.keep}>
      <div className="learn-keep flex flex-wrap items-center gap-3" role="status">
        {progress ? (
          <>
            <span>
              {text.keeping}{' '}
              <span aria-hidden>
                {text.keptOf(inMegabytes(progress.bytes), megabytes(progress.allBytes))}
              </span>
            </span>
            <Button size="sm" variant="quiet" onClick={progress.stop}>
              {text.stop}
            </Button>
          </>
        ) : kept ? (
          <Kept course={course} facts={kept} onKeep={keep} />
        ) : (
          <Offer course={course} onKeep={keep} />
        )}
      </div>
      {failure ? <Notice tone="danger">{failure === 'room' ? text.noRoom : text.failed}</Notice> : null}
    </div>
  )
}

interface Choice {
  course: CourseDetail
  onKeep: (withVideos: boolean) => void
}

function Offer({ course, onKeep }: Choice) {
  const text = useText(keptMessages)
  const bytes = sizeOfFiles(course)
  const videoBytes = sizeOfVideos(course)
  return (
    <>
      <Button size="sm" variant="quiet" icon={downloadIcon} onClick={() => onKeep(false)}>
        {text.keepOf(megabytes(bytes))}
      </Button>
      {videoBytes > 0 ? (
        <Button size="sm" variant="quiet" icon={downloadIcon} onClick={() => onKeep(true)}>
          {text.withVideos(megabytes(bytes + videoBytes))}
        </Button>
      ) : null}
      <span className="learn-keep-hint">{videoBytes > 0 ? text.keepHintOfVideos : text.keepHint}</span>
    </>
  )
}

function Kept({
  course,
  facts: { bytes, isDone, hasVideos = false },
  onKeep,
}: Choice & { facts: KeptFacts }) {
  const text = useText(keptMessages)
  const changed = useKeptChanged()
  const videoBytes = sizeOfVideos(course)
  return (
    <>
      <Icon name={isDone ? 'check' : 'info'} size="sm" />
      <span>{isDone ? text.isKept(megabytes(bytes)) : text.isPartlyKept}</span>
      {isDone ? null : (
        <Button size="sm" onClick={() => onKeep(hasVideos)}>
          {text.goOn}
        </Button>
      )}
      {isDone && !hasVideos && videoBytes > 0 ? (
        <Button size="sm" variant="quiet" icon={downloadIcon} onClick={() => onKeep(true)}>
          {text.videosToo(megabytes(videoBytes))}
        </Button>
      ) : null}
      <Button
        size="sm"
        variant="quiet"
        aria-label={text.removeOf(course.title)}
        onClick={() => void removeKept(course.id).then(changed)}
      >
        {text.remove}
      </Button>
    </>
  )
}
