import type { ComponentPropsWithRef, ElementType } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon.tsx'
import './chip.css'

export type ChipProps = Omit<ComponentPropsWithRef<'button'>, 'aria-pressed'> & { pressed: boolean }

/** Renders a filter that is on or off. */
export function Chip({ pressed, className, type = 'button', ...rest }: ChipProps) {
  return <button {...rest} type={type} className={classNames('ap-chip', className)} aria-pressed={pressed} />
}

export type ChoiceOption<Value extends string = string> = {
  value: Value
  label: string
  /** Replaces the visible label, which then is only the accessible name. */
  icon?: IconName
}

export type ChoiceProps<Value extends string> = {
  /** The label names the subject of the choice, for example 'Category'. */
  label: string
  options: readonly ChoiceOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** True lets the row of chips extend to the edges of its `ap-wrap` on phones. */
  bleed?: boolean
  className?: string
}

/** Renders chips of which one is pressed; the row scrolls sideways on phones. */
export function ChipGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
  bleed,
  className,
}: ChoiceProps<Value>) {
  return (
    <div
      className={classNames('ap-chips', className)}
      role="group"
      aria-label={label}
      data-bleed={bleed || undefined}
    >
      {options.map((option) => (
        <Chip key={option.value} pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
        </Chip>
      ))}
    </div>
  )
}

/** Renders a small choice in one frame, for example All, Free, Paid or grid and list. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: ChoiceProps<Value>) {
  return (
    <div className={classNames('ap-segmented', className)} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.icon ? option.label : undefined}
          onClick={() => onChange(option.value)}
        >
          {option.icon ? <Icon name={option.icon} /> : option.label}
        </button>
      ))}
    </div>
  )
}

export type ChoiceLinksProps<Value extends string> = Omit<ChoiceProps<Value>, 'onChange' | 'options'> & {
  /** The link component takes `to`. */
  as: ElementType
  options: readonly (ChoiceOption<Value> & { to: string })[]
  look: 'chips' | 'segmented'
}

/** Scrolls the row so that the chosen item is visible at the start. */
function showInRow(chosen: HTMLElement | null): void {
  const row = chosen?.parentElement
  if (chosen && row && row.scrollWidth > row.clientWidth) {
    row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
  }
}

/** Renders the choices as links: each has its own address and works before scripts load. */
export function ChoiceLinks<Value extends string>({
  as: Anchor,
  label,
  options,
  value,
  look,
  bleed,
  className,
}: ChoiceLinksProps<Value>) {
  return (
    <div
      className={classNames(look === 'chips' ? 'ap-chips' : 'ap-segmented', className)}
      role="group"
      aria-label={label}
      data-bleed={bleed || undefined}
    >
      {options.map((option) => (
        <Anchor
          key={option.value}
          ref={option.value === value ? showInRow : undefined}
          to={option.to}
          className={look === 'chips' ? 'ap-chip' : undefined}
          aria-current={option.value === value ? 'true' : undefined}
          aria-label={option.icon ? option.label : undefined}
        >
          {option.icon ? <Icon name={option.icon} /> : option.label}
        </Anchor>
      ))}
    </div>
  )
}
