import { Icon } from './icons/icon.tsx'
import type { IconName } from './icons/icon.tsx'

export type IconFaceProps = {
  icon: IconName
  size?: 'sm' | 'md'
  /** A small number is shown at the corner; the label should contain it too. */
  count?: number
}

/** Shows what an icon button and an icon link show alike. */
export const IconFace = ({ icon, size, count }: IconFaceProps) => (
  <>
    <Icon name={icon} size={size} />
    {count ? (
      <span className="ap-count" aria-hidden="true">
        {count}
      </span>
    ) : null}
  </>
)
