import type { PostPicture } from '@apogee/contracts/community/community.ts'
import { IconButton } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { externalIcon } from '@apogee/ui/icons/more-icons.ts'
import { useState } from 'react'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { postPicturesMessages } from '../messages/post-pictures.en.ts'
import './post-pictures.css'

export function PictureViewer({
  pictures,
  first,
  onClose,
}: {
  pictures: readonly PostPicture[]
  /** `first` is an index that counts from 0. */
  first: number
  onClose: () => void
}) {
  const text = useText(postPicturesMessages)
  const { close } = useText(platformMessages)
  const [place, setPlace] = useState(first)
  const picture = pictures[place]
  if (!picture) return null
  const step = (by: number) => setPlace((place + by + pictures.length) % pictures.length)
  const name = text.pictureOf(place + 1, pictures.length)
  return (
    <Dialog
      open
      className="community-picture-dialog"
      width="lg"
      title={name}
      text={picture.alt || undefined}
      closeLabel={close}
      onClose={onClose}
      footer={
        <>
          <LinkButton
            variant="quiet"
            icon={externalIcon}
            href={picture.url}
            target="_blank"
            rel="noopener noreferrer"
          >
            {text.openAlone}
          </LinkButton>
          {pictures.length > 1 ? (
            <>
              <IconButton outlined icon="arrow-left" label={text.previous} onClick={() => step(-1)} />
              <IconButton outlined icon="arrow-right" label={text.next} onClick={() => step(1)} />
            </>
          ) : null}
        </>
      }
    >
      <img
        key={picture.url}
        src={picture.url}
        alt={picture.alt || name}
        width={picture.width}
        height={picture.height}
      />
      <p className="vh" role="status">
        {place === first ? '' : [name, picture.alt].filter(Boolean).join(': ')}
      </p>
    </Dialog>
  )
}
