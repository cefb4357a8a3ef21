import { pressedKey } from '../pressed-key.ts'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { ElementType, KeyboardEvent, ReactNode, RefObject } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon.tsx'
import type { PolymorphicProps } from '../polymorphic.ts'
import '../button.css'
import './menu.css'

export type MenuProps = {
  /** The label is the accessible name of the button and of the list, for example 'Account menu'. */
  label: string
  /** The button contains an Avatar, an Icon or words. */
  trigger: ReactNode
  /** The children are MenuItems and MenuSeparators. */
  children: ReactNode
  align?: 'start' | 'end'
  /** The class of the button is 'ap-icon-button' (default), 'ap-button' or the app's own. */
  triggerClassName?: string
  /** True opens the menu at once, because the press on the button has only loaded the menu's code. */
  startOpen?: boolean
}

/**
 * Renders a button with a list of actions in a native popover. Arrows, Home, End and first letters move; Esc closes and returns
 * focus.
 */
export function Menu({
  label,
  trigger,
  children,
  align = 'end',
  triggerClassName = 'ap-icon-button',
  startOpen = false,
}: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<'first' | 'last' | null>(startOpen ? 'first' : null)

  const items = () => [
    ...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])') ?? []),
  ]
  const close = () => {
    setOpened(null)
    button.current?.focus()
  }

  useLayoutEffect(() => {
    const popover = list.current
    if (!opened || !popover || !button.current) return
    placeUnder(popover, button.current, align)
    // Browsers without popovers draw the list in the flow of the document.
    if ('showPopover' in popover) popover.showPopover()
    keepInside(popover)
    items()
      .at(opened === 'first' ? 0 : -1)
      ?.focus()
  }, [opened, align])

  return (
    <>
      <button
        ref={button}
        type="button"
        className={triggerClassName}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        aria-controls={opened ? id : undefined}
        // Connects the button with the list, so that the browser does not treat a press on the button as a press outside of the
        // popover.
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault()
          if (opened) close()
          else setOpened('first')
        }}
        onKeyDown={(event) => {
          const key = pressedKey(event)
          if (key !== 'ArrowDown' && key !== 'ArrowUp') return
          event.preventDefault()
          setOpened(key === 'ArrowDown' ? 'first' : 'last')
        }}
      >
        {trigger}
      </button>
      {opened && (
        <MenuList
          ref={list}
          id={id}
          label={label}
          items={items}
          close={close}
          onDismiss={() => setOpened(null)}
        >
          {children}
        </MenuList>
      )}
    </>
  )
}

type MenuListProps = Pick<MenuProps, 'label' | 'children'> & {
  ref: RefObject<HTMLDivElement | null>
  id: string
  items: () => HTMLElement[]
  /** Closes the menu and returns the focus to the button. */
  close: () => void
  /** The menu calls this function after the browser has closed the popover. */
  onDismiss: () => void
}

function MenuList({ ref, id, label, items, close, onDismiss, children }: MenuListProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event)
    const target = itemOfKey(event, items())
    if (target) {
      event.preventDefault()
      target.focus()
    } else if (key === 'Escape') {
      event.preventDefault()
      close()
    } else if (key === 'Tab') {
      close()
    }
  }

  return (
    <div
      ref={ref}
      id={id}
      className="ap-menu"
      role="menu"
      aria-label={label}
      popover="auto"
      tabIndex={-1}
      onToggle={(event) => {
        if (event.newState === 'closed') onDismiss()
      }}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('[role^=menuitem]')) close()
      }}
    >
      {children}
    </div>
  )
}

/** Returns the item that a key moves to: the next one, the first, or the next that starts with the letter. */
function itemOfKey(event: KeyboardEvent, all: readonly HTMLElement[]): HTMLElement | undefined {
  const at = all.findIndex((item) => item === document.activeElement)
  const to: Record<string, HTMLElement | undefined> = {
    ArrowDown: all[(at + 1) % all.length],
    ArrowUp: all.at(at <= 0 ? -1 : at - 1),
    Home: all[0],
    End: all.at(-1),
  }
  const key = pressedKey(event)
  const typed = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey
  if (!typed) return to[key]
  const following = [...all.slice(at + 1), ...all.slice(0, at + 1)]
  return following.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}

/**
 * Positions the popover below the button and inside the window. The position is set by the CSSOM, because the content security
 * policy refuses style attributes.
 */
function placeUnder(popover: HTMLElement, button: HTMLElement, align: 'start' | 'end') {
  const box = button.getBoundingClientRect()
  const below = window.innerHeight - box.bottom
  const upwards = below < 240 && box.top > below
  popover.style.insetBlock = upwards
    ? `auto ${window.innerHeight - box.top + 6}px`
    : `${box.bottom + 6}px auto`
  popover.style.insetInline =
    align === 'start'
      ? `${Math.max(8, box.left)}px auto`
      : `auto ${Math.max(8, document.documentElement.clientWidth - box.right)}px`
}

/** Moves the popover into the window when the button is too near to an edge. */
function keepInside(popover: HTMLElement) {
  const { left, right, width } = popover.getBoundingClientRect()
  if (width === 0) return
  if (left < 8) popover.style.insetInline = '8px auto'
  else if (right > document.documentElement.clientWidth - 8) popover.style.insetInline = 'auto 8px'
}

type MenuItemOwn = { icon?: IconName; tone?: 'danger'; className?: string; children: ReactNode }

/** Renders one line of a Menu: a button, or a link with `as={Link} to="/profile"`. */
export function MenuItem<Element extends ElementType = 'button'>({
  as,
  icon,
  tone,
  className,
  children,
  ...rest
}: PolymorphicProps<Element, MenuItemOwn>) {
  const Item: ElementType = as ?? 'button'
  return (
    <Item
      {...(as ? {} : { type: 'button' })}
      {...rest}
      role="menuitem"
      tabIndex={-1}
      className={classNames('ap-menu-item', className)}
      data-tone={tone}
    >
      {icon && <Icon name={icon} />}
      {children}
    </Item>
  )
}

export type MenuChoiceProps<Value extends string> = {
  /** The label is the heading of the choices, for example 'Theme'. */
  label: string
  /** `lang` is set for a choice whose text is in another language than the page. */
  options: readonly { value: Value; label: string; lang?: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Renders lines of a Menu of which one is chosen. */
export function MenuChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: MenuChoiceProps<Value>) {
  const id = useId()
  return (
    <div className="ap-menu-choice" role="group" aria-labelledby={id}>
      <div id={id} className="ap-menu-label">
        {label}
      </div>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          lang={option.lang}
          tabIndex={-1}
          className="ap-menu-item"
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.value === value && <Icon name="check" size="sm" />}
        </button>
      ))}
    </div>
  )
}

export function MenuSeparator() {
  return <div className="ap-menu-separator" role="separator" />
}
