import { Table, type TableProps } from '@apogee/ui/figures/table.tsx'
import type { Key } from 'react'
import { ListStates, type ListStatesProps } from './list-states.tsx'

/** Renders the states of a growing list whose rows are a table. */
export const ListTable = <Row extends { id: Key }>({
  caption,
  columns,
  stack,
  selected,
  ...states
}: Omit<ListStatesProps<Row>, 'children'> &
  Pick<TableProps<Row>, 'caption' | 'columns' | 'stack' | 'selected'>) => (
  <ListStates {...states}>
    {(rows) => (
      <Table
        caption={caption}
        columns={columns}
        stack={stack}
        selected={selected}
        rows={rows}
        rowKey={({ id }) => id}
      />
    )}
  </ListStates>
)
