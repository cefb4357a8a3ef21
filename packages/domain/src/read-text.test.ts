import { expect, test } from 'vitest'
import { guessEncoding } from './guess-encoding.ts'
import { readText, sampleOf } from './read-text.ts'

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

/** Lists short texts, as in a list of people or one caption. */
const texts: [encoding: string, text: string, hex: string][] = [
  [
    'shift_jis',
    '名前,メール\n山田太郎,y@example.org\n',
    '96bc914f2c8381815b838b0a8e52936391be98592c79406578616d706c652e6f72670a',
  ],
  [
    'big5',
    '姓名,電郵\n陳大文,c@example.org\n',
    'a96da6572cb971b66c0ab3afa46aa4e52c63406578616d706c652e6f72670a',
  ],
  ['gb18030', '姓名;Email\n李华;l@example.org', 'd0d5c3fb3b456d61696c0ac0eebbaa3b6c406578616d706c652e6f7267'],
  [
    'euc-kr',
    '이름,메일\n김철수,k@example.org',
    'c0ccb8a72cb8dec0cf0ab1e8c3b6bcf62c6b406578616d706c652e6f7267',
  ],
  ['euc-jp', 'こんにちは、世界', 'a4b3a4f3a4cba4c1a4cfa1a2c0a4b3a6'],
  ['windows-1250', 'Zażółć gęślą jaźń', '5a61bff3b3e62067ea9c6cb9206a619ff1'],
  [
    'windows-1251',
    'Имя;Email\nИван Петров;i@example.org',
    'c8ecff3b456d61696c0ac8e2e0ed20cfe5f2f0eee23b69406578616d706c652e6f7267',
  ],
  ['windows-1252', 'Voilà', '566f696ce0'],
  ['windows-1252', 'It’s a “test” – really', '497492732061209374657374942096207265616c6c79'],
  ['windows-1252', '5 € – 10 €', '35208020962031302080'],
  [
    'windows-1252',
    'Name;Email\nJosé Núñez;j@example.org',
    '4e616d653b456d61696c0a4a6f73e9204efaf1657a3b6a406578616d706c652e6f7267',
  ],
  ['windows-1253', 'Καλώς ήρθατε στο μάθημα', 'cae1ebfef220def1e8e1f4e520f3f4ef20ecdce8e7ece1'],
  ['windows-1254', "İstanbul'da güneşli bir gün", 'dd7374616e62756c2764612067fc6e65fe6c69206269722067fc6e'],
  ['windows-1255', 'שלום לכולם וברוכים הבאים', 'f9ece5ed20ecebe5eced20e5e1f8e5ebe9ed20e4e1e0e9ed'],
  ['windows-1256', 'مرحبا بكم في هذا الدرس', 'e3d1cdc8c720c8dfe320dded20e5d0c720c7e1cfd1d3'],
  ['windows-874', 'สวัสดีครับ ยินดีต้อนรับ', 'cac7d1cab4d5a4c3d1ba20c2d4b9b4d5b5e9cdb9c3d1ba'],
  ['koi8-u', 'Добро пожаловать на урок', 'e4cfc2d2cf20d0cfd6c1cccfd7c1d4d820cec120d5d2cfcb'],
  ['macintosh', 'Où est le café? Leçon d’été', '4f9d20657374206c65206361668e3f204c658d6f6e2064d58e748e'],
  ['utf-16le', 'Name\n王小明', '4e0061006d0065000a008b730f5c0e66'],
  ['utf-16be', 'WEBVTT\n\n00:01', '005700450042005600540054000a000a00300030003a00300031'],
]

test.each(texts)('a text in %s without a mark is guessed: %j', async (encoding, text, hex) => {
  expect(await readText(bytes(hex))).toEqual({ text, encoding, how: 'guessed' })
})

test('the byte order mark decides, and is no part of the text', async () => {
  expect(await readText(bytes('efbbbf5a6f'))).toEqual({ text: 'Zo', encoding: 'utf-8', how: 'mark' })
  expect(await readText(bytes('fffe5a00eb00'))).toEqual({ text: 'Zë', encoding: 'utf-16le', how: 'mark' })
  expect(await readText(bytes('feff005a00eb'))).toEqual({ text: 'Zë', encoding: 'utf-16be', how: 'mark' })
})

test('the declaration of the format comes before valid UTF-8', async () => {
  const xml = latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xC3\xA9</a>')
  expect(await readText(xml, { format: 'xml' })).toMatchObject({ encoding: 'windows-1252', how: 'declared' })
  expect(await readText(xml)).toMatchObject({ encoding: 'utf-8', how: 'valid' })
  const html = latin(
    '<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"></head>\xCF',
  )
  expect(await readText(html, { format: 'html' })).toMatchObject({
    encoding: 'windows-1251',
    how: 'declared',
  })
})

test('a declaration that is unknown, wrong or impossible is passed over', async () => {
  for (const declared of ['x-unknown', 'utf-16', 'utf-8'])
    expect(await readText(latin(`<meta charset=${declared}>Le\xE7on`), { format: 'html' })).toMatchObject({
      text: `<meta charset=${declared}>Leçon`,
      how: 'guessed',
    })
})

test('the chosen encoding is the only one that is tried', async () => {
  expect(await readText(latin('\xE9'), { encoding: 'windows-1251' })).toEqual({
    text: 'й',
    encoding: 'windows-1251',
    how: 'chosen',
  })
  expect(await readText(latin('\xE9'), { encoding: 'utf-8' })).toEqual({ refused: 'utf-8' })
  expect(await readText(latin('a'), { encoding: 'no-such' })).toEqual({ refused: 'no-such' })
})

test.each([
  ['UTF-8 with one broken character', 'c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9ff'],
  ['UTF-8 that holds the sign for a lost character', '61efbfbd62c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9'],
  ['a picture', '89504e470d0a1a0a0000000d49484452'],
])('no text is made of %s, and the encoding is named', async (_, hex) => {
  expect(await readText(bytes(hex))).toEqual({ refused: 'utf-8' })
})

test('UTF-16 with half a character at its end is refused by its name', async () => {
  expect(await readText(bytes('fffe5a00eb'))).toEqual({ refused: 'utf-16le' })
})

test.each([
  ['cp850', '437265 82'],
  ['cp850', '9a62657220756e732e6d64'],
  ['gb18030', '303120b5dad2bbbfce2e6d64'],
  ['shift_jis', '93fa967b8cea2e6d64'],
  ['ibm866', '303120938ae0aeaa20afa5e0a2eba92e6d64'],
  ['windows-1252', '4372e965722e6d64'],
])('names of files in %s are guessed', async (encoding, hex) => {
  expect(await guessEncoding(bytes(hex.replaceAll(' ', '')), { isName: true })).toBe(encoding)
})

test('the sample of a text is its first line with a character that the guess decided', () => {
  expect(sampleOf('Name;Email\r\n José;j@example.org\r\nÉva')).toBe('José;j@example.org')
  expect(sampleOf('plain')).toBe('')
})
