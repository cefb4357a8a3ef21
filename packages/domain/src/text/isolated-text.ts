const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Keeps a name that is written from right to left from reordering the words and numbers around it. Other texts stay unchanged. It is
 * applied where a name enters a sentence: by `textIn` on the web, `quotedText` in mails, and the builders of printed papers.
 */
export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)
