import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { StreamPreparation } from '@apogee/contracts/courses/streams.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { streamsMessages } from '../../messages/streams.en.ts'
import { useContentWrite } from '../../api/authoring.ts'
import '../authoring.css'

const askEveryMs = 5_000

const reasons = {
  no_ffmpeg: 'noFfmpeg',
  no_picture: 'noPicture',
  too_large: 'tooLarge',
  unreadable: 'unreadable',
  too_slow: 'tooSlow',
  interrupted: 'interrupted',
  no_space: 'noSpace',
} as const satisfies Record<
  NonNullable<StreamPreparation['problem']>,
  keyof (typeof streamsMessages)['texts']
>

/** Shows the progress of preparing a video's qualities; renders nothing when none are prepared. */
export function StreamState({ resource }: { resource: CourseResource }) {
  const { preparation, courseId } = resource
  const text = useText(streamsMessages)
  useRefreshWhileMade(courseId, preparation?.state)
  if (!preparation || preparation.state === 'none') return null
  const { state, percent, problem, qualities } = preparation
  return (
    <p className="authoring-resource-meta">
      {state === 'waiting' ? text.waiting : null}
      {state === 'making' ? text.making(percent) : null}
      {state === 'ready' ? text.ready(qualities.map((size) => `${size}p`).join(', ')) : null}
      {problem === null ? null : (
        <>
          {text.failed(text[reasons[problem]])} <PrepareAgain resource={resource} />
        </>
      )}
    </p>
  )
}

/** `isWanted` means that the qualities of the video were never prepared and can be. */
export function usePreparation({ preparation, courseId, id }: CourseResource) {
  const text = useText(streamsMessages)
  const { mutate, isPending } = useContentWrite(
    courseId,
    () => call('prepareStream', { params: { id } }),
    text.requestFailed,
  )
  return { isWanted: preparation?.state === 'none', isPending, request: () => mutate(undefined) }
}

function PrepareAgain({ resource }: { resource: CourseResource }) {
  const text = useText(streamsMessages)
  const { isPending, request } = usePreparation(resource)
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={text.againFor(resource.title)}
      busy={isPending}
      onClick={request}
    >
      {text.again}
    </Button>
  )
}

function useRefreshWhileMade(courseId: number, state: StreamPreparation['state'] | undefined): void {
  const queries = useQueryClient()
  const isUnderWay = state === 'waiting' || state === 'making'
  useEffect(() => {
    if (!isUnderWay) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) void queries.invalidateQueries({ queryKey: ['course', courseId, 'manage'] })
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isUnderWay, queries, courseId])
}
