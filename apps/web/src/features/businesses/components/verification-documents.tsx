import {
  sellerDocumentLimits,
  sellerDocumentPurposes,
  type SellerDocumentPurpose,
} from '@apogee/contracts/businesses/seller-kinds.ts'
import type { OwnSellerChecks, SellerDocument } from '@apogee/contracts/businesses/seller-checks.ts'
import { Button } from '@apogee/ui/button.tsx'
import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
import { downloadWithToken } from '#web/platform/transfer/download-with-token.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { sizeInWords } from '#web/platform/transfer/size-in-words.ts'
import { uploadFile } from '#web/platform/transfer/upload.ts'
import { useStoreOwnChecks } from '../api/seller-checks.ts'
import { verificationMessages } from '../messages/verification.en.ts'
import '#web/shared/settings/settings-section.css'
import './verification.css'

const purposeTexts = {
  registration: 'purposeRegistration',
  bank: 'purposeBank',
  identity: 'purposeIdentity',
  other: 'purposeOther',
} as const satisfies Record<SellerDocumentPurpose, string>

export function Documents({ data }: { data: OwnSellerChecks }) {
  const text = useText(verificationMessages)
  const { documents } = data
  const state = data.checks.find(({ kind }) => kind === 'documents')?.state
  const isOpen = state !== 'submitted' && state !== 'verified'
  return (
    <>
      <p className="text-secondary">{isOpen ? text.documentsHint : text.documentsClosed}</p>
      <DocumentList
        documents={documents}
        open={(id) => call('openOwnSellerDocument', { params: { id } })}
        action={(document) => (isOpen ? <RemoveButton document={document} /> : null)}
      />
      {isOpen && documents.length < sellerDocumentLimits.most ? <AddDocument /> : null}
    </>
  )
}

/** `open` returns an address that downloads the file. */
export function DocumentList({
  documents,
  open,
  action,
}: {
  documents: readonly SellerDocument[]
  open: (id: number) => Promise<{ data: { url: string } }>
  action?: (document: SellerDocument) => ReactNode
}) {
  const text = useText(verificationMessages)
  const opening = useAnnouncedMutation({
    mutationFn: open,
    onSuccess: ({ data }) => downloadWithToken(data.url),
    failed: text.openFailed,
  })
  if (documents.length === 0) return null
  return (
    <ul className="verify-files">
      {documents.map((document) => (
        <li key={document.id}>
          <span>
            {document.name}
            <small>
              {text[purposeTexts[document.purpose]]} · {sizeInWords(document.bytes)}
            </small>
          </span>
          <Button
            size="sm"
            variant="quiet"
            aria-label={text.openDocument(document.name)}
            busy={opening.isPending && opening.variables === document.id}
            onClick={() => opening.mutate(document.id)}
          >
            {text.open}
          </Button>
          {action?.(document)}
        </li>
      ))}
    </ul>
  )
}

function RemoveButton({ document: { id, name } }: { document: SellerDocument }) {
  const text = useText(verificationMessages)
  const store = useStoreOwnChecks()
  const remove = useAnnouncedMutation({
    mutationFn: () => call('removeSellerDocument', { params: { id } }),
    onSuccess: store,
    failed: text.removeFailed,
  })
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={text.removeDocument(name)}
      busy={remove.isPending}
      busyLabel={text.removing}
      onClick={() => remove.mutate()}
    >
      {text.remove}
    </Button>
  )
}

/** A file stays chosen when its upload fails, and an uploaded one is not sent twice. */
function AddDocument() {
  const text = useText(verificationMessages)
  const failureText = useFailureText()
  const store = useStoreOwnChecks()
  const [purpose, setPurpose] = useState<SellerDocumentPurpose>('registration')
  const [uploaded, setUploaded] = useState<{ file: File; url: string } | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const add = useMutation({
    mutationFn: async (file: File) => {
      setProgress(0)
      const url =
        uploaded?.file === file
          ? uploaded.url
          : await uploadFile(file, {
              purpose: 'seller-document',
              onProgress: (share) => setProgress(Math.round(share * 100)),
            })
      setUploaded({ file, url })
      return call('addSellerDocument', { body: { url, purpose } })
    },
    onSuccess: store,
    onSettled: () => setProgress(null),
  })
  const choose = (file: File) => {
    const isKnown = /\.(pdf|jpe?g|png)$/i.test(file.name)
    const problem = isKnown ? (file.size > sellerDocumentLimits.bytes ? text.tooLarge : null) : text.wrongType
    setRefused(problem)
    if (problem === null) add.mutate(file)
  }
  const file = add.variables
  return (
    <div className="settings-form">
      <Select
        label={text.purpose}
        options={sellerDocumentPurposes.map((value) => ({ value, label: text[purposeTexts[value]] }))}
        value={purpose}
        onChange={(event) =>
          setPurpose(sellerDocumentPurposes.find((one) => one === event.target.value) ?? 'other')
        }
      />
      <FileDrop
        label={text.file}
        prompt={text.dropFile}
        browseLabel={text.browse}
        hint={text.fileHint}
        accept=".pdf,.jpg,.jpeg,.png"
        onFile={choose}
        fileName={add.isSuccess ? null : (file?.name ?? null)}
        progress={progress}
        progressLabel={text.uploading(file?.name ?? '')}
        error={refused}
        disabled={add.isPending}
      />
      {add.isError && file && refused === null ? (
        <Notice tone="danger">
          {failureText(add.error, text.uploadFailed)}{' '}
          <Button size="sm" onClick={() => add.mutate(file)}>
            {text.tryAgain}
          </Button>
        </Notice>
      ) : null}
    </div>
  )
}
