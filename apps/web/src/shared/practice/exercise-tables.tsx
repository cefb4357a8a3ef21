import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { practiceMessages } from './messages.en.ts'
import './practice.css'
import { SqlRows } from './run/sql-rows.tsx'
import type { SqlTables } from './run/sql.ts'

/** Shows the tables that each run begins with. Opening it loads the engine, which reads them. */
export function ExerciseTables({ setup }: { setup: string }) {
  const text = useText(practiceMessages)
  /**
   * Null means that the tables are not read yet. An empty list means that the engine is unavailable or that the author's SQL fails.
   */
  const [tables, setTables] = useState<SqlTables | null>(null)

  async function read() {
    try {
      const { readTablesInWorker } = await import('./run/run-sql-in-worker.ts')
      setTables(await readTablesInWorker(setup))
    } catch (error) {
      console.warn(error)
      setTables([])
    }
  }

  return (
    <Disclosure
      className="practice-tables"
      title={text.sqlTables}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && tables === null) void read()
      }}
    >
      {tables?.map(({ name, ...table }) => (
        <SqlRows key={name} label={name} table={table} caption={<code translate="no">{name}</code>} />
      ))}
      <Disclosure className="practice-setup" title={text.sqlSetup} open={tables?.length === 0}>
        <pre>{setup}</pre>
      </Disclosure>
    </Disclosure>
  )
}
