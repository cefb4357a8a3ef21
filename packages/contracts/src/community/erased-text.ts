/**
 * Replaces a text whose author's account was erased while others continue it: a discussion with replies, or a group with members.
 * The client shows a sentence in the reader's language.
 */
export const erasedText = '—'
