import { mentionAtCaret } from '@apogee/domain/mentions.ts'
import { TextArea, type TextAreaProps } from '@apogee/ui/text-field.tsx'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '#web/platform/messages.ts'
import { communityMessages } from '../messages/community.en.ts'
import './community.css'

export interface Person {
  id: number
  name: string
}

const mostShown = 6

/** People with a name, or a word of it, that starts with the typed text. */
function matching(people: readonly Person[], typed: string): Person[] {
  const wanted = typed.toLowerCase()
  return people
    .filter(({ name }) => {
      const known = name.toLowerCase()
      return known.startsWith(wanted) || known.split(/\s+/).some((word) => word.startsWith(wanted))
    })
    .slice(0, mostShown)
}

/** A text field that suggests people while `@` and the start of a name are typed: arrows, Enter and Escape, or a press. */
export function MentionField({
  people,
  onText,
  onChange,
  onBlur,
  ...field
}: TextAreaProps & {
  people: readonly Person[]
  /** The text with the name of a chosen person. */
  onText: (text: string) => void
}) {
  const text = useText(communityMessages)
  const listId = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [typing, setTyping] = useState<ReturnType<typeof mentionAtCaret>>(null)
  const [active, setActive] = useState(0)
  /** The `@` whose suggestions were closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const found = typing && typing.start !== closedAt ? matching(people, typing.typed) : []
  const isOpen = found.length > 0
  const readCaret = (element: HTMLTextAreaElement) => {
    area.current = element
    const next = mentionAtCaret(element.value, element.selectionStart)
    setTyping(next)
    setActive(0)
    if (next?.start !== closedAt) setClosedAt(null)
  }
  const choose = (person: Person | undefined) => {
    const element = area.current
    if (!element || !typing || !person) return
    const before = `${element.value.slice(0, typing.start)}@${person.name} `
    onText(before + element.value.slice(element.selectionStart))
    element.focus()
    element.setSelectionRange(before.length, before.length)
    setTyping(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const acts: Record<string, () => void> = {
      ArrowDown: () => setActive((active + 1) % found.length),
      ArrowUp: () => setActive((active + found.length - 1) % found.length),
      Enter: () => choose(found[active]),
      Escape: () => setClosedAt(typing?.start ?? null),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div className="community-mention-field">
      <TextArea
        {...field}
        aria-autocomplete={people.length > 0 ? 'list' : undefined}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        onChange={(event) => {
          readCaret(event.currentTarget)
          return onChange?.(event)
        }}
        onSelect={(event) => readCaret(event.currentTarget)}
        onBlur={(event) => {
          setTyping(null)
          return onBlur?.(event)
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen ? <PeopleList id={listId} {...{ found, active }} onChoose={choose} /> : null}
      <p className="vh" role="status">
        {isOpen ? text.peopleFound(found.length) : ''}
      </p>
    </div>
  )
}

function PeopleList({
  id,
  found,
  active,
  onChoose,
}: {
  id: string
  found: readonly Person[]
  active: number
  onChoose: (person: Person) => void
}) {
  const text = useText(communityMessages)
  return (
    <div className="ap-panel community-people" role="listbox" id={id} aria-label={text.people} tabIndex={-1}>
      {found.map((person, place) => (
        <div
          key={person.id}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          {person.name}
        </div>
      ))}
    </div>
  )
}
