import { defineMessages } from '../messages.ts'

export const documentMessages = defineMessages('documentViewer', {
  loading: 'Loading document',
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  pageFailed: 'This page could not be shown.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  search: 'Search this document',
  find: 'Find',
  nextMatch: 'Next match',
  previousMatch: 'Previous match',
  closeSearch: 'Close search',
  searching: 'Searching…',
  noMatch: 'No matches',
  matchOf: (at: number, found: string) => `${at} / ${found}`,
  download: 'Download document',
  unreachable: 'The document could not be loaded.',
  damaged: 'This file is damaged and cannot be shown.',
  password: 'This file is protected by a password and cannot be shown here. Open it in a new tab.',
  unshown: 'This browser could not show the document. Open it in a new tab.',
})
