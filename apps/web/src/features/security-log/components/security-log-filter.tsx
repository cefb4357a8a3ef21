import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useEffect, useState } from 'react'
import { DayRange } from '#web/platform/lists/day-range.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSearchAddress, withParameter } from '#web/platform/lists/search-address.ts'
import { useDebouncedValue } from '#web/platform/lists/list-search.tsx'
import { groupNames, type SecurityLogFilter } from '../api/security-log.ts'
import { securityLogMessages } from '../messages/security-log.en.ts'
import './security-log.css'

type Key = keyof SecurityLogFilter

const shapes: Partial<Record<Key, RegExp>> = {
  businessId: /^\d{1,15}$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
}

/** Reads the filter from the page's URL, so that a link shows the same list. */
export function useSecurityLogFilter() {
  const { search, change: setAddress } = useSearchAddress()
  const valueOf = (key: Key) => {
    const value = search.get(key)?.trim() ?? ''
    return shapes[key]?.test(value) === false ? '' : value
  }
  const filter: SecurityLogFilter = {
    group: groupNames.find((one) => one === search.get('group')) ?? '',
    person: valueOf('person'),
    businessId: valueOf('businessId'),
    address: valueOf('address'),
    from: valueOf('from'),
    to: valueOf('to'),
  }
  const change = (key: Key, value: string) => setAddress(withParameter(key, value), { replace: true })
  const clear = () => setAddress(() => new URLSearchParams(), { replace: true })
  return { filter, change, clear }
}

type FilterProps = Pick<ReturnType<typeof useSecurityLogFilter>, 'filter' | 'change'>

/** Superadmins get more fields: admins have only one business, and do not see network addresses of people outside it. */
export function FilterFields({ filter, change, isForAll }: FilterProps & { isForAll: boolean }) {
  const text = useText(securityLogMessages)
  return (
    <div className="security-log-filter" role="group" aria-label={text.filters}>
      <Select
        label={text.group}
        placeholder={text.anyGroup}
        value={filter.group}
        options={groupNames.map((value) => ({ value, label: text[value] }))}
        onChange={(event) => change('group', event.target.value)}
      />
      <TypedField
        label={text.person}
        placeholder={text.personHint}
        maxLength={254}
        value={filter.person}
        onSettled={(value) => change('person', value)}
      />
      {isForAll ? (
        <>
          <TypedField
            label={text.business}
            inputMode="numeric"
            maxLength={15}
            value={filter.businessId}
            onSettled={(value) => change('businessId', value)}
          />
          <TypedField
            label={text.address}
            maxLength={50}
            value={filter.address}
            onSettled={(value) => change('address', value)}
          />
        </>
      ) : null}
      <DayRange from={filter.from} to={filter.to} words={text} change={change} />
    </div>
  )
}

/**
 * Applies typed text to the filter after a pause. When the filter changes in another way, such as by a press on a name, the field
 * shows its new value.
 */
function TypedField({
  value,
  onSettled,
  ...field
}: {
  label: string
  placeholder?: string
  inputMode?: 'numeric'
  maxLength: number
  value: string
  onSettled: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  const settled = useDebouncedValue(typed)
  useEffect(() => {
    if (settled === typed && settled.trim() !== value) onSettled(settled.trim())
    // The effect depends only on the paused text, because a filter from elsewhere replaces the typed text.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  return <TextField {...field} value={typed} onChange={(event) => setTyped(event.target.value)} />
}
