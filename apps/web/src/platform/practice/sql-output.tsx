import { useText } from '#web/platform/messages.ts'
import { practiceMessages } from './messages.en.ts'
import './practice.css'
import { mostRows, type SqlResult, type SqlTable, type SqlVerdict } from './sql.ts'

/** As SQL writes it. */
const noValue = 'NULL'

/** The result of the learner's SQL, and how it differs from the right one. */
export function SqlOutput({ result: { table, failure, verdict } }: { result: SqlResult }) {
  const text = useText(practiceMessages)
  if (failure) {
    const sentences = { time: text.sqlTooLong, 'too-many-rows': text.sqlTooManyRows(mostRows) }
    return <p data-tone="danger">{failure.kind === 'threw' ? failure.message : sentences[failure.kind]}</p>
  }
  return (
    <>
      {verdict ? (
        <p data-tone={verdict.kind === 'right' ? 'success' : undefined}>{verdictText(verdict, text)}</p>
      ) : null}
      {table ? <ResultTable table={table} /> : null}
    </>
  )
}

function verdictText(verdict: SqlVerdict, text: (typeof practiceMessages)['texts']): string {
  switch (verdict.kind) {
    case 'right':
      return text.sqlRight
    case 'no-result':
      return text.sqlNoResult
    case 'columns':
      return text.sqlColumns(verdict.got, verdict.wanted)
    case 'rows':
      return text.sqlRows(verdict.got, verdict.wanted)
    case 'order':
      return text.sqlOrder
    case 'row':
      return text.sqlRow(verdict.row)
  }
}

function ResultTable({ table: { columns, rows, total } }: { table: SqlTable }) {
  const text = useText(practiceMessages)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows scroll it
    <div className="practice-table" role="region" aria-label={text.sqlResult} tabIndex={0}>
      <table>
        <caption>{total > rows.length ? text.sqlShown(rows.length, total) : text.sqlTotal(total)}</caption>
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
