/** What was typed and not sent yet, for as long as the page lives: by person and place, so that nobody meets another's. */
const drafts = new Map<string, string>()

export interface Draft {
  text: string
  keep: (text: string) => void
}

export function draftOf(userId: number, place: string): Draft {
  const key = `${userId} ${place}`
  return {
    text: drafts.get(key) ?? '',
    keep: (text) => {
      if (text.trim() === '') drafts.delete(key)
      else drafts.set(key, text)
    },
  }
}
