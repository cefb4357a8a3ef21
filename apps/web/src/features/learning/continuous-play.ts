import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { MouseEvent } from 'react'
import { lessonAddress } from './course-progress.ts'

/** A press is forgotten after this time, so that a video does not start long after a press that did not open its lesson. */
const openedMs = 30_000

/** Holds the lesson that was opened by a press that asks to play it, and whose video therefore starts automatically. */
let opened: { id: number; until: number } | null = null

export function openPlaying(resourceId: number): void {
  opened = { id: resourceId, until: Date.now() + openedMs }
}

/** Returns false when the press opens the link elsewhere, such as in another tab. */
export const opensHere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !(metaKey || ctrlKey || shiftKey || altKey)

/** Returns the properties of a link that opens a lesson and plays its video. `plays` is asked when the link is pressed. */
export const playingLink = (
  lesson: Pick<CourseResource, 'id' | 'courseContentId'>,
  plays: () => boolean = () => true,
) => ({
  to: lessonAddress(lesson),
  onClick: (event: MouseEvent) => {
    if (opensHere(event) && plays()) openPlaying(lesson.id)
  },
})

export const isOpenedPlaying = (resourceId: number): boolean =>
  opened?.id === resourceId && Date.now() < opened.until

/** Makes a later visit wait for a press. */
export function forgetOpenedPlaying(): void {
  opened = null
}
