import { captionsIn } from '@apogee/domain/captions.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, failureOf, noAnswer } from '#web/platform/client.ts'
import { useText } from '#web/platform/messages.ts'
import { saveChanges } from '#web/platform/save-edit.ts'
import type { Viewer } from '#web/platform/session.tsx'
import { languageNames } from '@apogee/domain/languages.ts'
import { captionsEditorMessages } from '../messages/captions.en.ts'
import { useContentWrite } from './authoring.ts'

export type CaptionTrack = NonNullable<CourseResource['captions']>[number]

export const pathOf = (url: string): string => url.split('?')[0] ?? ''

/** The lines of a caption file. Its signature changes every hour, the file does not. */
export const captionFileQuery = (url: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['caption-file', pathOf(url), viewer],
    queryFn: async ({ signal }) => {
      const answer = await fetch(url, { signal }).catch((cause: unknown) => Promise.reject(noAnswer(cause)))
      if (!answer.ok) throw failureOf(answer.status, undefined)
      return captionsIn(await answer.text())
    },
    enabled: url !== '',
    staleTime: Infinity,
  })

export interface TrackChange {
  language: Language
  /** null: none in this language. */
  url: string | null
  /** As it was read; another person's change of the captions since then is asked about. */
  read: readonly CaptionTrack[]
  version: number | undefined
}

/** Changes the track of one language. */
export function useCaptionWrite({ id, courseId }: CourseResource) {
  const text = useText(captionsEditorMessages)
  return useContentWrite(courseId, ({ language, url, read, version }: TrackChange) => {
    const others = read.filter((track) => track.language !== language)
    return saveChanges({
      fields: { captions: url === null ? others : [...others, { language, url }] },
      ...{ read: { captions: read }, version },
      labels: { captions: text.field },
      show: (_, value) =>
        Array.isArray(value)
          ? (value as CaptionTrack[]).map((track) => languageNames[track.language]).join(', ')
          : undefined,
      send: (body) => call('updateResource', { params: { id }, body }),
    })
  })
}
