import { useText } from '#web/platform/language/messages.ts'
import { practiceMessages } from '../messages.en.ts'
import { SqlRows } from './sql-rows.tsx'
import { mostRows, type SqlResult, type SqlVerdict } from './sql.ts'

export function SqlOutput({ result: { table, failure, verdict } }: { result: SqlResult }) {
  const text = useText(practiceMessages)
  if (failure) {
    const sentences = { time: text.sqlTooLong, 'too-many-rows': text.sqlTooManyRows(mostRows) }
    return (
      <p data-tone="danger">
        {failure.kind === 'threw' ? errorText(failure, text) : sentences[failure.kind]}
      </p>
    )
  }
  return (
    <>
      {verdict ? (
        <p data-tone={verdict.kind === 'right' ? 'success' : undefined}>{verdictText(verdict, text)}</p>
      ) : null}
      {table ? <SqlRows label={text.sqlResult} table={table} /> : null}
    </>
  )
}

/** Names the line if the engine has named a place. */
const errorText = (
  { message, line }: { message: string; line: number | null },
  text: (typeof practiceMessages)['texts'],
): string => (line === null ? message : text.inLine(line, message))

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
