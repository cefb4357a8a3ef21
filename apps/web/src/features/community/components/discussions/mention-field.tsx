import { folded } from '@apogee/domain/text/human-text.ts'
import { mentionAtCaret } from '@apogee/domain/text/mentions.ts'
import { useId, useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { SmallTextField, type SmallTextFieldProps } from '#web/shared/text/small-text/small-text-field.tsx'
import type { Caret, Suggestions } from '#web/shared/text/small-text/suggestions.ts'
import { communityMessages } from '../../messages/community.en.ts'
import '../community.css'

export interface Person {
  id: number
  name: string
}

const mostShown = 6

/** Returns people with a name, or a word of it, that starts with the typed text. */
function matching(people: readonly Person[], typed: string): Person[] {
  const wanted = folded(typed)
  return people
    .filter(({ name }) => {
      const known = folded(name)
      return known.startsWith(wanted) || known.split(/\s+/).some((word) => word.startsWith(wanted))
    })
    .slice(0, mostShown)
}

/**
 * Edits the text of a discussion or reply. It suggests people after `@` and the start of a name: arrows, Enter and Escape, or a
 * press.
 */
export function MentionField({
  people,
  ...field
}: Omit<SmallTextFieldProps, 'kind' | 'suggestions'> & { people: readonly Person[] }) {
  const text = useText(communityMessages)
  const listId = useId()
  const { found, active, choose, ...suggestions } = usePeople(people, listId)
  return (
    <div className="community-mention-field">
      <SmallTextField kind="discussion" {...field} suggestions={suggestions} />
      {found.length > 0 ? <PeopleList id={listId} found={found} active={active} onChoose={choose} /> : null}
      <p className="vh" role="status">
        {found.length > 0 ? text.peopleFound(found.length) : ''}
      </p>
    </div>
  )
}

interface Typing {
  typed: string
  /** `place` is the index of the `@` in the text. */
  place: number
  caret: Caret
}

/** Returns the suggested people, and which of them Enter chooses. */
function usePeople(people: readonly Person[], listId: string) {
  const [typing, setTyping] = useState<Typing | null>(null)
  const [active, setActive] = useState(0)
  /** `closedAt` is the index of the `@` whose suggestions the person has closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const found = typing && typing.place !== closedAt ? matching(people, typing.typed) : []
  const isOpen = found.length > 0
  const choose = (person: Person | undefined) => {
    if (!typing || !person) return
    typing.caret.replace(typing.typed.length + 1, `@${person.name} `)
    setTyping(null)
  }
  const onCaret: Suggestions['onCaret'] = (caret) => {
    const next = caret && typingAt(caret)
    if (next === null && typing === null) return
    setTyping(next)
    setActive(0)
    if (next?.place !== closedAt) setClosedAt(null)
  }
  const onKey = (key: string): boolean => {
    const acts: Record<string, () => void> = {
      ArrowDown: () => setActive((active + 1) % found.length),
      ArrowUp: () => setActive((active + found.length - 1) % found.length),
      Enter: () => choose(found[active]),
      Escape: () => setClosedAt(typing?.place ?? null),
    }
    const act = isOpen ? acts[key] : undefined
    act?.()
    return act !== undefined
  }
  const attributes: Suggestions['attributes'] = {
    'aria-autocomplete': people.length > 0 ? 'list' : undefined,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen ? `${listId}-${active}` : undefined,
  }
  return { found, active, choose, onCaret, onKey, attributes }
}

function typingAt(caret: Caret): Typing | null {
  const { before, place } = caret
  const found = mentionAtCaret(before, before.length)
  return found && { typed: found.typed, place: place - before.length + found.start, caret }
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
          // Prevents the press from moving the focus out of the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          {person.name}
        </div>
      ))}
    </div>
  )
}
