import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { VideoStream } from '@apogee/contracts/courses/streams.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useViewer } from '#web/platform/session/session.tsx'
import { contentResourcesQuery } from '../api/learning.ts'
import './learning.css'

type Next = NonNullable<NonNullable<CatalogueCourse['enrollment']>['next']>
type Storyboard = NonNullable<VideoStream['storyboard']>

/** Returns whether the browser was told to load little. Not all browsers know the property. */
const savesData = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true

/**
 * Covers the course's picture with the moment at which the learner stopped in a video: a tile of its storyboard, or the video itself
 * at that second. The course's picture stays where there is neither, without a connection, and while it loads.
 */
export function StoppedPicture({
  lesson,
  waitingSecond,
}: {
  lesson: Next
  /** A position that the server does not have yet. */
  waitingSecond: number | undefined
}) {
  const viewer = useViewer()
  const { data } = useQuery({ ...contentResourcesQuery(lesson.courseContentId, viewer), retry: false })
  const resource = data?.data.find(({ id }) => id === lesson.id)
  if (resource?.fileType !== 'video' || resource.filePath === undefined) return null
  const second = waitingSecond ?? secondOf(resource, lesson)
  if (second <= 0) return null
  const storyboard = resource.stream?.storyboard
  if (storyboard) return <StoryboardTile storyboard={storyboard} second={second} />
  // A stream plays in parts, and its file may be large.
  return resource.stream || savesData() ? null : <VideoFrame src={resource.filePath} second={second} />
}

/** The list of a module has no progress, and that of the courses says how much is left. */
const secondOf = ({ seconds }: CourseResource, { secondsLeft }: Next): number =>
  seconds !== null && secondsLeft !== undefined ? seconds - secondsLeft : 0

function StoryboardTile({
  storyboard: { url, everySeconds, columns, tiles, width, height },
  second,
}: {
  storyboard: Storyboard
  second: number
}) {
  const [isShown, setIsShown] = useState(false)
  const tile = Math.min(tiles - 1, Math.floor(second / everySeconds))
  const x = (tile % columns) * width
  const y = Math.floor(tile / columns) * height
  return (
    <svg
      className="learn-stopped"
      data-shown={isShown}
      viewBox={`${x} ${y} ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
    >
      <image
        href={url}
        width={columns * width}
        height={Math.ceil(tiles / columns) * height}
        onLoad={() => setIsShown(true)}
      />
    </svg>
  )
}

/** Loads the beginning of the file and the picture at this second, and never plays. */
function VideoFrame({ src, second }: { src: string; second: number }) {
  // A signed address changes with each read of the lesson, and would load the picture again.
  const [address] = useState(src)
  const [isShown, setIsShown] = useState(false)
  // A cached video may load before React has mounted its element, and the event is lost.
  const showIfLoaded = useCallback((video: HTMLVideoElement | null) => {
    if (video && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) setIsShown(true)
  }, [])
  return (
    <video
      className="learn-stopped"
      data-shown={isShown}
      src={`${address}#t=${Math.round(second * 10) / 10}`}
      preload="metadata"
      muted
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      ref={showIfLoaded}
      onLoadedData={() => setIsShown(true)}
    />
  )
}
