import type { ReactNode } from 'react'
import '../practice.css'
import type { SqlTable } from './sql.ts'
import { useText } from '#web/platform/language/messages.ts'
import { practiceMessages } from '../messages.en.ts'

const noValue = 'NULL'

/** Shows columns and rows with the number of rows. */
export function SqlRows({
  label,
  caption,
  table: { columns, rows, total },
}: {
  label: string
  /** `caption` precedes the number of rows. */
  caption?: ReactNode
  table: SqlTable
}) {
  const text = useText(practiceMessages)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows scroll it
    <div className="practice-table" role="region" aria-label={label} tabIndex={0}>
      <table>
        <caption>
          {caption} {total > rows.length ? text.sqlShown(rows.length, total) : text.sqlTotal(total)}
        </caption>
        <thead>
          <tr>
            {columns.map((column, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name
              <th key={place} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows are shown once, in their order
            <tr key={at}>
              {row.map((value, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- see above
                <td key={place} data-kind={value === null ? 'null' : typeof value}>
                  {value === null ? noValue : String(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
