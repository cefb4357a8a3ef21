import { pressedKey } from '../pressed-key.ts'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './tabs.css'

export type Tab<Id extends string = string> = {
  id: Id
  label: ReactNode
  disabled?: boolean
  panel: ReactNode
}

export type TabsProps<Id extends string> = {
  /** The label names the subject of the tabs, for example 'Course details'. */
  label: string
  tabs: readonly Tab<Id>[]
  /** The value names the open tab. `null` means that all tabs are closed. */
  value: Id | null
  onChange: (id: Id | null) => void
  /** True lets a press on the open tab close it. */
  collapsible?: boolean
  /** True keeps closed panels in the page, hidden, so that their text is in the HTML. */
  keepPanels?: boolean
  className?: string
  panelClassName?: string
}

/** Renders tabs with their panels. Arrows move and open, Home and End jump, and the Tab key has one stop. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  collapsible,
  keepPanels,
  className,
  panelClassName,
}: TabsProps<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const enabled = tabs.filter((tab) => !tab.disabled)
  // While all panels are closed, the Tab key reaches the tab that was last open.
  const [last, setLast] = useState<Id | null>(null)
  const stop = enabled.find((tab) => tab.id === (value ?? last)) ?? enabled[0]

  // The row of tabs scrolls on a phone, so the open tab has to be scrolled into view, also when the page is first shown.
  const shown = useRef(value)
  useLayoutEffect(() => {
    const row = list.current
    const open = row?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!row || !open) return
    scrollIntoRow(row, open)
    if (shown.current === value) return
    shown.current = value
    showOpened(row, document.getElementById(`${base}-panel-${value}`))
  }, [base, value])

  const move = (event: KeyboardEvent, from: Id) => {
    const target = tabOfKey(pressedKey(event), enabled, from)
    if (!target) return
    event.preventDefault()
    setLast(target.id)
    onChange(target.id)
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')
    buttons?.[tabs.indexOf(target)]?.focus()
  }

  return (
    <div className={className}>
      <div ref={list} className="ap-tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => {
          const selected = tab.id === value
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              className="ap-tab"
              id={`${base}-tab-${tab.id}`}
              aria-selected={selected}
              aria-controls={selected || keepPanels ? `${base}-panel-${tab.id}` : undefined}
              disabled={tab.disabled}
              tabIndex={tab.id === stop?.id ? 0 : -1}
              onClick={() => {
                setLast(tab.id)
                onChange(selected && collapsible ? null : tab.id)
              }}
              onKeyDown={(event) => move(event, tab.id)}
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      {tabs.map((tab) =>
        tab.id === value || keepPanels ? (
          <div
            key={tab.id}
            role="tabpanel"
            className={classNames('ap-tab-panel', panelClassName)}
            id={`${base}-panel-${tab.id}`}
            aria-labelledby={`${base}-tab-${tab.id}`}
            hidden={tab.id !== value}
          >
            {tab.panel}
          </div>
        ) : null,
      )}
    </div>
  )
}

/** Returns the tab that a key moves to: the neighbour, or one of the ends. */
function tabOfKey<Id extends string>(
  key: string,
  enabled: readonly Tab<Id>[],
  from: Id,
): Tab<Id> | undefined {
  const index = enabled.findIndex((tab) => tab.id === from)
  const count = enabled.length
  const steps: Record<string, number | undefined> = {
    ArrowRight: (index + 1) % count,
    ArrowLeft: (index - 1 + count) % count,
    Home: 0,
    End: count - 1,
  }
  return enabled[steps[key] ?? -1]
}

function scrollIntoRow(row: HTMLElement, tab: HTMLElement): void {
  const start = tab.offsetLeft - row.offsetLeft
  const end = start + tab.offsetWidth
  if (start < row.scrollLeft) row.scrollLeft = start
  else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth
}

/**
 * Shows a tab that a press elsewhere on the page has opened. The panel gets the focus if the pressed control disappeared with the
 * panel before.
 */
function showOpened(row: HTMLElement, panel: HTMLElement | null): void {
  // A press in the row moves nothing.
  if (row.contains(document.activeElement)) return
  row.scrollIntoView({ block: 'nearest' })
  if (!panel || document.activeElement !== document.body) return
  panel.tabIndex = -1
  panel.focus({ preventScroll: true })
}
