import { TextField } from '@apogee/ui/fields/text-field.tsx'

/** Filters a list by its first and last day. A range that ends before it starts is marked as invalid. */
export function DayRange({
  from,
  to,
  words,
  change,
}: {
  from: string
  to: string
  words: { from: string; to: string; reversedDays: string }
  change: (key: 'from' | 'to', day: string) => void
}) {
  return (
    <>
      <TextField
        type="date"
        label={words.from}
        value={from}
        max={to || undefined}
        onChange={({ target }) => change('from', target.value)}
      />
      <TextField
        type="date"
        label={words.to}
        value={to}
        min={from || undefined}
        error={from && to && from > to ? words.reversedDays : undefined}
        onChange={({ target }) => change('to', target.value)}
      />
    </>
  )
}
