import type { PostPicture } from '@apogee/contracts/community/community.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { usePictureSources } from '@apogee/ui/art/picture-copies.ts'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { postPicturesMessages } from '../messages/post-pictures.en.ts'
import './post-pictures.css'

const PictureViewer = lazyOnPress(async () => (await import('./picture-viewer.tsx')).PictureViewer)

const none: readonly PostPicture[] = []

export function PostPictures({ pictures = none }: { pictures?: readonly PostPicture[] | undefined }) {
  const text = useText(postPicturesMessages)
  const [openPlace, setOpenPlace] = useState<number | null>(null)
  if (pictures.length === 0) return null
  return (
    <>
      <ul className="community-pictures" aria-label={text.pictures}>
        {pictures.map((picture, place) => (
          <li key={picture.url.split('?')[0]}>
            <button
              type="button"
              aria-label={text.open(picture.alt || text.pictureOf(place + 1, pictures.length))}
              aria-haspopup="dialog"
              onClick={() => setOpenPlace(place)}
            >
              <Thumbnail picture={picture} sizes={pictures.length === 1 ? '22rem' : '13rem'} />
            </button>
          </li>
        ))}
      </ul>
      {openPlace === null ? null : (
        <PictureViewer pictures={pictures} first={openPlace} onClose={() => setOpenPlace(null)} />
      )}
    </>
  )
}

function Thumbnail({ picture: { url, alt }, sizes }: { picture: PostPicture; sizes: string }) {
  const sources = usePictureSources(url, [320, 640])
  return <img {...sources} sizes={sizes} alt={alt} loading="lazy" decoding="async" />
}
