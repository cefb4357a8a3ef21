import { readPeopleList, type PeopleColumns } from '@apogee/contracts/enrolments/people-list.ts'
import { Select } from '@apogee/ui/fields/select.tsx'
import { useMemo } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { peopleColumnsMessages } from './people-columns-messages.en.ts'
import './people-columns.css'

const shownPeople = 5

const asValue = (columns: readonly number[]): string => columns.join('+')
const asColumns = (value: string): number[] => (value === '' ? [] : value.split('+').map(Number))

/**
 * Shows the first people of a list, and lets the author choose which columns hold addresses and names. `chosen` is undefined while
 * the guess from the headings applies.
 */
export function PeopleColumnsChoice({
  list,
  chosen,
  onChoose,
}: {
  list: string
  chosen: PeopleColumns | undefined
  onChoose: (columns: PeopleColumns) => void
}) {
  const text = useText(peopleColumnsMessages)
  const guess = useMemo(() => readPeopleList(list), [list])
  const { people } = useMemo(() => readPeopleList(list, chosen), [list, chosen])
  const now = chosen ?? guess.columns ?? { address: null, names: [] }
  const label = (at: number) => guess.headings[at] || text.column(at + 1)
  const guessed = guess.columns?.names ?? []
  const names = [...(guessed.length > 1 ? [guessed] : []), ...guess.nameChoices.map((at) => [at])]
  return (
    <>
      {guess.headings.length > 1 ? (
        <div className="people-columns">
          <Select
            label={text.address}
            value={now.address === null ? '' : String(now.address)}
            options={[
              { value: '', label: text.anyColumn },
              ...guess.addressChoices.map((at) => ({ value: String(at), label: label(at) })),
            ]}
            onChange={({ target }) =>
              onChoose({ ...now, address: target.value === '' ? null : Number(target.value) })
            }
          />
          <Select
            label={text.name}
            value={asValue(now.names)}
            options={[
              { value: '', label: guess.columns || chosen ? text.noName : text.cellBeside },
              ...names.map((columns) => ({ value: asValue(columns), label: columns.map(label).join(' + ') })),
            ]}
            onChange={({ target }) => onChoose({ ...now, names: asColumns(target.value) })}
          />
        </div>
      ) : null}
      <ol className="people-columns-first" aria-label={text.first}>
        {people.slice(0, shownPeople).map(({ row, email, name }) => (
          <li key={row}>{[name, email].filter((part) => part !== '').join(' · ') || text.empty}</li>
        ))}
        {people.length > shownPeople ? <li>{text.more(people.length - shownPeople)}</li> : null}
      </ol>
    </>
  )
}
