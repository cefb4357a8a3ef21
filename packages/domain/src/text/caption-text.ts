const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
}

const isCharacter = (code: number): boolean =>
  code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)

/** Returns the text of a cue with its character references replaced by characters. Unknown references stay. */
export const unescapedCaption = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(#[1-9]\d{0,6}|#x[\da-f]{1,6}|[a-z]{2,5});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return characters[name] ?? whole
        const code = Number(name.slice(1).replace(/^x/i, '0x'))
        return isCharacter(code) ? String.fromCodePoint(code) : whole
      })
    : text
