import type { Key, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './table.css'

export type TableColumn<Row> = {
  id: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** 'end' aligns the column at the right, for numbers and actions. */
  align?: 'end'
  /**
   * Says which place the cell has when a row is stacked on phones: `main` is the first line, `actions` are in the corner, `field`
   * (default) shows `phoneLabel` before the value, and `hidden` is omitted.
   */
  phone?: 'main' | 'field' | 'actions' | 'hidden'
  /** Replaces the header's text in a stacked row. Null omits it. */
  phoneLabel?: string | null
  /** A sortable column has its current direction and a press handler. */
  sort?: { direction: 'ascending' | 'descending' | 'none'; onSort: () => void }
}

export type TableProps<Row> = {
  /** The caption is the table's accessible name. */
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  selected?: (row: Row) => boolean
  /** The foot contains columns of totals below the rows. */
  foot?: ReactNode
  /**
   * Says how rows look on phones. `fields` (default) stacks the cells with their labels. `line` shows the other cells side by side
   * below the main cell, without labels and with the last one at the right.
   */
  stack?: 'fields' | 'line'
  className?: string
}

const labelOf = ({
  header,
  phoneLabel = typeof header === 'string' ? header : null,
}: Pick<TableColumn<never>, 'header' | 'phoneLabel'>): string | undefined => phoneLabel ?? undefined

/** Renders a table whose rows become stacks below 760 px. Roles are explicit because stacking drops them. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  selected,
  foot,
  stack,
  className,
}: TableProps<Row>) {
  return (
    <div className="ap-table-frame">
      <table className={classNames('ap-table', className)} role="table" data-stack={stack}>
        <caption className="vh">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, header, align, sort }) => (
              <th key={id} role="columnheader" scope="col" data-align={align} aria-sort={sort?.direction}>
                {sort ? (
                  <button type="button" className="ap-table-sort" onClick={sort.onSort}>
                    {header}
                    <span aria-hidden="true" data-direction={sort.direction} />
                  </button>
                ) : (
                  header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" data-selected={selected?.(row) || undefined}>
              {columns.map(({ id, cell, align, phone = 'field', ...column }) => (
                <td
                  key={id}
                  role="cell"
                  data-align={align}
                  data-phone={phone}
                  data-label={phone === 'field' && stack !== 'line' ? labelOf(column) : undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot role="rowgroup">{foot}</tfoot>}
      </table>
    </div>
  )
}

export type TableSubjectProps = {
  /** The picture is a Cover thumb or an Avatar. */
  picture?: ReactNode
  name: ReactNode
  detail?: ReactNode
}

/** Renders the usual first cell: picture, bold name, small line. */
export function TableSubject({ picture, name, detail }: TableSubjectProps) {
  return (
    <div className="ap-table-subject">
      {picture}
      <div>
        <b>{name}</b>
        {detail && <span>{detail}</span>}
      </div>
    </div>
  )
}
