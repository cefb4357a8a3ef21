import { languageNames } from '@apogee/domain/languages.ts'
import { externalIcon } from '@apogee/ui/more-icons.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { MediaFrame, Player, type PlayerProps } from '@apogee/ui/player.tsx'
import type { ReactNode } from 'react'
import { useText } from './messages.ts'
import { playerMessages } from './player-messages.en.ts'
import { rememberPlayerPreferences, usePlayerPreferences } from './player-preferences.ts'
import './resource-media.css'

/** The player with its labels, the captions of a resource, and what the viewer has chosen before. */
export function VideoPlayer({
  captions = [],
  ...player
}: Omit<PlayerProps, 'captions' | 'labels' | 'preferences' | 'onPreferences'> & {
  captions: CourseResource['captions']
}) {
  const text = useText(playerMessages)
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
        settings: text.settings,
        captions: text.captions,
        noCaptions: text.noCaptions,
        captionSize: text.captionSize,
        captionSizes: { small: text.small, medium: text.medium, large: text.large },
        fullScreen: text.fullScreen,
        exitFullScreen: text.exitFullScreen,
        pictureInPicture: text.pictureInPicture,
        exitPictureInPicture: text.exitPictureInPicture,
        close: text.closeSmallPlayer,
        loading: text.loading,
        position: text.position,
      }}
      preferences={usePlayerPreferences()}
      onPreferences={rememberPlayerPreferences}
    />
  )
}

/** `bleed`: edge to edge on phones. */
export function VideoFailure({ bleed, onReload }: { bleed?: boolean; onReload: () => void }) {
  const text = useText(playerMessages)
  return (
    <MediaMessage sentence={text.videoFailed} bleed={bleed}>
      <Button icon="undo" onClick={onReload}>
        {text.reload}
      </Button>
    </MediaMessage>
  )
}

/** A document in the browser's own viewer. No `sandbox` on the frame: it would block that viewer. */
export function DocumentFrame({
  address,
  title,
  notShown,
  bleed,
}: {
  address: string
  title: string
  /** For browsers without a viewer. */
  notShown: string
  bleed?: boolean
}) {
  const { openInNewTab } = useText(playerMessages)
  const newTab = (
    <LinkButton href={address} target="_blank" rel="noopener" icon={externalIcon}>
      {openInNewTab}
    </LinkButton>
  )
  if (!navigator.pdfViewerEnabled) {
    return (
      <MediaMessage sentence={notShown} bleed={bleed}>
        {newTab}
      </MediaMessage>
    )
  }
  return (
    <>
      <MediaFrame bleed={bleed}>
        <iframe src={address} title={title} />
      </MediaFrame>
      <p className="mt-3">{newTab}</p>
    </>
  )
}

/** Where the video or document would be. */
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
