import { classNames } from './class-names.ts'
import { useImageFallback } from './use-image-fallback.ts'
import { usePictureSources } from './picture-copies.ts'
import './avatar.css'

export type AvatarProps = {
  /** The person's name; a question mark is shown without one. */
  name?: string | null
  /** An uploaded picture. */
  image?: string | null
  size?: 'sm' | 'md' | 'lg'
  /** Its accessible name, when no name is shown beside it; otherwise it is decoration. */
  label?: string
  className?: string
}

const inkCount = 6

/** Two letters of a name, titles such as 'Dr.' left out. */
export function initials(name: string | null | undefined): string {
  const words = (name ?? '').split(/\s+/u).filter((word) => word && !word.endsWith('.'))
  const letters = words.slice(0, 2).map((word) => [...word][0]?.toLocaleUpperCase('en') ?? '')
  return letters.join('') || '?'
}

function inkOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % inkCount
}

const widths = [96, 192]

/** A person's picture, or initials on a colour; the same name always gets the same colour. */
export function Avatar({ name, image, size = 'md', label, className }: AvatarProps) {
  const { shown, watch } = useImageFallback(image)
  const sources = usePictureSources(shown, widths)
  return (
    <span
      className={classNames('ap-avatar', className)}
      data-size={size}
      data-ink={inkOf(name ?? '')}
      // drawn by the style sheet: letters in a button's picture are not part of the button's name
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
