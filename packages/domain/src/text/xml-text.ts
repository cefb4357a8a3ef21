const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** XML cannot contain these characters, not even as references. */
const inexpressible = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Escapes a text for the content and the quoted attributes of XML and HTML. */
export const xmlText = (text: string): string =>
  text.replaceAll(inexpressible, '').replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? mark)
