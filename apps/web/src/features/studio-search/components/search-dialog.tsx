import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useDebouncedValue } from '#web/platform/lists/list-search.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { findingsQuery } from '../api/findings.ts'
import { destinationsWith, groupOfDestinations, groupsOf } from '../entries.ts'
import type { Destination, Entry, EntryGroup } from '../entries.ts'
import { studioSearchMessages } from '../messages/studio-search.en.ts'
import { recentlyOpened, rememberOpened } from '../recent.ts'
import '@apogee/ui/fields/input.css'
import './search-dialog.css'

/** Typed text is sent after this pause, in ms. */
const pauseMs = 150

interface Searched {
  user: CurrentUser
  typed: string
  places: readonly Destination[]
  actions: readonly Destination[]
}

/** Returns the groups below the field, and how the request for them stands. */
function useGroups({ user, typed, places, actions }: Searched) {
  const text = useText(studioSearchMessages)
  const language = useLanguage()
  const wanted = typed.trim()
  const search = useDebouncedValue(wanted, pauseMs)
  const found = useQuery({ ...findingsQuery(user.id, search), placeholderData: keepPreviousData })
  if (wanted === '') {
    const recent = { id: 'recent', title: text.recent, entries: recentlyOpened(user.id), seeAll: null }
    const known = [recent, groupOfDestinations('actions', text.actions, actions)]
    return { groups: known.filter(({ entries }) => entries.length > 0), found, isCurrent: false }
  }
  const groups = [
    groupOfDestinations('places', text.places, destinationsWith(wanted, places)),
    groupOfDestinations('actions', text.actions, destinationsWith(wanted, actions)),
    ...(found.data && !found.isError && search !== '' ? groupsOf(found.data, search, language) : []),
  ].filter(({ entries }) => entries.length > 0)
  return { groups, found, isCurrent: search === wanted && found.isSuccess && !found.isPlaceholderData }
}

/** Adds the links to whole lists, so that the arrow keys reach them too. */
const optionsOf = (groups: readonly EntryGroup[]): Entry[] =>
  groups.flatMap(({ id, title, entries, seeAll }) => [
    ...entries,
    ...(seeAll === null ? [] : [{ id: `all-${id}`, title, to: seeAll, icon: 'arrow-right' as const }]),
  ])

const opensElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  ctrlKey || metaKey || shiftKey || altKey

const isOfList = ({ id }: Entry): boolean => id.startsWith('all-')

/** Keeps which option is chosen: the first one until a person moves, and again when the chosen one is gone. */
function useChoice(options: readonly Entry[], ids: string) {
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const place = Math.max(
    0,
    options.findIndex(({ id }) => id === chosen),
  )
  const choose = (next: Entry | undefined) => {
    if (!next) return
    setChosen(next.id)
    document.getElementById(`${ids}-${next.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const key = pressedKey(event)
    if (key === 'ArrowDown') choose(options[(place + 1) % options.length])
    else if (key === 'ArrowUp') choose(options.at(place - 1))
    else if (key === 'Enter') openOption(event, list.current?.querySelector('[aria-selected="true"]'))
    else return
    event.preventDefault()
  }
  return { list, current: options[place], setChosen, press }
}

/** Searches everything in the studio. Results are the options of a combobox and links at the same time. */
export function SearchDialog({
  user,
  places,
  actions,
  onClose,
}: Omit<Searched, 'typed'> & { onClose: () => void }) {
  const text = useText(studioSearchMessages)
  const { close } = useText(platformMessages)
  const ids = useId()
  const [typed, setTyped] = useState('')
  const { groups, found, isCurrent } = useGroups({ user, typed, places, actions })
  const options = optionsOf(groups)
  const { list, current, setChosen, press } = useChoice(options, ids)
  const open = (entry: Entry, event: MouseEvent) => {
    if (!isOfList(entry)) rememberOpened(user.id, entry)
    if (!opensElsewhere(event)) onClose()
  }
  return (
    <Dialog open onClose={onClose} title={text.title} closeLabel={close} className="studio-search">
      <div className="studio-search-field">
        <Icon name="search" />
        <input
          className="ap-input"
          type="text"
          role="combobox"
          aria-label={text.title}
          aria-expanded={options.length > 0}
          aria-controls={`${ids}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && `${ids}-${current.id}`}
          placeholder={text.placeholder}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosen(null)
          }}
          onKeyDown={press}
        />
      </div>
      <div
        className="studio-search-list"
        ref={list}
        id={`${ids}-list`}
        role="listbox"
        aria-label={text.results}
        aria-busy={found.isFetching}
      >
        {groups.map((group) => (
          <Group key={group.id} group={group} ids={ids} current={current} choose={setChosen} open={open} />
        ))}
      </div>
      <State
        user={user}
        typed={typed.trim()}
        count={options.filter((option) => !isOfList(option)).length}
        found={found}
        isCurrent={isCurrent}
      />
    </Dialog>
  )
}

/** Presses the link with the keys that are held, so that Ctrl+Enter opens a tab like a press with Ctrl. */
function openOption({ ctrlKey, metaKey, shiftKey }: KeyboardEvent, option: Element | null | undefined): void {
  option?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  )
}

function Group({
  group: { id, title, entries, seeAll },
  ids,
  current,
  choose,
  open,
}: {
  group: EntryGroup
  ids: string
  current: Entry | undefined
  choose: (id: string) => void
  open: (entry: Entry, event: MouseEvent) => void
}) {
  const text = useText(studioSearchMessages)
  const option = (entry: Entry, content: ReactNode, label?: string) => (
    <Link
      key={entry.id}
      id={`${ids}-${entry.id}`}
      className="studio-search-option"
      role="option"
      tabIndex={-1}
      to={entry.to}
      aria-label={label}
      aria-selected={entry.id === current?.id}
      onPointerMove={() => choose(entry.id)}
      onClick={(event) => open(entry, event)}
    >
      <Icon name={entry.icon} />
      {content}
    </Link>
  )
  const heading = `${ids}-${id}-heading`
  return (
    <div role="group" aria-labelledby={heading}>
      <p className="studio-search-group" id={heading}>
        {title}
      </p>
      {entries.map((entry) =>
        option(
          entry,
          <span className="studio-search-words">
            <span>{entry.title}</span>
            {entry.detail ? <span className="studio-search-detail"> {entry.detail}</span> : null}
          </span>,
        ),
      )}
      {seeAll === null
        ? null
        : option(
            { id: `all-${id}`, title, to: seeAll, icon: 'arrow-right' },
            <span className="studio-search-words">{text.seeAll}</span>,
            text.seeAllOf(title),
          )}
    </div>
  )
}

/** Says below the results what can be found, that nothing is found, or why; and counts the results for screen readers. */
function State({
  user,
  typed,
  count,
  found,
  isCurrent,
}: {
  user: CurrentUser
  typed: string
  count: number
  found: Pick<ReturnType<typeof useGroups>['found'], 'isError' | 'error' | 'refetch' | 'data'>
  isCurrent: boolean
}) {
  const text = useText(studioSearchMessages)
  const { tryAgain } = useText(platformMessages)
  const refusal = useRefusalText()
  const seesSales = user.role !== 'instructor' || user.businessId === null
  if (typed === '')
    return (
      <div className="studio-search-state">
        <p>{text.canBeFound}</p>
        {seesSales ? <p>{text.canBeFoundSales}</p> : null}
        <p>{text.canBeFoundPlaces}</p>
        <p className="studio-search-keys">{text.keys}</p>
      </div>
    )
  if (found.isError)
    return (
      <div className="studio-search-state" role="alert">
        <p className="studio-search-title">{text.failed}</p>
        <p>{refusal(found.error)}</p>
        <Button size="sm" onClick={() => void found.refetch()}>
          {tryAgain}
        </Button>
      </div>
    )
  const isEmpty = isCurrent && count === 0
  return (
    <div className="studio-search-state" data-quiet={!isEmpty || undefined}>
      <p role="status" className={isEmpty ? 'studio-search-title' : 'studio-search-count'}>
        {isCurrent ? (isEmpty ? text.nothing(typed) : text.found(count)) : text.searching}
      </p>
      {isEmpty ? <p>{text.nothingHint}</p> : null}
    </div>
  )
}
