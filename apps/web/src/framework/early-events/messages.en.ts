import { defineMessages } from '#web/platform/language/messages.ts'

/** The server writes the texts into the document; `{name}` is the pressed element or the field. */
export const earlyEventsMessages = defineMessages('earlyEvents', {
  waiting: 'This page is still loading. Your action runs in a moment.',
  lost: 'The page changed while it was loading, so “{name}” was not done.',
  untyped: 'The page changed while it was loading. Enter “{name}” again.',
  failed: 'This page could not load completely. Check your connection, then reload the page.',
})
