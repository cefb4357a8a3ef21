import { defineMessages } from '#web/platform/messages.ts'

/** Written into the document by the server; `{name}` is the pressed element or the field. */
export const earlyEventsMessages = defineMessages('earlyEvents', {
  waiting: 'This page is still loading. Your action runs in a moment.',
  lost: 'The page changed while it was loading, so “{name}” was not done.',
  untyped: 'The page changed while it was loading. Enter “{name}” again.',
  failed: 'This page could not load completely. Check your connection, then reload the page.',
})
