import { languageNames } from '@apogee/domain/languages.ts'
import { externalIcon } from '@apogee/ui/icons/more-icons.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { MediaFrame, Player, type PlayerProps } from '@apogee/ui/player/player.tsx'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { DocumentSkeleton } from '../document/document-skeleton.tsx'
import { ReadingMode } from '../document/reading-mode.tsx'
import { showsPdfsInFrames } from '../document/engine/native-viewer.ts'
import { platformMessages } from '../../platform/language/messages.en.ts'
import { useText } from '../../platform/language/messages.ts'
import { playerMessages } from './player-messages.en.ts'
import { rememberPlayerPreferences, usePlayerPreferences } from './player-preferences.ts'
import './resource-media.css'
import { useAttempts } from '../../platform/forms/use-attempts.ts'

/** Renders the player with its labels, the captions of a resource, and the viewer's preferences. */
export function VideoPlayer({
  captions = [],
  ...player
}: Omit<PlayerProps, 'captions' | 'labels' | 'preferences' | 'onPreferences'> & {
  captions: CourseResource['captions']
}) {
  const text = useText(playerMessages)
  const preferences = usePlayerPreferences()
  return (
    <Player
      {...player}
      captions={captions.map(({ language, url }) => ({ src: url, language, label: languageNames[language] }))}
      labels={{
        player: text.player,
        play: text.play,
        pause: text.pause,
        mute: text.mute,
        unmute: text.unmute,
        volume: text.volume,
        seek: text.seek,
        captionsOn: text.captionsOn,
        captionsOff: text.captionsOff,
        speed: text.speed,
        chapter: text.chapter,
        settings: text.settings,
        captions: text.captions,
        noCaptions: text.noCaptions,
        captionSize: text.captionSize,
        captionSizes: { small: text.small, medium: text.medium, large: text.large },
        captionPlace: text.captionPlace,
        captionPlaces: { below: text.captionsBelow, over: text.captionsOver },
        quality: text.quality,
        automatic: text.automatic,
        soundOnly: text.soundOnly,
        fullScreen: text.fullScreen,
        exitFullScreen: text.exitFullScreen,
        pictureInPicture: text.pictureInPicture,
        exitPictureInPicture: text.exitPictureInPicture,
        close: text.closeSmallPlayer,
        loading: text.loading,
        position: text.position,
      }}
      preferences={preferences}
      // An open transcript uses the space below the video.
      roomBelow={preferences.part !== 'transcript'}
      onPreferences={rememberPlayerPreferences}
    />
  )
}

/** `bleed` renders edge to edge on phones. */
export function VideoFailure({ bleed, onAgain }: { bleed?: boolean; onAgain: () => Promise<void> }) {
  const text = useText(playerMessages)
  return (
    <MediaMessage sentence={text.videoFailed} bleed={bleed}>
      <AgainButton onAgain={onAgain}>{text.reload}</AgainButton>
    </MediaMessage>
  )
}

/** Retries on a press, and automatically when the connection returns. */
function AgainButton({ onAgain, children }: { onAgain: () => Promise<void>; children: ReactNode }) {
  const [isBusy, setBusy] = useState(false)
  const tryAgain = () => {
    setBusy(true)
    void onAgain()
  }
  useEffect(() => {
    addEventListener('online', tryAgain)
    return () => removeEventListener('online', tryAgain)
  })
  return (
    <Button icon="undo" busy={isBusy} onClick={tryAgain}>
      {children}
    </Button>
  )
}

interface DocumentProps {
  /** The signed URL changes each hour; an open document keeps its first one. */
  address: string
  title: string
  documentId: number
  bleed?: boolean
  /** Pages count from 1. Without it, the product's own viewer opens the page that this browser showed last. */
  startPage?: number | undefined
  /** Runs when the product's own viewer shows another page. The browser's viewer reports no pages. */
  onPage?: (page: number) => void
  onReload: () => Promise<unknown>
}

/** Shows a PDF in the browser's viewer, or in the product's own viewer if the browser has none (docs/decisions/lesson-media.md). */
export function DocumentFrame(props: DocumentProps) {
  const { attempt, again } = useAttempts(props.onReload)
  // Another attempt opens at the page that this browser has stored.
  const startPage = attempt === 0 ? props.startPage : undefined
  return <DocumentAttempt key={attempt} {...props} startPage={startPage} onAgain={again} />
}

function DocumentAttempt(props: DocumentProps & { onAgain: () => Promise<void> }) {
  const { title, documentId, bleed, startPage = 1, onAgain } = props
  const [address] = useState(props.address)
  const [fragment] = useState(startPage > 1 ? `#page=${startPage}` : '')
  const newTab = <OpenInNewTab address={address} />
  if (showsPdfsInFrames(navigator)) {
    // The frame has no `sandbox`, because it would block the browser's viewer.
    return (
      <ReadingMode action={newTab}>
        <MediaFrame bleed={bleed} tall>
          <iframe src={address + fragment} title={title} />
        </MediaFrame>
      </ReadingMode>
    )
  }
  return (
    <Suspense fallback={<DocumentSkeleton bleed={bleed} />}>
      <DocumentViewer
        address={address}
        title={title}
        documentId={documentId}
        bleed={bleed}
        newTab={newTab}
        startPage={props.startPage}
        onPage={props.onPage}
        failed={(sentence, canRetry) => (
          <DocumentFailure sentence={sentence} bleed={bleed} onAgain={canRetry ? onAgain : null}>
            {newTab}
          </DocumentFailure>
        )}
      />
    </Suspense>
  )
}

/** The viewer loads on demand, because only browsers without a viewer of their own need its code. */
const DocumentViewer = import.meta.env.SSR
  ? () => null
  : lazyWithRetry(async () => (await import('../document/document-viewer.tsx')).DocumentViewer)

function DocumentFailure(props: {
  sentence: string
  bleed: boolean | undefined
  onAgain: (() => Promise<void>) | null
  children: ReactNode
}) {
  const { sentence, bleed, onAgain, children } = props
  const { tryAgain } = useText(platformMessages)
  return (
    <MediaMessage sentence={sentence} bleed={bleed}>
      {onAgain ? <AgainButton onAgain={onAgain}>{tryAgain}</AgainButton> : null}
      {children}
    </MediaMessage>
  )
}

function OpenInNewTab({ address }: { address: string }) {
  const { openInNewTab } = useText(playerMessages)
  return (
    <LinkButton href={address} target="_blank" rel="noopener" icon={externalIcon}>
      {openInNewTab}
    </LinkButton>
  )
}

/** Shows a message in place of the video or document. */
export function MediaMessage({
  sentence,
  bleed,
  children,
}: {
  sentence: string
  bleed?: boolean | undefined
  children: ReactNode
}) {
  return (
    <MediaFrame bleed={bleed}>
      <div className="resource-media-message" data-theme="space" data-bleed={bleed || undefined}>
        <p>{sentence}</p>
        {children}
      </div>
    </MediaFrame>
  )
}
