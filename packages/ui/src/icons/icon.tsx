import { classNames } from '../class-names.ts'
import { iconPaths } from './icon-paths.ts'
import type { IconName } from './icon-paths.ts'

export type { IconName } from './icon-paths.ts'

export type IconProps = {
  name: IconName
  /** The edge of the icon is 16 px for meta text (`sm`), 20 px in text (`md`, the default) and 24 px for an icon alone (`lg`). */
  size?: 'sm' | 'md' | 'lg'
  /** The label gives the meaning when no text is beside the icon; without a label the icon is decoration. */
  label?: string
  className?: string
}

const isPath = (name: IconName): name is `M${string}` => !Object.hasOwn(iconPaths, name)

/** Renders one of Apogee's own line icons: 24 grid, 1.75 stroke, round caps, in the colour of the text. */
export function Icon({ name, size = 'md', label, className }: IconProps) {
  const filled = name === 'play' || name === 'pause' || name === 'star'
  return (
    <svg
      className={classNames('ap-icon', className)}
      viewBox="0 0 24 24"
      data-size={size}
      data-filled={filled || undefined}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <path d={isPath(name) ? name : iconPaths[name]} />
    </svg>
  )
}
