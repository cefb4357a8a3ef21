// oxlint-disable-next-line import/default -- with `?worker&url` the build answers the worker's address
import workerUrl from './pdf.worker.ts?worker&url'

/** Loads all code of the viewer, so that it works later without a connection. */
export const loadViewer = () =>
  Promise.allSettled([import('../document-viewer.tsx'), import('./engine.ts'), fetch(workerUrl)])
