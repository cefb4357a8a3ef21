import type { InvoiceDetail, SeatRow } from '@apogee/contracts/invoices/invoices.ts'
import { peopleAlone, type PeopleColumns } from '@apogee/contracts/enrolments/people-list.ts'
import { invoiceLimits } from '@apogee/contracts/invoices/invoice-limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { EncodingChoice, useFileText } from '#web/platform/file-text/file-text.tsx'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { PeopleColumnsChoice } from '#web/shared/people/people-columns.tsx'
import { invoicesMessages } from '../messages/invoices.en.ts'
import { refreshInvoices } from '../api/invoices.ts'
import { SeatBadge } from './status-badge.tsx'
import './invoices.css'

/** Provides the pasted people, the server's verdict on them, and the mutation that adds them. */
function useAddPeople(invoice: InvoiceDetail, onClose: () => void) {
  const text = useText(invoicesMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const withRoom = invoice.lines.filter(({ taken, seats }) => taken < seats)
  const [courseIds, setCourseIds] = useState(() => withRoom.map(({ courseId }) => courseId))
  const [list, setList] = useState('')
  const ask = (preview: boolean) =>
    call('addInvoicePeople', {
      params: { id: invoice.id },
      body: { courseIds, text: peopleAlone(list), preview },
    })
  const check = useMutation({ mutationFn: () => ask(true) })
  const add = useMutation({
    mutationFn: () => ask(false),
    onSuccess: async ({ data }) => {
      await refreshInvoices(queries)
      notify({ text: text.added(data.added) })
      // Before the invoice is paid, nobody is enrolled, so the dialog has no result to show and closes.
      if (data.rows.every(({ state }) => state === null || state === 'named')) onClose()
    },
  })
  return { courseIds, setCourseIds, list, setList, check, add }
}

/** Adds people pasted or from a file. The server previews them, and invalid rows are reported before anyone is added. */
export function AddPeopleDialog({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const text = useText(invoicesMessages)
  const failureText = useFailureText()
  const people = useAddPeople(invoice, onClose)
  const { list, setList, courseIds, setCourseIds, check, add } = people
  if (add.data) return <AddedPeople rows={add.data.data.rows} onClose={onClose} />
  if (check.data) return <CheckedPeople found={check.data.data} check={check} add={add} onClose={onClose} />
  return (
    <FormDialog
      onClose={onClose}
      title={text.addPeopleTitle}
      text={text.addPeopleText}
      action={text.check}
      busyLabel={text.checking}
      busy={check.isPending}
      disabled={list.trim() === '' || courseIds.length === 0}
      error={check.error ? failureText(check.error, text.checkFailed) : undefined}
      onSubmit={() => {
        if (!check.isPending) check.mutate()
      }}
    >
      <TextArea
        label={text.pasteHere}
        placeholder={text.pasteExample}
        rows={6}
        maxLength={invoiceLimits.peopleText}
        value={list}
        onChange={(event) => setList(event.target.value)}
      />
      <CsvFile onRead={setList} />
      {invoice.lines.length > 1 ? (
        <Courses invoice={invoice} courseIds={courseIds} onChange={setCourseIds} />
      ) : null}
    </FormDialog>
  )
}

/** Shows the server's verdict on the list; adding requires at least one valid person. */
function CheckedPeople({
  found,
  check,
  add,
  onClose,
}: Pick<ReturnType<typeof useAddPeople>, 'check' | 'add'> & {
  found: { rows: readonly SeatRow[]; added: number }
  onClose: () => void
}) {
  const text = useText(invoicesMessages)
  const { close } = useText(platformMessages)
  const failureText = useFailureText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.addPeopleTitle}
      text={text.addPeopleText}
      closeLabel={close}
      busy={add.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={() => check.reset()} disabled={add.isPending}>
            {text.back}
          </Button>
          {found.added > 0 ? (
            <Button
              variant="primary"
              busy={add.isPending}
              busyLabel={text.adding}
              onClick={() => add.mutate()}
            >
              {text.addCount(found.added)}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="invoices-form">
        {add.error ? <Notice tone="danger">{failureText(add.error, text.addFailed)}</Notice> : null}
        <Checked rows={found.rows} added={found.added} />
      </div>
    </Dialog>
  )
}

/** Shows the enrolled people, and those who wait for a verified address. */
function AddedPeople({ rows, onClose }: { rows: readonly SeatRow[]; onClose: () => void }) {
  const text = useText(invoicesMessages)
  const common = useText(platformMessages)
  const people = rows.filter(({ state }) => state !== null)
  const count = (wanted: SeatRow['state']) => people.filter(({ state }) => state === wanted).length
  const waiting = count('waiting')
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.resultTitle}
      text={text.resultText(count('enrolled'), waiting)}
      closeLabel={common.close}
      footer={
        <Button variant="primary" size="sm" onClick={onClose}>
          {text.done}
        </Button>
      }
    >
      <div className="invoices-form">
        {waiting > 0 ? <p className="text-sm text-secondary">{text.resultWaiting}</p> : null}
        <ul className="invoices-bad-rows" aria-label={text.people}>
          {people.map(({ row, email, name, state }) => (
            <li key={row}>
              <span>{name === '' ? email : `${name} · ${email}`}</span>
              {state === null ? null : <SeatBadge state={state} />}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function CsvFile({ onRead }: { onRead: (text: string) => void }) {
  const text = useText(invoicesMessages)
  const [file, setFile] = useState<{
    name?: string
    problem?: string
    content?: string
    columns?: PeopleColumns
  }>({})
  const show = (name: string, content: string, columns?: PeopleColumns) => {
    // Other columns, such as passwords, do not leave the browser.
    onRead(peopleAlone(content, columns))
    setFile({ name, content, ...(columns && { columns }) })
  }
  const source = useFileText(
    (content, { name }) => show(name, content),
    (problem) => {
      onRead('')
      setFile({ problem })
    },
  )
  const read = async (chosen: File) => {
    source.forget()
    if (chosen.size > invoiceLimits.peopleText) return setFile({ problem: text.csvTooLarge })
    await source.read(chosen)
  }
  return (
    <>
      <FileDrop
        label={text.csvFile}
        prompt={text.csvPrompt}
        browseLabel={text.csvBrowse}
        accept=".csv,.txt,text/csv,text/plain"
        fileName={file.name ?? null}
        error={file.problem}
        removeLabel={text.csvRemove}
        onRemove={() => {
          setFile({})
          source.forget()
          onRead('')
        }}
        onFile={(chosen) => void read(chosen)}
      />
      <EncodingChoice source={source} />
      {file.name === undefined || file.content === undefined ? null : (
        <PeopleColumnsChoice
          list={file.content}
          chosen={file.columns}
          onChoose={(columns) => show(file.name ?? '', file.content ?? '', columns)}
        />
      )}
    </>
  )
}

function Courses({
  invoice,
  courseIds,
  onChange,
}: {
  invoice: InvoiceDetail
  courseIds: readonly number[]
  onChange: (courseIds: number[]) => void
}) {
  const text = useText(invoicesMessages)
  return (
    <fieldset className="invoices-choices">
      <legend className="font-semibold">{text.forCourses}</legend>
      {invoice.lines.map(({ courseId, title, seats, taken }) => (
        <Checkbox
          key={courseId}
          label={title}
          hint={text.freeSeats(seats - taken)}
          disabled={taken >= seats}
          checked={courseIds.includes(courseId)}
          onChange={(event) =>
            onChange(
              event.target.checked ? [...courseIds, courseId] : courseIds.filter((id) => id !== courseId),
            )
          }
        />
      ))}
    </fieldset>
  )
}

function Checked({ rows, added }: { rows: readonly SeatRow[]; added: number }) {
  const text = useText(invoicesMessages)
  const bad = rows.filter(({ problem }) => problem !== null)
  return (
    <div role="status" className="invoices-form">
      {rows.length === 0 ? <Notice tone="warning">{text.nobodyFound}</Notice> : null}
      {added > 0 ? <p className="font-semibold">{text.willGet(added)}</p> : null}
      {bad.length > 0 ? (
        <div>
          <p>{text.leftOut(bad.length)}</p>
          <ul className="invoices-bad-rows">
            {bad.map(({ row, email, name, problem }) => (
              <li key={row}>
                <span className="text-tertiary">{text.rowNumber(row)}</span>
                <span>{email || name}</span>
                <span>{problem ? text[`problem_${problem}`] : null}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
