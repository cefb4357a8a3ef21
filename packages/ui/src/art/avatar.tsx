import { classNames } from '../class-names.ts'
import { useImageFallback } from './use-image-fallback.ts'
import { usePictureSources } from './picture-copies.ts'
import './avatar.css'

export type AvatarProps = {
  /** Without a name, the avatar shows a question mark. */
  name?: string | null
  image?: string | null
  size?: 'sm' | 'md' | 'lg'
  /** The accessible name is needed when no name is visible beside the avatar; without it the avatar is decoration. */
  label?: string
  className?: string
}

const inkCount = 6

/** Returns two letters of the name, with their vowel signs and accents. Titles such as 'Dr.' are skipped. */
export function initials(name: string | null | undefined): string {
  const words = (name ?? '').split(/\s+/u).filter((word) => word && !word.endsWith('.'))
  const letters = words
    .slice(0, 2)
    .map((word) => (/^.\p{M}*/su.exec(word)?.[0] ?? '').toLocaleUpperCase('en'))
  return letters.join('') || '?'
}

function inkOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % inkCount
}

const widths = [96, 192]

/** Shows a person's picture, or initials on a colour. The same name always gets the same colour. */
export function Avatar({ name, image, size = 'md', label, className }: AvatarProps) {
  const { shown, watch } = useImageFallback(image)
  const sources = usePictureSources(shown, widths)
  return (
    <span
      className={classNames('ap-avatar', className)}
      data-size={size}
      data-ink={inkOf(name ?? '')}
      // The style sheet draws the initials, so that they do not become part of a surrounding button's accessible name.
      data-initials={shown ? undefined : initials(name)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {shown && (
        <img
          key={shown}
          {...sources}
          sizes={sources.srcSet && '3.25rem'}
          alt=""
          width={52}
          height={52}
          loading="lazy"
          decoding="async"
          {...watch}
        />
      )}
    </span>
  )
}
