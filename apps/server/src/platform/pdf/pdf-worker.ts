/** Draws documents one after the other in a worker thread. */
import { parentPort } from 'node:worker_threads'
import { drawCard, type CardSheet } from './card-sheet.ts'
import { drawCertificate, type CertificateSheet } from './certificate-sheet.ts'
import { drawPdf, type Paper } from './pdf.ts'

export interface Order {
  id: number
  paper: Paper | CertificateSheet | CardSheet
}

export type Drawn = { id: number; pdf: Uint8Array } | { id: number; error: string }

parentPort?.on('message', ({ id, paper }: Order) => {
  const tell = (answer: Drawn) => parentPort?.postMessage(answer)
  const drawn = 'parts' in paper ? drawPdf(paper) : 'kind' in paper ? drawCard(paper) : drawCertificate(paper)
  drawn.then(
    (pdf) => tell({ id, pdf }),
    (error: unknown) => tell({ id, error: String(error instanceof Error ? error.stack : error) }),
  )
})
