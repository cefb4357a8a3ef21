/** Reads and writes the captions of a video for its editor, wherever the video plays. */
import { captionsIn } from '@apogee/domain/text/captions.ts'
import { languageNames, type Language } from '@apogee/domain/languages.ts'
import type { CaptionTrack } from '@apogee/contracts/courses/captions.ts'
import { queryOptions } from '@tanstack/react-query'
import { failureOf, noAnswer } from '#web/platform/transfer/client.ts'
import { saveAllFields } from '#web/platform/edit-conflicts/save-edit.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export interface CaptionedVideo {
  /** `key` identifies the draft in the tab. */
  key: string
  title: string
  /** `seconds` is the length of the video; null means that it is unknown. */
  seconds: number | null
  captions: readonly CaptionTrack[]
  /** `version` is the version of `captions` when they were read. */
  version: number | undefined
}

export interface TrackChange {
  language: Language
  /** Null means that the video has no captions in this language. */
  url: string | null
  /** `read` holds the tracks as they were read. If another person has changed them since, saving asks about the conflict. */
  read: readonly CaptionTrack[]
  version: number | undefined
}

/** Describes a mutation that changes the track of one language. */
export interface TrackWrite {
  isPending: boolean
  mutateAsync: (change: TrackChange) => Promise<unknown>
}

interface SentTracks {
  captions: CaptionTrack[]
  version?: number
}

/** Saves a track; `label` names the captions in a conflict question. */
export function saveTrack<Answer>(
  { language, url, read, version }: TrackChange,
  label: string,
  send: (body: SentTracks) => Promise<Answer>,
): Promise<Answer> {
  const others = read.filter((track) => track.language !== language)
  return saveAllFields({
    fields: { captions: url === null ? others : [...others, { language, url }] },
    read: { captions: read },
    version,
    labels: { captions: label },
    show: (_, value) =>
      Array.isArray(value)
        ? (value as CaptionTrack[]).map((track) => languageNames[track.language]).join(', ')
        : undefined,
    send,
  })
}

export const pathOf = (url: string): string => url.split('?')[0] ?? ''

/** Loads the lines of a caption file. The URL's signature changes every hour, but the file does not. */
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
