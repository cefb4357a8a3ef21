/** The captions of a video, wherever it plays: what its editor reads and writes. */
import { captionsIn } from '@apogee/domain/captions.ts'
import { languageNames, type Language } from '@apogee/domain/languages.ts'
import type { CaptionTrack } from '@apogee/contracts/courses/courses.ts'
import { queryOptions } from '@tanstack/react-query'
import { failureOf, noAnswer } from '#web/platform/client.ts'
import { saveAllFields } from '#web/platform/save-edit.ts'
import type { Viewer } from '#web/platform/session.tsx'

export interface CaptionedVideo {
  /** Of what the tab keeps while it is typed. */
  key: string
  title: string
  /** Its length, when known. */
  seconds: number | null
  captions: readonly CaptionTrack[]
  /** Of `captions`, as they were read. */
  version: number | undefined
}

export interface TrackChange {
  language: Language
  /** null: none in this language. */
  url: string | null
  /** As it was read; another person's change of the captions since then is asked about. */
  read: readonly CaptionTrack[]
  version: number | undefined
}

/** A mutation that changes the track of one language. */
export interface TrackWrite {
  isPending: boolean
  mutateAsync: (change: TrackChange) => Promise<unknown>
}

interface SentTracks {
  captions: CaptionTrack[]
  version?: number
}

/** `label` names the captions where a conflict is asked about. */
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
