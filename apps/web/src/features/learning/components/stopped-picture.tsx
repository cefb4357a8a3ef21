import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { VideoStream } from '@apogee/contracts/courses/streams.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useViewer } from '#web/platform/session/session.tsx'
import { contentResourcesQuery } from '../api/learning.ts'
import './learning.css'

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
  lesson: NonNullable<NonNullable<CatalogueCourse['enrollment']>['next']>
  /** A position that the server does not have yet. */
  waitingSecond: number | undefined
}) {
  const viewer = useViewer()
  const { data } = useQuery({ ...contentResourcesQuery(lesson.courseContentId, viewer), retry: false })
  const resource = data?.data.find(({ id }) => id === lesson.id)
  if (resource?.fileType !== 'video' || resource.filePath === undefined) return null
  const second = waitingSecond ?? resource.progress?.position ?? 0
  if (second <= 0) return null
  const storyboard = resource.stream?.storyboard
  if (storyboard) return <StoryboardTile storyboard={storyboard} second={second} />
  // A stream plays in parts, and its file may be large.
  return resource.stream || savesData() ? null : <VideoFrame src={resource.filePath} second={second} />
}

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
      onLoadedData={() => setIsShown(true)}
    />
  )
}
